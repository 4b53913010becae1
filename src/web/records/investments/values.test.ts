// Form values of an investment and their conversion to the API.
import { afterEach, expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import type { Investment } from '../../../contract/investments.ts'
import { setFormat } from '../../platform/lib/format.ts'
import {
  carriedAmounts,
  emptyInvestment,
  InvestmentForm,
  inputOf,
  isAmended,
  mainAmount,
  needOf,
  valuesOf,
} from './values.ts'

const id = '0199c0de-0000-7000-8000-000000000001'
const other = '0199c0de-0000-7000-8000-000000000002'

afterEach(() => setFormat({}))

test('empty fields become null, or an empty string where the contract requires one', () => {
  const input = inputOf({ ...emptyInvestment, investor_id: id, currency: 'IDR' })
  expect(input).toMatchObject({ offering_id: null, expected_amount: null, probability: null, maturity_on: null })
  expect(input).toMatchObject({ title: '', reference: '', lost_reason: '', notes: '', tag_ids: [] })
  // The server chooses the default status.
  expect(input.status_id).toBeUndefined()
  expect(safeParse(InvestmentForm, { ...emptyInvestment, investor_id: id, currency: 'IDR' }).success).toBe(true)
})

test('amounts are sent as typed, quantities may have a comma, a probability is a number', () => {
  const typed = { expected_amount: '12500000000.00', units: '1500,25', ownership_percent: ' 2.5 ', probability: '70' }
  expect(inputOf(typed)).toEqual({
    expected_amount: '12500000000.00',
    units: '1500.25',
    ownership_percent: '2.5',
    probability: 70,
  })
})

test('a quantity is parsed in the user’s format, and survives the round trip', () => {
  setFormat({ locale: 'id-ID' })
  expect(inputOf({ units: '125.000', unit_price: '1.250,5', ownership_percent: '2,125 %' })).toEqual({
    units: '125000',
    unit_price: '1250.5',
    ownership_percent: '2.125',
  })
  const { units } = valuesOf({ ...record, units: '2.125' })
  expect(units).toBe('2,125')
  expect(inputOf({ units })).toEqual({ units: '2.125' })
  setFormat({ locale: 'en-US' })
  expect(inputOf({ units: '125.000', unit_price: '1,250' })).toEqual({ units: '125', unit_price: '1250' })
})

test.each([
  [{ investor_id: '' }, 'investor_id', 'field.required'],
  [{ expected_amount: '? 1.234' }, 'expected_amount', 'field.not_amount'],
  [{ probability: '101' }, 'probability', 'field.not_whole_between {"min":0,"max":100}'],
  [{ probability: 'many' }, 'probability', 'field.not_whole_between {"min":0,"max":100}'],
  [{ units: 'a few' }, 'units', 'field.not_decimal'],
  [{ ownership_percent: '101' }, 'ownership_percent', 'bounds.max {"bound":100}'],
  [{ currency: '' }, 'currency', 'field.not_currency'],
])('%o is rejected on its field', (wrong, field, message) => {
  const { error } = safeParse(InvestmentForm, { ...emptyInvestment, investor_id: id, currency: 'IDR', ...wrong })
  expect(error?.issues.map(({ path, message: told }) => [path.join('.'), told])).toEqual([[field, message]])
})

const record = {
  investor: { id, code: 'IV-0001', name: 'Budi' },
  offering: null,
  title: 'Budi',
  title_is_automatic: true,
  reference: 'INV-0001',
  status: { id: other, name: 'Prospect', color: 'gray', category: 'prospect' },
  stage: null,
  instrument: null,
  currency: 'IDR',
  expected_amount: '12500000000.00',
  committed_amount: null,
  probability: 10,
  probability_is_own: false,
  lost_reason: '',
  owner: { id: other, name: 'Ayu' },
  notes: '',
  tags: [{ id, name: 'VIP', color: 'red' }],
  custom: { tier: 'Gold' },
} as unknown as Investment

test('a record fills its form as it was typed', () => {
  expect(valuesOf(record)).toEqual({
    ...emptyInvestment,
    investor_id: id,
    reference: 'INV-0001',
    status_id: other,
    currency: 'IDR',
    expected_amount: '12500000000.00',
    owner_user_id: other,
    tag_ids: [id],
    'custom.tier': 'Gold',
  })
})

test('the required fields of a category', () => {
  expect(needOf('soft')).toBeUndefined()
  expect(['committed', 'funded', 'exited'].map((category) => needOf(category as 'funded'))).toEqual(
    Array(3).fill('committed_amount'),
  )
  expect(needOf('lost')).toBe('lost_reason')
  expect(mainAmount('lost')).toBe('expected_amount')
  expect(mainAmount(undefined)).toBe('expected_amount')
})

test.each([
  ['committed', '500', '', { committed_amount: '500' }],
  ['committed', '500', '400', { committed_amount: '400' }],
  ['prospect', '', '500', { expected_amount: '500', committed_amount: '' }],
  ['prospect', '500', '500', { expected_amount: '500', committed_amount: '' }],
  // If both amounts were typed, both are kept.
  ['prospect', '500', '400', {}],
] as const)('to %s with %s expected and %s committed', (category, expected_amount, committed_amount, carried) => {
  expect(carriedAmounts({ expected_amount, committed_amount }, category)).toEqual(carried)
})

test('an effective day is required with a history, and not for a prospect', () => {
  const committed = { ...record, status: { ...record.status, category: 'committed' as const } }
  const asks = (change: object, of: Investment = committed) => isAmended({ ...valuesOf(of), ...change }, of)
  expect([asks({}), asks({ notes: 'x', title: 'y', committed_on: '2026-01-01' })]).toEqual([false, false])
  expect([asks({ committed_amount: '5' }), asks({ owner_user_id: '' })]).toEqual([true, true])
  expect(asks({ committed_amount: '5' }, record)).toBe(false)
  const values = { ...valuesOf(record), valid_from: 'soon' }
  expect(safeParse(InvestmentForm, values).error?.issues[0]?.path).toEqual(['valid_from'])
  expect(safeParse(InvestmentForm, { ...values, valid_from: '' }).success).toBe(true)
})

import { expect, test } from 'vitest'
import { automaticTitle, faultsOf, isSame, type Judged } from './rules.ts'

const investment: Judged = {
  currency: 'USD',
  expected_amount: null,
  committed_amount: null,
  valuation_cap: null,
  lost_reason: '',
}

test.each([
  ['prospect', {}, []],
  ['soft', {}, []],
  ['committed', {}, ['committed_amount']],
  ['funded', {}, ['committed_amount']],
  ['exited', {}, ['committed_amount']],
  ['committed', { committed_amount: '0' }, []],
  ['lost', {}, ['lost_reason']],
  ['lost', { lost_reason: 'Too early' }, []],
  ['prospect', { expected_amount: '1.005' }, ['expected_amount']],
  ['prospect', { expected_amount: '1.500' }, []],
  ['prospect', { currency: 'JPY', expected_amount: '1.5' }, ['expected_amount']],
  ['prospect', { currency: 'KWD', expected_amount: '0.001', valuation_cap: '0.0001' }, ['valuation_cap']],
  ['lost', { currency: 'JPY', committed_amount: '0.5' }, ['committed_amount', 'lost_reason']],
] as const)('%s with %j has errors at %j', (category, more, wrong) => {
  expect(faultsOf({ ...investment, ...more }, category).map(({ path }) => path)).toEqual(wrong)
})

test.each([
  ['1500', '1500.0000', true],
  ['0', '0.00', true],
  ['10', '1', false],
  ['0.10', '0.1', true],
  ['100', '1', false],
  ['a', 'b', false],
  [null, '', false],
  [3, 3, true],
])('%j and %j are the same: %s', (a, b, same) => {
  expect(isSame(a, b)).toBe(same)
})

test('an automatic title has at most 200 complete characters', () => {
  expect(automaticTitle('Budi', 'Fund I')).toBe('Budi – Fund I')
  expect(automaticTitle('Budi', null)).toBe('Budi')
  expect([...automaticTitle('😀'.repeat(150), '😀'.repeat(150))]).toHaveLength(200)
})

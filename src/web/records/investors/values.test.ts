// Form values of an investor and their conversion to the API.
import { expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import type { Investor } from '../../../contract/investors.ts'
import { changeOf, emptyInvestor, InvestorForm, inputOf, valuesOf } from './values.ts'

const id = '0199c0de-0000-7000-8000-000000000001'
const other = '0199c0de-0000-7000-8000-000000000002'
const filled = { ...emptyInvestor, name: 'Budi', investor_type_id: id }

test('empty fields become null, or an empty string where the contract requires one', () => {
  expect(inputOf(filled)).toEqual({
    name: 'Budi',
    kind: 'individual',
    investor_type_id: id,
    code: '',
    email: '',
    website: '',
    country: null,
    city: '',
    preferred_stage_ids: [],
    preferred_currency: null,
    ticket_min: null,
    ticket_max: null,
    owner_user_id: null,
    next_follow_up_on: null,
    follow_up_note: '',
    source: '',
    do_not_contact: false,
    tag_ids: [],
    notes: '',
    contact: { phone: '', preferred_name: '' },
  })
  expect(safeParse(InvestorForm, filled).success).toBe(true)
})

test.each([
  ['an individual is sent with its contact', {}, { phone: '0812', preferred_name: 'Pak Budi' }],
  ['an existing contact is used unchanged', { 'contact.id': other }, { id: other }],
  ['an entity creates no contact', { kind: 'entity' }, undefined],
  ['an entity may have an existing contact', { kind: 'entity', 'contact.id': other }, { id: other }],
] as const)('%s', (_, more, contact) => {
  const typed = { ...filled, 'contact.phone': ' 0812 ', 'contact.preferred_name': 'Pak Budi', ...more }
  expect(inputOf(typed).contact).toEqual(contact)
})

test.each([
  [{ name: ' ' }, { name: 'field.required' }],
  [{ investor_type_id: '' }, { investor_type_id: 'field.required' }],
  [
    { name: '', investor_type_id: '' },
    { name: 'field.required', investor_type_id: 'field.required' },
  ],
  [{ email: 'budi' }, { email: 'field.not_email' }],
  [{ website: 'a b' }, { website: 'field.not_web_address' }],
  [{ ticket_min: '? 1.234' }, { ticket_min: 'field.not_amount' }],
  [{ next_follow_up_on: '2026-02-30' }, { next_follow_up_on: 'field.not_date' }],
])('%o is rejected on its field', (wrong, messages) => {
  const { error } = safeParse(InvestorForm, { ...filled, ...wrong })
  expect(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))).toEqual(
    messages,
  )
})

test('a record fills its form as it was typed', () => {
  const investor = {
    name: 'Sinar Abadi',
    kind: 'entity',
    type: { id, name: 'Family office', color: 'teal' },
    code: 'IV-0007',
    email: '',
    website: 'sinarabadi.co.id',
    country: 'ID',
    city: 'Bandung',
    preferred_stages: [{ id: other, name: 'Seed', color: 'blue' }],
    preferred_currency: 'IDR',
    ticket_min: '500000000.00',
    ticket_max: null,
    owner: { id: other, name: 'Ayu' },
    next_follow_up_on: null,
    source: '',
    do_not_contact: true,
    tags: [{ id, name: 'VIP', color: 'red' }],
    notes: '',
    custom: { tier: 'Gold' },
  } as unknown as Investor
  expect(valuesOf(investor)).toEqual({
    ...emptyInvestor,
    name: 'Sinar Abadi',
    kind: 'entity',
    investor_type_id: id,
    code: 'IV-0007',
    website: 'sinarabadi.co.id',
    country: 'ID',
    city: 'Bandung',
    preferred_stage_ids: [other],
    preferred_currency: 'IDR',
    ticket_min: '500000000.00',
    owner_user_id: other,
    do_not_contact: true,
    tag_ids: [id],
    'custom.tier': 'Gold',
  })
})

test('a single edited fact', () => {
  expect(changeOf({ city: '' })).toEqual({ city: '' })
  expect(changeOf({ country: '', next_follow_up_on: '' })).toEqual({ country: null, next_follow_up_on: null })
  expect(changeOf({ ticket_min: '500.00', preferred_currency: 'USD' })).toEqual({
    ticket_min: '500.00',
    preferred_currency: 'USD',
  })
  expect(changeOf({ tag_ids: `${id},${other}`, preferred_stage_ids: '' })).toEqual({
    tag_ids: [id, other],
    preferred_stage_ids: [],
  })
  expect([changeOf({ do_not_contact: 'true' }), changeOf({ do_not_contact: 'false' })]).toEqual([
    { do_not_contact: true },
    { do_not_contact: false },
  ])
})

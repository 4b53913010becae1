import { expect, test } from 'vitest'
import { type FieldName, fieldValues, type InputValues, isEmptied, noValues } from './fields.ts'

const typed = (values: Record<string, string>) =>
  ({
    ...noValues,
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`change.values.${name}`, value])),
  }) as InputValues

test.each<[FieldName, Record<string, string>, object]>([
  ['company', { company: 'Maju' }, { company: 'Maju' }],
  ['company', {}, { company: '' }],
  ['owner_user_id', {}, { owner_user_id: null }],
  ['stage_id', { stage_id: 'a' }, { stage_id: 'a' }],
  ['consent', { consent_how: 'Event' }, { consent: 'opted_in', consent_how: 'Event' }],
  ['status_id', { status_id: 'a' }, { status_id: 'a' }],
  ['status_id', { status_id: 'a', lost_reason: 'Late' }, { status_id: 'a', lost_reason: 'Late' }],
  ['next_follow_up_on', { next_follow_up_on: '2026-12-01' }, { next_follow_up_on: '2026-12-01' }],
  ['next_follow_up_on', { follow_up_note: 'Call' }, { next_follow_up_on: null }],
  ['do_not_contact', { do_not_contact: 'false' }, { do_not_contact: false }],
  ['probability', {}, { probability: null }],
  ['probability', { probability: '60' }, { probability: 60 }],
])('%s of %j is sent as %j', (field, values, sent) => {
  expect(fieldValues(field, typed(values))).toEqual(sent)
})

test.each<[FieldName, string]>([
  ['consent', 'consent_how'],
  ['status_id', 'status_id'],
  ['investor_type_id', 'investor_type_id'],
])('%s must not be empty', (field, path) => {
  expect(() => fieldValues(field, typed({}))).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ path: `change.values.${path}` })] }),
  )
})

test.each<[FieldName, Record<string, string>, boolean]>([
  ['company', { company: ' ' }, true],
  ['company', { company: 'Maju' }, false],
  ['owner_user_id', {}, true],
  ['status_id', {}, false],
  ['consent', {}, false],
])('%s with %j is emptied: %s', (field, values, emptied) => {
  expect(isEmptied(field, typed(values))).toBe(emptied)
})

import { expect, test } from 'vitest'
import { type MergeRecord, MergeStart } from '../../../contract/merges.ts'
import { differingFields, mergedConsent, recordsByValue, sourceOf } from './merge-choice.ts'

const record = (id: string, fields: Record<string, string>, consent = 'unknown') =>
  ({ id, fields, consent }) as MergeRecord

const records = [
  record('a', { name: 'Budi', email: '', company: 'PT Maju' }),
  record('b', { name: 'Budi', email: 'b@example.com', company: 'PT Jaya' }, 'opted_in'),
  record('c', { name: 'Budi Santoso', email: 'c@example.com', company: 'PT Maju' }, 'opted_out'),
]

test('only fields with several values need a choice, and each value is offered once', () => {
  expect(differingFields('contact', records)).toEqual(['name', 'email', 'company'])
  expect(differingFields('contact', records.slice(0, 2))).toEqual(['company'])
  expect(recordsByValue(records, 'company').map(({ id }) => id)).toEqual(['a', 'b'])
})

test.each([
  ['the value of the winner', { winner: 'c', fields: {} }, 'email', 'c'],
  ['the first value, if the winner has none', { winner: 'a', fields: {} }, 'email', 'b'],
  ['the chosen value', { winner: 'c', fields: { email: 'b' } }, 'email', 'b'],
  ['nothing of a record that was taken out', { winner: 'c', fields: { email: 'x' } }, 'email', 'c'],
  ['an empty value, if all are empty', { winner: 'b', fields: {} }, 'phone', 'b'],
])('a field takes %s', (_, choice, field, from) => expect(sourceOf(records, choice, field).id).toBe(from))

test('opted-out takes precedence, then the consent of the winner, then any that is known', () => {
  expect(mergedConsent(records, 'b')).toBe('opted_out')
  expect(mergedConsent(records.slice(0, 2), 'a')).toBe('opted_in')
  expect(mergedConsent(records.slice(0, 1), 'a')).toBe('unknown')
})

test.each([
  ['/contacts?q=a', true],
  ['//example.com', false],
  // Browsers treat a backslash as a slash.
  ['/\\example.com', false],
])('only pages of Kabar can be returned to: %s', (from, isOurs) => {
  expect(MergeStart.safeParse({ from }).success).toBe(isOurs)
})

// Whether a contact of an investor can be messaged.
import { expect, test } from 'vitest'
import { obstacleOf } from './words.ts'

test.each([
  ['unknown', '+62812', false, undefined],
  ['opted_in', '+62812', false, undefined],
  ['opted_in', '+62812', true, 'do_not_contact'],
  ['opted_out', '+62812', false, 'opted_out'],
  // The person's own opt-out takes precedence.
  ['opted_out', '+62812', true, 'opted_out'],
  ['opted_out', null, false, 'opted_out'],
  ['unknown', null, true, 'no_number'],
] as const)('consent %s, number %s, do not contact %s: %s', (consent, phone, do_not_contact, obstacle) => {
  expect(obstacleOf({ consent, phone }, { do_not_contact })).toBe(obstacle)
})

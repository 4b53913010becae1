// Calendar days in time zones.
import { expect, test } from 'vitest'
import { dayIn } from './calendar.ts'

test.each([
  ['Asia/Jakarta', '2026-11-21'],
  ['UTC', '2026-11-20'],
  ['America/New_York', '2026-11-20'],
  ['Pacific/Kiritimati', '2026-11-21'],
])('in %s it is %s', (timeZone, day) => {
  expect(dayIn(timeZone, new Date('2026-11-20T20:00:00Z'))).toBe(day)
})

// How long ago something was, as the reader's calendar counts.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ago, setFormat } from './format.ts'

beforeEach(() => setFormat({ locale: 'en', timeZone: 'Asia/Jakarta' }))
afterEach(() => setFormat({}))

// Wednesday in Jakarta, which is seven hours ahead of UTC.
test.each([
  ['a moment ago', '2026-11-18T08:00:00+07:00', '2026-11-18T07:59:40+07:00', '20 seconds ago'],
  ['within the hour', '2026-11-18T08:00:00+07:00', '2026-11-18T07:30:00+07:00', '30 minutes ago'],
  ['last night', '2026-11-18T08:00:00+07:00', '2026-11-17T23:00:00+07:00', '9 hours ago'],
  ['the morning before', '2026-11-18T08:00:00+07:00', '2026-11-17T08:00:00+07:00', 'yesterday'],
  ['the night before that', '2026-11-18T08:00:00+07:00', '2026-11-16T22:00:00+07:00', '2 days ago'],
  ['early on the same day', '2026-11-18T23:30:00+07:00', '2026-11-18T00:30:00+07:00', '23 hours ago'],
  ['a month ago', '2026-11-18T08:00:00+07:00', '2026-10-01T08:00:00+07:00', 'Oct 1, 2026'],
  ['to come', '2026-11-18T08:00:00+07:00', '2026-11-19T20:00:00+07:00', 'tomorrow'],
  ['no time', '2026-11-18T08:00:00+07:00', 'never', 'never'],
])('%s', (_, now, time, text) => {
  expect(ago(time, Date.parse(now))).toBe(text)
})

import { expect, it } from 'vitest'
import { shortMoment } from './time-text.ts'

const reader = { locale: 'en-GB', time_zone: 'Asia/Jakarta' }
const now = Date.parse('2026-11-20T08:00:00Z')

it.each([
  ['2026-11-20T07:04:05.000Z', '14:04:05'],
  ['2026-11-19T20:00:01.000Z', '03:00:01'],
  ['2026-11-19T19:59:59.000Z', '20 Nov, 02:59'],
])('%s reads %s in Jakarta', (time, expected) => expect(shortMoment(time, reader, { now })).toBe(expected))

it.each([
  ['later the same day', '2026-11-18T09:00:00.000Z', '16:00'],
  ['on another day', '2026-11-18T20:00:00.000Z', '19 Nov, 03:00'],
])('after the first moment %s the day is told only if it differs', (_, time, expected) =>
  expect(shortMoment(time, reader, { after: '2026-11-18T08:00:00.000Z', now })).toBe(expected),
)

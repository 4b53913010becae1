import { expect, test } from 'vitest'
import { nextFetch, retryFetch } from './publication.ts'

test.each([
  // On a Friday evening with Friday's file: Monday.
  ['2026-11-20T15:10:00Z', '2026-11-20', '2026-11-23T15:05:00.000Z'],
  // On a Saturday with Friday's file: Monday.
  ['2026-11-21T12:00:00Z', '2026-11-20', '2026-11-23T15:05:00.000Z'],
  // In the morning with yesterday's file: this afternoon.
  ['2026-11-24T08:00:00Z', '2026-11-23', '2026-11-24T15:05:00.000Z'],
  // Fetched in time, but the file is late: hourly, until the evening.
  ['2026-11-24T15:05:00Z', '2026-11-23', '2026-11-24T16:05:00.000Z'],
  ['2026-11-24T18:59:00Z', '2026-11-23', '2026-11-24T19:59:00.000Z'],
  ['2026-11-24T19:05:00Z', '2026-11-23', '2026-11-25T15:05:00.000Z'],
  // A holiday on Monday: Tuesday afternoon, not every hour of the night.
  ['2026-11-24T02:00:00Z', '2026-11-20', '2026-11-24T15:05:00.000Z'],
  // Late on a Friday: Monday.
  ['2026-11-20T23:30:00Z', '2026-11-19', '2026-11-23T15:05:00.000Z'],
])('at %s with the rates of %s, the next request is at %s', (now, newest, next) => {
  expect(nextFetch(new Date(now), newest).toISOString()).toBe(next)
})

test('after failures the backoff grows to an hour', () => {
  const now = new Date('2026-11-20T15:05:00Z')
  const minutes = [1, 2, 3, 6, 7, 8, 1000].map(
    (attempts) => (retryFetch(now, attempts).getTime() - now.getTime()) / 60_000,
  )
  expect(minutes).toEqual([1, 2, 4, 32, 60, 60, 60])
})

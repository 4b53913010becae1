import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Estimate } from '../../../contract/preflight.ts'
import { setFormat } from '../../platform/lib/format.ts'
import { timingOf } from './timing.ts'

beforeAll(() => setFormat({ locale: 'en-GB', timeZone: 'Asia/Jakarta' }))
afterAll(() => setFormat({}))

/** 10:00 in Jakarta. */
const now = Date.parse('2026-11-24T03:00:00Z')
const session = { name: 'Office', status: 'working', pacing: { mode: 'careful', limits: null } } as never
const estimate = (ends: string, first = '2026-11-24T03:00:00.000Z'): Estimate => ({
  begins_at: '2026-11-24T03:00:00.000Z',
  ends_at: ends,
  ends_between: null,
  is_exact: true,
  schedule: [{ from: first, count: 1 }],
  schedule_step: 'hour',
  waits: [],
})

test.each([
  ['no limits', null, 'Starts now'],
  ['a minute', estimate('2026-11-24T03:01:00Z'), 'Starts now, done within two minutes'],
  ['an hour', estimate('2026-11-24T04:02:40Z'), 'Starts now, done today about 11:03'],
  ['until tomorrow', estimate('2026-11-25T05:02:00Z'), 'Starts now, done tomorrow about 12:00'],
  ['for days', estimate('2026-11-28T05:02:00Z'), 'Starts now, done 28 Nov about 12:00'],
  [
    'outside the sending hours',
    estimate('2026-11-25T05:00:00Z', '2026-11-25T01:00:00.000Z'),
    'Starts tomorrow about 08:00, done tomorrow about 12:00',
  ],
])('%s', (_, given, headline) => expect(timingOf({ estimate: given, session }, now).headline).toBe(headline))

test('a broadcast from a session that is not connected does not start now', () => {
  const stopped = { name: 'Office', status: 'stopped', pacing: { mode: 'careful', limits: null } } as never
  expect(timingOf({ estimate: estimate('2026-11-25T05:00:00Z'), session: stopped }, now)).toEqual({
    headline: 'Starts once “Office” is connected',
    cost: 'Takes 26 hours at the speed “Careful”.',
  })
})

test('a scheduled broadcast starts at its time', () => {
  const plan = { estimate: estimate('2026-11-25T05:00:00Z'), session, scheduled: '25 Nov, 09:00 in Asia/Jakarta' }
  expect(timingOf(plan, now).headline).toBe('25 Nov, 09:00 in Asia/Jakarta, done tomorrow about 12:00')
  expect(timingOf({ ...plan, estimate: undefined }, now)).toEqual({
    headline: '25 Nov, 09:00 in Asia/Jakarta',
    cost: undefined,
  })
})

// The premium badge around its limits, in time zones on both sides of the date line.
import { expect, test } from 'vitest'
import { premiumOf } from './premium.ts'

test.each([
  // [premium_until, now, time zone, kind, days, tone]
  [null, '2026-11-20T12:00:00Z', 'UTC', 'free', undefined, 'plain'],
  ['nonsense', '2026-11-20T12:00:00Z', 'UTC', 'free', undefined, 'plain'],
  ['2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z', 'UTC', 'free', undefined, 'plain'],
  ['2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z', 'UTC', 'free', undefined, 'plain'],
  ['2026-11-20T12:00:01Z', '2026-11-20T12:00:00Z', 'UTC', 'expires_today', undefined, 'urgent'],
  ['2026-11-20T23:59:59Z', '2026-11-20T00:00:00Z', 'UTC', 'expires_today', undefined, 'urgent'],
  ['2026-11-21T00:00:00Z', '2026-11-20T23:59:59Z', 'UTC', 'days_left', 1, 'urgent'],
  ['2026-11-27T00:00:00Z', '2026-11-20T23:00:00Z', 'UTC', 'days_left', 7, 'urgent'],
  ['2026-11-28T00:00:00Z', '2026-11-20T23:00:00Z', 'UTC', 'days_left', 8, 'warning'],
  ['2026-12-20T00:00:00Z', '2026-11-20T12:00:00Z', 'UTC', 'days_left', 30, 'warning'],
  ['2026-12-21T00:00:00Z', '2026-11-20T12:00:00Z', 'UTC', 'premium', undefined, 'premium'],
  // 18:00 UTC is the next day in Jakarta and the same day in São Paulo.
  ['2026-11-21T16:00:00Z', '2026-11-20T18:00:00Z', 'Asia/Jakarta', 'expires_today', undefined, 'urgent'],
  ['2026-11-21T16:00:00Z', '2026-11-20T18:00:00Z', 'America/Sao_Paulo', 'days_left', 1, 'urgent'],
  ['2026-11-21T02:00:00Z', '2026-11-20T18:00:00Z', 'America/Sao_Paulo', 'expires_today', undefined, 'urgent'],
  // Midnight in Kiritimati (UTC+14) is 10:00 UTC.
  ['2026-11-20T10:30:00Z', '2026-11-20T09:30:00Z', 'Pacific/Kiritimati', 'days_left', 1, 'urgent'],
  // Daylight saving changes between the two days: a calendar day is still one day.
  ['2026-03-30T10:00:00Z', '2026-03-28T10:00:00Z', 'Europe/Berlin', 'days_left', 2, 'urgent'],
  // A date lasts until the end of the day, in every time zone.
  ['2026-11-20', '2026-11-20T23:00:00Z', 'UTC', 'expires_today', undefined, 'urgent'],
  ['2026-11-20', '2026-11-20T16:59:00Z', 'Asia/Jakarta', 'expires_today', undefined, 'urgent'],
  ['2026-11-20', '2026-11-20T17:01:00Z', 'Asia/Jakarta', 'free', undefined, 'plain'],
  ['2026-11-20', '2026-11-21T02:59:00Z', 'America/Sao_Paulo', 'expires_today', undefined, 'urgent'],
  ['2026-11-21', '2026-11-20T12:00:00Z', 'America/Sao_Paulo', 'days_left', 1, 'urgent'],
  ['2026-12-20', '2026-11-20T12:00:00Z', 'UTC', 'days_left', 30, 'warning'],
  ['2026-12-21', '2026-11-20T12:00:00Z', 'UTC', 'premium', undefined, 'premium'],
] as [string | null, string, string, string, number | undefined, string][])(
  'until %s at %s in %s: %s %s %s',
  (until, now, zone, kind, days, tone) => {
    const premium = premiumOf(until, new Date(now), zone)
    expect(premium).toMatchObject(days === undefined ? { kind, tone } : { kind, days, tone })
  },
)

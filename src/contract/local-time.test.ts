import { expect, test } from 'vitest'
import { clockAt, momentOf } from './local-time.ts'

test.each([
  ['an ordinary morning', '2026-11-25T09:00', 'Asia/Jakarta', '2026-11-25T02:00:00.000Z'],
  ['UTC', '2026-11-25T09:00', 'UTC', '2026-11-25T09:00:00.000Z'],
  ['a zone with half an hour', '2026-11-25T09:00', 'Asia/Kolkata', '2026-11-25T03:30:00.000Z'],
  ['the far side of the date line', '2026-01-01T00:30', 'Pacific/Kiritimati', '2025-12-31T10:30:00.000Z'],
  ['skipped in Berlin: 02:30 becomes 03:30', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['the first skipped minute', '2026-03-29T02:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['the last minute before the gap', '2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['the first minute after the gap', '2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['repeated in Berlin: the first, in summer time', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['unique again after the repeated hour', '2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  ['skipped at midnight in Cairo', '2026-04-24T00:15', 'Africa/Cairo', '2026-04-23T22:15:00.000Z'],
  ['repeated in New York', '2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['a gap of half an hour on Lord Howe', '2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
  ['a repeated half hour on Lord Howe', '2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
])('%s', (_, local, zone, moment) => {
  expect(new Date(momentOf(local, zone)).toISOString()).toBe(moment)
})

test('a moment survives the round trip through local time, all year round', () => {
  for (const zone of ['Asia/Jakarta', 'Europe/London', 'America/Sao_Paulo', 'Pacific/Apia'])
    for (let hour = 0; hour < 8_760; hour += 7) {
      const moment = Date.UTC(2026, 0, 1, hour)
      const back = momentOf(clockAt(moment, zone), zone)
      // A repeated hour means its first occurrence.
      expect([moment, moment - 3_600_000]).toContain(back)
    }
})

test('the day that Samoa skipped moves to the next day', () => {
  expect(clockAt(momentOf('2011-12-30T12:00', 'Pacific/Apia'), 'Pacific/Apia')).toBe('2011-12-31T12:00')
})

test('a text that is not a date and time is rejected', () => {
  expect(() => momentOf('2026-11-25', 'UTC')).toThrow('not a date and time')
})

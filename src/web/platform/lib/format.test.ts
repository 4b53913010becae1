// Relative times by the user's calendar, and the user's time zone.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ago, dateTimeRange, setFormat } from './format.ts'

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

test('two days are a number in Indonesian, one is a word', () => {
  setFormat({ locale: 'id', timeZone: 'Asia/Jakarta' })
  const now = Date.parse('2026-11-18T08:00:00+07:00')
  expect(ago('2026-11-17T08:00:00+07:00', now)).toBe('kemarin')
  expect(ago('2026-11-16T08:00:00+07:00', now)).toBe('2 hari yang lalu')
})

test('a period within a day names the day once', () => {
  const text = (from: string, to: string) => dateTimeRange(from, to).replace(/\s/g, ' ')
  expect(text('2026-11-18T01:00:00Z', '2026-11-18T03:30:00Z')).toBe('Nov 18, 2026, 8:00 – 10:30 AM')
  expect(text('2026-11-18T01:00:00Z', '2026-11-19T03:30:00Z')).toBe('Nov 18, 2026, 8:00 AM – Nov 19, 2026, 10:30 AM')
})

const moment = '2026-12-31T15:30:00Z'
const byBrowser = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment))

test.each([
  ['as last stored', '{"locale":"id-ID","timeZone":"Asia/Tokyo"}', '1 Jan 2027, 00.30'],
  ['in the browser’s time zone if the stored one is unknown', '{"timeZone":"Mars/Olympus"}', byBrowser],
  ['in the browser’s time zone if nothing is stored', 'null', byBrowser],
])('until the profile is loaded a moment reads %s', async (_, kept, text) => {
  vi.stubGlobal('localStorage', { getItem: () => kept, setItem: () => {} })
  vi.resetModules()
  const { dateTime } = await import('./format.ts')
  expect(dateTime(moment)).toBe(text)
  vi.unstubAllGlobals()
})

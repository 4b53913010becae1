import { afterEach, expect, it } from 'vitest'
import { setFormat } from '../../platform/lib/format.ts'
import { shortMoment } from './time-text.ts'

afterEach(() => setFormat({}))

it.each([
  ['2026-11-20T07:04:05.000Z', '14:04:05'],
  ['2026-11-19T20:00:01.000Z', '03:00:01'],
  ['2026-11-19T19:59:59.000Z', '20 Nov 2026'],
])('%s reads %s in Jakarta', (time, expected) => {
  const reader = { locale: 'en-GB', time_zone: 'Asia/Jakarta' }
  setFormat({ locale: reader.locale, timeZone: reader.time_zone })
  expect(shortMoment(time, reader, Date.parse('2026-11-20T08:00:00Z'))).toBe(expected)
})

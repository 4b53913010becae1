import { expect, test } from 'vitest'
import { timeZoneNow, timeZones } from './time-zones.ts'

const winter = new Date('2026-01-20T08:04:00Z')
const summer = new Date('2026-07-20T08:04:00Z')

test.each([
  ['Asia/Jakarta', 'id', winter, 'Asia/Jakarta (UTC+07:00)', '15.04'],
  ['Asia/Jakarta', 'en-GB', winter, 'Asia/Jakarta (UTC+07:00)', '15:04'],
  ['Asia/Kolkata', 'en-GB', winter, 'Asia/Kolkata (UTC+05:30)', '13:34'],
  ['America/New_York', 'en-GB', winter, 'America/New York (UTC-05:00)', '03:04'],
  ['America/New_York', 'en-GB', summer, 'America/New York (UTC-04:00)', '04:04'],
  ['UTC', 'en-GB', winter, 'UTC (UTC+00:00)', '08:04'],
  ['Mars/Olympus_Mons', 'en-GB', winter, 'Mars/Olympus Mons', ''],
])('%s in %s at %s is %s, %s there', (zone, language, at, label, time) => {
  expect(timeZoneNow(zone, language, at)).toEqual({ label, time })
})

test('the stored time zone is always among the choices, once', () => {
  const zones = timeZones(['Asia/Kolkata', 'Asia/Jakarta', 'Asia/Jakarta'])
  expect(zones.filter((zone) => zone === 'Asia/Jakarta')).toHaveLength(1)
  expect(zones).toContain('Asia/Kolkata')
  expect(zones).toContain('UTC')
  expect(zones).toEqual([...zones].sort())
})

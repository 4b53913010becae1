// A moment as short as it can be told: the time of day while it is fresh, the day later.
import { day } from '../lib/format.ts'

export type Reader = { locale: string; time_zone: string } | undefined

const freshMs = 12 * 3_600_000

/** `15:04:05`, or `20 Nov 2026` for what is more than twelve hours ago. */
export function shortMoment(time: string, reader: Reader, now = Date.now()): string {
  if (now - Date.parse(time) > freshMs) return day(time)
  const format = new Intl.DateTimeFormat(reader?.locale, { timeZone: reader?.time_zone, timeStyle: 'medium' })
  return format.format(new Date(time))
}

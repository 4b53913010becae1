// Short times: the time of day if recent, otherwise the date.
import { day, locale } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'

export type Reader = { locale: string; time_zone: string } | undefined

const freshMs = 12 * 3_600_000

/** `15:04:05`, or `20 Nov 2026` if more than twelve hours ago. */
export function shortMoment(time: string, reader: Reader, now = Date.now()): string {
  if (now - Date.parse(time) > freshMs) return day(time)
  const format = new Intl.DateTimeFormat(reader?.locale, { timeZone: reader?.time_zone, timeStyle: 'medium' })
  return format.format(new Date(time))
}

/** Formats `2026-11-25T09:00` in the reader's locale, without converting the time zone. */
export function clockText(local: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`${local}:00Z`),
  )
}

/** Durations: `3 minutes`, `5 hours`, `2 days`. */
export function durationText(seconds: number): string {
  if (seconds < 90) return t('about a minute')
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return t.plural(minutes, '{count} minute', '{count} minutes')
  const hours = Math.round(minutes / 60)
  if (hours < 48) return t.plural(hours, '{count} hour', '{count} hours')
  return t.plural(Math.round(hours / 24), '{count} day', '{count} days')
}

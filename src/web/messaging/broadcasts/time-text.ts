// Short times: the time of day if recent, otherwise the date.
import { locale } from '../../platform/lib/format.ts'
import { dateFormat } from '../../platform/lib/formats.ts'
import { t } from '../../platform/lib/text.ts'

export type Reader = { locale: string; time_zone: string } | undefined

const freshMs = 12 * 3_600_000

/** Time for a table cell: `15:04:05` if recent, else `20 Nov, 15:04`; just `15:06` if `after` is on the same day. */
export function shortMoment(
  time: string,
  reader: Reader,
  { after, now = Date.now() }: { after?: string | null; now?: number } = {},
) {
  const zone = { timeZone: reader?.time_zone }
  const as = (options: Intl.DateTimeFormatOptions, at: string) =>
    dateFormat(reader?.locale, { ...zone, ...options }).format(new Date(at))
  if (now - Date.parse(after ?? time) <= freshMs) return as({ timeStyle: 'medium' }, time)
  const clock = as({ timeStyle: 'short' }, time)
  const day = (at: string) => as({ day: 'numeric', month: 'short' }, at)
  return after && day(after) === day(time) ? clock : t('{day}, {time}', { day: day(time), time: clock })
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

// Dates, times and numbers as the reader's language and time zone write them.
import { dayIn } from './calendar.ts'
import { dateFormat, numberFormat, relativeFormat } from './formats.ts'
import { language, t } from './text.ts'

interface Choice {
  locale?: string
  timeZone?: string
}

const key = 'format'
/** Read when it is first asked for. */
let choice: Choice | undefined

/**
 * Follows the signed-in user's choice; until it is known what it was here last, else the language that is spoken and the
 * browser's time zone. Kept, because what is drawn before the profile has come is not drawn again.
 */
export function setFormat(next: Choice) {
  choice = next
  try {
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    // Storage is full or forbidden: the next page load begins as the first did.
  }
}

export function number(value: number) {
  return numberFormat(locale()).format(value)
}

export function percent(part: number, whole: number) {
  return numberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(whole ? part / whole : 0)
}

/** 340 KB, 2.1 MB */
export function fileSize(bytes: number) {
  const megabytes = bytes / 1024 ** 2
  if (megabytes < 1) return t('{size} KB', { size: number(Math.max(1, Math.round(bytes / 1024))) })
  return t('{size} MB', { size: number(Math.round(megabytes * 10) / 10) })
}

/** 20 Nov 2026 */
export function day(time: string) {
  return format(time, { dateStyle: 'medium' })
}

/** 20 Nov 2026, of `2026-11-20`: a day of the calendar, the same in every time zone. */
export function calendarDay(day: string) {
  return format(day, { dateStyle: 'medium', timeZone: 'UTC' })
}

/** November 2026, of `2026-11`; short where many stand side by side: Nov 26. */
export function monthText(month: string, { short = false } = {}) {
  const length = short ? ({ month: 'short', year: '2-digit' } as const) : ({ month: 'long', year: 'numeric' } as const)
  return format(`${month}-01`, { ...length, timeZone: 'UTC' })
}

/** The reader's day of the calendar: `2026-11-20`. */
export function today(now = new Date()) {
  return dayIn(timeZone(), now)
}

/** 20 Nov 2026, 15:04 */
export function dateTime(time: string) {
  return format(time, { dateStyle: 'medium', timeStyle: 'short' })
}

/** 20 Nov 2026, 15:04 – 17:30 */
export function dateTimeRange(from: string, to: string) {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone() } as const
  return dateFormat(locale(), options).formatRange(new Date(from), new Date(to))
}

/** 15:04 */
export function clock(time: string) {
  return format(time, { timeStyle: 'short' })
}

/** "5 minutes ago", "yesterday"; a date once it is more than a month away. */
export function ago(time: string, now = Date.now()) {
  const seconds = (Date.parse(time) - now) / 1000
  const size = Math.abs(seconds)
  if (!(size < maxDays * 86_400)) return day(time)
  const relative = relativeFormat(locale())
  // "Yesterday" is a day of the reader's calendar: late at night not what was in the morning before it.
  const days = (Date.parse(today(new Date(time))) - Date.parse(today(new Date(now)))) / 86_400_000
  if (size >= 22 * 3600 && days !== 0) return relative.format(days, 'day')
  const [, unit, length] = steps.find(([limit]) => size < limit)!
  return relative.format(Math.round(seconds / length), unit)
}

/** How numbers, days and amounts are written for the reader, as a tag. */
export const locale = () => chosen().locale ?? language()

const timeZone = () => chosen().timeZone

function chosen(): Choice {
  choice ??= kept()
  return choice
}

function kept(): Choice {
  try {
    const { locale, timeZone }: Choice = JSON.parse(localStorage.getItem(key) ?? '{}')
    // Throws where this browser does not know them.
    if (locale || timeZone) dateFormat(locale, { timeZone, dateStyle: 'medium' })
    return { locale, timeZone }
  } catch {
    return {}
  }
}

const maxDays = 30
const steps: [limit: number, unit: Intl.RelativeTimeFormatUnit, length: number][] = [
  [45, 'second', 1],
  [45 * 60, 'minute', 60],
  [25 * 3600, 'hour', 3600],
]

function format(time: string, options: Intl.DateTimeFormatOptions) {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? time : dateFormat(locale(), { timeZone: timeZone(), ...options }).format(date)
}

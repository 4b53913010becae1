// Formats dates, times and numbers in the user's locale and time zone.
import { dayIn } from './calendar.ts'
import { dateFormat, numberFormat, relativeFormat } from './formats.ts'
import { language, t } from './text.ts'

interface Choice {
  locale?: string
  timeZone?: string
}

const key = 'format'
/** Loaded on first use. */
let choice: Choice | undefined

/**
 * Applies the user's format settings. Until the profile has loaded, the settings last used on this device apply, else
 * the language and the browser's time zone. Saved, because what is rendered earlier is not rendered again.
 */
export function setFormat(next: Choice) {
  choice = next
  try {
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    // Storage is full or blocked: the next page load starts with the defaults.
  }
}

export function number(value: number) {
  return numberFormat(locale()).format(value)
}

/** `87%`. 100% only when nothing is missing, and 0% only when there is nothing. */
export function percent(part: number, whole: number) {
  const share = whole ? part / whole : 0
  const shown = part <= 0 || part >= whole ? share : Math.min(Math.max(share, 0.01), 0.99)
  return numberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(shown)
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

/** 20 Nov */
export function shortDay(time: string) {
  return format(time, { day: 'numeric', month: 'short' })
}

/** 20 Nov 2026, from `2026-11-20`: a calendar day, the same in every time zone. */
export function calendarDay(day: string) {
  return format(day, { dateStyle: 'medium', timeZone: 'UTC' })
}

/** 20 November 2026, from `2026-11-20`. */
export function longDay(day: string) {
  return format(day, { dateStyle: 'long', timeZone: 'UTC' })
}

/** November, from 11. */
export function monthName(month: number) {
  return format(`2026-${String(month).padStart(2, '0')}-01`, { month: 'long', timeZone: 'UTC' })
}

/** Friday, or Fri, from `2026-11-20`. */
export function weekdayName(day: string, weekday: 'long' | 'short') {
  return format(day, { weekday, timeZone: 'UTC' })
}

/** November 2026, from `2026-11`; `short` for tight columns: Nov 26. */
export function monthText(month: string, { short = false } = {}) {
  const length = short ? ({ month: 'short', year: '2-digit' } as const) : ({ month: 'long', year: 'numeric' } as const)
  return format(`${month}-01`, { ...length, timeZone: 'UTC' })
}

/** Today's calendar day for the user: `2026-11-20`. */
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

/** A time of day without a day, `15:04`, as the reader's language writes it. */
export function timeOfDay(time: string) {
  return dateFormat(locale(), { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${time}:00Z`))
}

/** Only the hour, for the axis of a chart: 3 PM, or 15. */
export function hour(time: string) {
  return format(time, { hour: 'numeric' })
}

/** "today", "tomorrow" or "yesterday"; any other day as 20 Nov. */
export function nearDay(time: string, now = Date.now()) {
  const days = daysBetween(time, now)
  return Math.abs(days) > 1 ? shortDay(time) : relativeFormat(locale(), days).format(days, 'day')
}

/** Number of calendar days between two moments, in the user's time zone. */
const daysBetween = (time: string, now: number) =>
  (Date.parse(today(new Date(time))) - Date.parse(today(new Date(now)))) / 86_400_000

/** "5 minutes ago", "yesterday"; a date if it is more than a month away. */
export function ago(time: string, now = Date.now()) {
  const seconds = (Date.parse(time) - now) / 1000
  const size = Math.abs(seconds)
  if (!(size < maxDays * 86_400)) return day(time)
  // "Yesterday" is the user's previous calendar day, not 24 hours ago.
  const days = daysBetween(time, now)
  if (size >= 22 * 3600 && days !== 0) return relativeFormat(locale(), days).format(days, 'day')
  const [, unit, length] = steps.find(([limit]) => size < limit)!
  return relativeFormat(locale()).format(Math.round(seconds / length), unit)
}

/** The locale tag in which numbers, days and amounts are formatted. */
export const locale = () => chosen().locale ?? language()

const timeZone = () => chosen().timeZone

function chosen(): Choice {
  choice ??= storedChoice()
  return choice
}

function storedChoice(): Choice {
  try {
    const { locale, timeZone }: Choice = JSON.parse(localStorage.getItem(key) ?? '{}')
    // Throws if this browser does not support them.
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

// Calendar days as ISO texts: `2026-11-21`.
import { dateFormat } from './formats.ts'

/** The calendar day of a moment in a time zone. */
export function dayIn(timeZone: string | undefined, moment = new Date()): string {
  const parts = dateFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const of = Object.fromEntries(parts.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `${of.year}-${of.month}-${of.day}`
}

const date = (day: string) => new Date(`${day}T00:00:00Z`)
const dayText = (moment: Date) => moment.toISOString().slice(0, 10)

export function addDays(day: string, count: number): string {
  return dayText(new Date(date(day).getTime() + count * 86_400_000))
}

/** Number of days in the month of a day. */
export function daysIn(day: string): number {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()
}

/** The same day in another month, or that month's last day if it is shorter. */
export function addMonths(day: string, count: number): string {
  const first = dayText(new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + count, 1)))
  return addDays(first, Math.min(Number(day.slice(8)), daysIn(first)) - 1)
}

/** First day of the week in a locale: 1 is Monday, 7 is Sunday. */
export function weekStart(locale: string): number {
  // Browsers offer this as a function or as a property; older versions of Firefox offer neither.
  const info = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1
}

/** The seven days of the week that contains the day. */
export function weekOf(day: string, firstDay: number): string[] {
  const since = (date(day).getUTCDay() - firstDay + 7) % 7
  return Array.from({ length: 7 }, (_, index) => addDays(day, index - since))
}

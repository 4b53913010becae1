// Calendar days as ISO texts: `2026-11-21`.
import { dateFormat } from './formats.ts'

/** The calendar day of a moment in a time zone. */
export function dayIn(timeZone: string | undefined, moment = new Date()): string {
  const parts = dateFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const of = Object.fromEntries(parts.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `${of.year}-${of.month}-${of.day}`
}

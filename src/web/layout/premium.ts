// Text of the premium badge: days left are calendar days in the user's time zone.
import { dateFormat } from '../platform/lib/formats.ts'

export type PremiumTone = 'plain' | 'premium' | 'warning' | 'urgent'
export type Premium =
  | { kind: 'free'; tone: 'plain' }
  | { kind: 'premium'; tone: 'premium' }
  | { kind: 'days_left'; days: number; tone: 'warning' | 'urgent' }
  | { kind: 'expires_today'; tone: 'urgent' }

const warnFrom = 30
const urgentFrom = 7

export function premiumOf(until: string | null, now: Date, timeZone: string): Premium {
  const end = until ? new Date(until) : undefined
  if (!end || Number.isNaN(end.getTime())) return { kind: 'free', tone: 'plain' }
  // A date is over at the end of the day, the same in every time zone; a timestamp immediately.
  const isDay = /^\d{4}-\d\d-\d\d$/.test(until!)
  const days = dayNumber(end, isDay ? 'UTC' : timeZone) - dayNumber(now, timeZone)
  if (isDay ? days < 0 : end <= now) return { kind: 'free', tone: 'plain' }
  if (days > warnFrom) return { kind: 'premium', tone: 'premium' }
  if (days <= 0) return { kind: 'expires_today', tone: 'urgent' }
  return { kind: 'days_left', days, tone: days <= urgentFrom ? 'urgent' : 'warning' }
}

/** Days since 1970 of the local calendar day. */
function dayNumber(moment: Date, timeZone: string) {
  const parts = dateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return Date.parse(`${parts.format(moment)}T00:00:00Z`) / 86_400_000
}

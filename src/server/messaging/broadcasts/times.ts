// Parses and validates the start and expiry of a broadcast. Pure.
import { clockAt, momentOf } from '../../../contract/local-time.ts'

/** Local time in the zone, or an instant with an offset; null removes it, undefined keeps it. */
export interface Typed {
  send_at?: string | null | undefined
  time_zone?: string | null | undefined
  expires_at?: string | null | undefined
}

export interface Times {
  send_on: string | null
  send_at: Date | null
  time_zone: string | null
  expires_at: Date | null
}

/** Only the changed fields. Changing only the zone keeps the local time, so the instant changes. */
export function timesOf(
  typed: Typed,
  before: { send_on: string | null; time_zone: string | null },
  home: string,
): Partial<Times> {
  const zone = typed.time_zone ?? (typed.time_zone === undefined ? before.time_zone : null) ?? home
  const sendAt = typed.send_at === undefined && typed.time_zone !== undefined ? before.send_on : typed.send_at
  const times: Partial<Times> = {}
  if (typed.time_zone !== undefined || sendAt) times.time_zone = zone
  if (sendAt !== undefined) {
    const at = sendAt === null ? null : momentIn(sendAt, zone)
    times.send_at = at
    // Stored as typed, to detect a local time that daylight saving skipped.
    times.send_on = sendAt === null || at === null ? null : isMoment(sendAt) ? clockAt(at.getTime(), zone) : sendAt
  }
  if (typed.expires_at !== undefined)
    times.expires_at = typed.expires_at === null ? null : momentIn(typed.expires_at, zone)
  return times
}

const isMoment = (text: string) => text.length > 16
const momentIn = (text: string, zone: string) => new Date(isMoment(text) ? text : momentOf(text, zone))

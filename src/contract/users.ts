// The signed-in user's own profile.
import * as z from 'zod/mini'
import { Address, TypedPassword } from './auth.ts'
import { Id, Locale, line, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const Profile = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  /** The new address that waits for its link to be opened; until then `email` signs in. */
  pending_email: z.nullable(z.string()),
  /** The organization's name; may be empty. */
  organization: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
  premium_until: z.nullable(z.string()),
  locale: z.string(),
  time_zone: z.string(),
  /** The organization's country: how a local phone number is read. */
  country: z.string(),
})
export type Profile = z.output<typeof Profile>

/** An IANA name that both sides' clocks know; PostgreSQL, which counts the days, is asked when it is stored. */
export const TimeZone = z.string().check(z.maxLength(60), z.refine<string>(isTimeZone, { error: 'is not a time zone' }))
/** A whole profile may be sent back: its read-only fields are ignored. */
export const ProfileChange = z.object({
  name: z.optional(line(200)),
  organization: z.optional(line(200, 0)),
  locale: z.optional(Locale),
  time_zone: z.optional(TimeZone),
  /** Another one than now is confirmed by a link that is mailed there; it needs `current_password`. */
  email: z.optional(Address),
  current_password: z.optional(TypedPassword),
})
export type ProfileChange = z.output<typeof ProfileChange>

export const users = {
  profile: endpoint({ method: 'GET', path: '/v1/user/profile', access: 'signed_in', response: Profile }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/v1/user/profile',
    access: 'signed_in',
    body: ProfileChange,
    response: Profile,
  }),
}

function isTimeZone(name: string) {
  // Offsets such as `+07:00` mean the opposite in PostgreSQL, and abbreviations something else: IST is Israel's time there.
  if (!/^[A-Za-z]/.test(name) || (/^[a-z]{3}$/i.test(name) && !/^(UTC|GMT)$/i.test(name))) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

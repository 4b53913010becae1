// Contract of the signed-in user's profile.

import * as z from 'zod/mini'
import { Address, TypedPassword } from './auth.ts'
import { Id, Locale, line, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'
import { Permission } from './permissions.ts'
import { RoleLabel } from './roles.ts'

export const Profile = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  /** A new address that is not confirmed yet; until then `email` signs in. */
  pending_email: z.nullable(z.string()),
  /** The organization's name; may be empty. */
  organization: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
  premium_until: z.nullable(z.string()),
  locale: z.string(),
  time_zone: z.string(),
  /** Whether the user gets an email at seven in the morning, their time, if tasks or follow-ups of theirs are due or overdue. */
  morning_mail: z.boolean(),
  /** The organization's country, for parsing local phone numbers. */
  country: z.string(),
  role: RoleLabel,
  /** The moment of the backup, in a restored copy that has not been released; otherwise null. */
  restored_from: z.nullable(Timestamp),
  /** When the organization will be deleted, unless an owner cancels that; null if nobody has asked for it. */
  deletion_due_at: z.nullable(Timestamp),
  /** `missing`: the organization requires a second factor, so the user can do nothing but set one up. */
  second_factor: z.enum(['on', 'off', 'missing']),
  /** A passkey can replace password and code in a fresh proof. */
  has_passkey: z.boolean(),
  /** What the caller may do in the organization that is open. */
  permissions: z.array(Permission),
})
export type Profile = z.output<typeof Profile>

/** An IANA name known to JavaScript on both sides; PostgreSQL, which computes the days, checks it when it is stored. */
export const TimeZone = z
  .string()
  .check(z.maxLength(60), z.refine<string>(isTimeZone, { error: issue('field.not_time_zone') }))
/** A whole profile may be sent back: its read-only fields are ignored. */
export const ProfileChange = z.object({
  name: z.optional(line(200)),
  organization: z.optional(line(200, 0)),
  locale: z.optional(Locale),
  time_zone: z.optional(TimeZone),
  morning_mail: z.optional(z.boolean()),
  /** A new address takes effect once a mailed link confirms it. Needs `current_password`, with a second factor also a proof. */
  email: z.optional(Address),
  current_password: z.optional(TypedPassword),
})
export type ProfileChange = z.output<typeof ProfileChange>

export const users = {
  profile: endpoint({
    permission: 'account',
    // A program may ask which member and permissions its token has.
    by_token: true,
    without_second_factor: true,
    method: 'GET',
    path: '/v1/user/profile',
    access: 'signed_in',
    of_account: true,
    response: Profile,
  }),
  updateProfile: endpoint({
    permission: 'account',
    // After the login the web app stores the language that was chosen before it.
    without_second_factor: true,
    method: 'PUT',
    path: '/v1/user/profile',
    access: 'signed_in',
    of_account: true,
    body: ProfileChange,
    response: Profile,
  }),
}

function isTimeZone(name: string) {
  // PostgreSQL reads offsets such as `+07:00` with the opposite sign, and some abbreviations differently: IST is
  // Israel's time there.
  if (!/^[A-Za-z]/.test(name) || (/^[a-z]{3}$/i.test(name) && !/^(UTC|GMT)$/i.test(name))) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

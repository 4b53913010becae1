// Every error Kabar answers: its code, HTTP status and title. Programs read the code, people the detail.
import * as z from 'zod/mini'

export const errors = {
  invalid_request: [400, 'Some of what was sent is not right'],
  malformed_request: [400, 'The request cannot be read'],
  wrong_password: [400, 'The current password is not right'],
  password_refused: [400, 'Choose another password'],
  reset_invalid: [400, 'This link is not good any more'],
  confirmation_invalid: [400, 'This link is not good any more'],
  invitation_invalid: [400, 'This invitation is not good any more'],
  template_invalid: [400, 'The template has a mistake'],
  file_unreadable: [400, 'The file cannot be read'],
  unauthenticated: [401, 'Sign in first'],
  wrong_credentials: [401, 'E-mail or password is not right'],
  refresh_invalid: [401, 'The session has ended'],
  refresh_reused: [401, 'The session has ended'],
  session_expired: [401, 'The session has ended'],
  registration_closed: [403, 'Registration is closed'],
  not_found: [404, 'Not found'],
  download_gone: [404, 'This download is not good any more'],
  no_qr: [404, 'There is no QR code now'],
  method_not_allowed: [405, 'Method not allowed'],
  version_conflict: [409, 'Somebody changed this meanwhile'],
  quota_exceeded: [403, 'The organization’s quota is used up'],
  email_taken: [409, 'This address has an account already'],
  invitation_for_another: [409, 'This invitation is for another address'],
  already_member: [409, 'Already in the team'],
  organization_in_use: [409, 'Your organization is not empty'],
  phone_taken: [409, 'A contact with this number exists already'],
  idempotency_key_reused: [409, 'This Idempotency-Key was used for another request'],
  currency_locked: [409, 'The currency cannot change any more'],
  investor_has_investments: [409, 'This investor has investments'],
  investment_has_transactions: [409, 'Money moved on this investment'],
  name_taken: [409, 'This name is in use'],
  rate_taken: [409, 'This day has a rate already'],
  state_conflict: [409, 'This cannot be done now'],
  in_use: [409, 'This is in use'],
  period_closed: [409, 'The books are closed for this day'],
  last_of_category: [409, 'This is the last active status of its category'],
  default_status: [409, 'This is the status that new investments begin with'],
  too_large: [413, 'Too large'],
  unsupported_media_type: [415, 'Send JSON'],
  too_many_requests: [429, 'Too many tries'],
  pictures_unavailable: [501, 'This installation cannot check pictures'],
  internal_error: [500, 'Something went wrong'],
  unavailable: [503, 'Kabar cannot answer right now'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errors

/** RFC 9457 `application/problem+json`. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  code: z.string(),
  request_id: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), code: z.string(), message: z.string() }))),
  /** With `version_conflict`: the record as it is now. With `phone_taken`: who has the number. With `in_use`: what is. With `quota_exceeded`: the quota. */
  current: z.optional(z.unknown()),
})
export type Problem = z.output<typeof Problem>
export type FieldError = { path: string; code: string; message: string }

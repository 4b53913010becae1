// Every error Kabar answers: its code, HTTP status and title. Programs read the code, people the detail.
import * as z from 'zod/mini'

export const errors = {
  invalid_request: [400, 'Invalid request'],
  malformed_request: [400, 'Malformed request'],
  wrong_password: [400, 'Current password is incorrect'],
  password_refused: [400, 'Password not accepted'],
  reset_invalid: [400, 'Link expired or already used'],
  confirmation_invalid: [400, 'Link expired or already used'],
  invitation_invalid: [400, 'Invitation expired or already used'],
  template_invalid: [400, 'Invalid template'],
  file_unreadable: [400, 'File cannot be read'],
  unauthenticated: [401, 'Authentication required'],
  wrong_credentials: [401, 'Incorrect email or password'],
  refresh_invalid: [401, 'Session expired'],
  refresh_reused: [401, 'Session expired'],
  session_expired: [401, 'Session expired'],
  registration_closed: [403, 'Registration is closed'],
  not_found: [404, 'Not found'],
  download_gone: [404, 'Download link expired or already used'],
  no_qr: [404, 'No QR code available'],
  method_not_allowed: [405, 'Method not allowed'],
  version_conflict: [409, 'Changed by someone else'],
  quota_exceeded: [403, 'Quota exceeded'],
  email_taken: [409, 'Email address already in use'],
  invitation_for_another: [409, 'Invitation is for another address'],
  already_member: [409, 'Already a member'],
  organization_in_use: [409, 'Organization is not empty'],
  phone_taken: [409, 'Phone number already in use'],
  idempotency_key_reused: [409, 'Idempotency key reused with a different request'],
  currency_locked: [409, 'Currency is locked by transactions'],
  investor_has_investments: [409, 'Investor has investments'],
  investment_has_transactions: [409, 'Investment has settled transactions'],
  name_taken: [409, 'Name already in use'],
  rate_taken: [409, 'Rate already exists for this date'],
  state_conflict: [409, 'Not possible in the current state'],
  in_use: [409, 'In use'],
  period_closed: [409, 'Period is closed'],
  last_of_category: [409, 'Last active status of its category'],
  default_status: [409, 'Default status'],
  too_large: [413, 'Request too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  too_many_requests: [429, 'Too many requests'],
  pictures_unavailable: [501, 'Image processing unavailable'],
  internal_error: [500, 'Internal server error'],
  unavailable: [503, 'Service unavailable'],
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

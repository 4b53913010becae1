// Every error of the API: its code and HTTP status. The title of an error is the message `error.<code>`.
import * as z from 'zod/mini'
import { MessageCodeData } from './messages/data.ts'
import type { Message } from './messages/message.ts'

export const errors = {
  invalid_request: 400,
  malformed_request: 400,
  wrong_password: 400,
  wrong_code: 400,
  passkey_refused: 400,
  passkey_expired: 400,
  password_rejected: 400,
  reset_invalid: 400,
  confirmation_invalid: 400,
  invitation_invalid: 400,
  template_invalid: 400,
  file_unreadable: 400,
  unauthenticated: 401,
  organization_switched: 409,
  wrong_credentials: 401,
  second_factor_required: 401,
  challenge_invalid: 401,
  login_refused: 401,
  refresh_invalid: 401,
  refresh_reused: 401,
  session_expired: 401,
  forbidden: 403,
  proof_required: 403,
  second_factor_missing: 403,
  not_with_token: 403,
  registration_closed: 403,
  not_found: 404,
  download_expired: 404,
  no_qr: 404,
  method_not_allowed: 405,
  version_conflict: 409,
  quota_exceeded: 403,
  email_taken: 409,
  invitation_email_mismatch: 409,
  already_member: 409,
  last_owner: 409,
  organization_in_use: 409,
  phone_taken: 409,
  idempotency_key_reused: 409,
  currency_locked: 409,
  investor_has_investments: 409,
  investment_has_transactions: 409,
  name_taken: 409,
  rate_taken: 409,
  state_conflict: 409,
  passkeys_unavailable: 409,
  approval_required: 409,
  not_with_sample_data: 409,
  in_use: 409,
  period_closed: 409,
  last_active_status: 409,
  default_status: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  image_processing_unavailable: 501,
  internal_error: 500,
  unavailable: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errors

/** `message` is the text of `code` with `params`. If `code` begins with `field.`, the text continues the field's label. */
export const FieldError = z.object({
  path: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.unknown()) as unknown as z.ZodMiniType<Message['params']>,
  message: z.string(),
})
export type FieldError = z.output<typeof FieldError>

/** RFC 9457 `application/problem+json`. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** The sentence of `message`, in the language that `Accept-Language` prefers; missing if the title says everything. */
  detail: z.optional(z.string()),
  code: z.string(),
  message: MessageCodeData,
  request_id: z.string(),
  errors: z.optional(z.array(FieldError)),
  /**
   * `version_conflict`: the current record. `phone_taken`: the contact with the number. `in_use`: the records that use it.
   * `quota_exceeded`: the quota. `second_factor_required`: the challenge of the second step, and which ways the user has.
   */
  current: z.optional(z.unknown()),
})
export type Problem = z.output<typeof Problem>

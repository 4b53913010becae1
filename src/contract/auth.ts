// Contract of authentication: signing in and out, passwords, and sign-in sessions.

import * as z from 'zod/mini'
import { byId, Country, Email, Id, Locale, line, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'

const typeable = z.refine<string>((text) => !text.includes('\0') && text.isWellFormed(), {
  error: issue('field.not_typable'),
})
const atMost256 = z.refine<string>((password) => [...password].length <= 256, {
  error: issue('bounds.max_characters', { count: 256 }),
})

/** 10 to 256 code points, stored as typed; the server rejects common and guessable passwords. */
export const Password = z.string().check(
  z.refine<string>((password) => [...password].length >= 10, { error: issue('bounds.min_characters', { count: 10 }) }),
  atMost256,
  typeable,
)
/** The current password, as typed; the server rejects an empty one. */
export const TypedPassword = z.string().check(atMost256, typeable)
/** The email address that an account signs in with. */
export const Address = Email.check(typeable)

export const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
export type Tokens = z.output<typeof Tokens>

/** The token of an invitation link. Any text: the server decides whether it is valid. */
export const Invite = z.string().check(z.maxLength(200))
export const Registration = z.strictObject({
  name: line(200),
  email: Address,
  password: Password,
  organization: z.optional(line(200, 0)),
  country: z.optional(Country),
  /** The user's language. Messages to contacts name the organization's initial master data in it, if it is supported. */
  locale: z.optional(Locale),
  /** The user joins that organization; `organization` and `country` are ignored. */
  invite: z.optional(Invite),
})
export type Registration = z.output<typeof Registration>
/** A sign-in attempt: any password that an account could have. */
export const Login = z.strictObject({
  email: z.string().check(z.minLength(1, { error: issue('field.required') }), z.maxLength(320), typeable),
  password: z.string().check(z.minLength(1, { error: issue('field.required') }), atMost256, typeable),
  /** Device tokens from earlier sign-ins on this device: it then has its own limit of attempts. */
  device_tokens: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(10))),
})
export type Login = z.output<typeof Login>
/** Six digits from the authenticator app, or a recovery code; spaces and hyphens are ignored. */
const Code = z.string().check(z.minLength(1, { error: issue('field.required') }), z.maxLength(40), typeable)
/** `challenge`: from the error `second_factor_required` of the login, valid for five minutes. */
export const LoginCode = z.strictObject({
  challenge: z.string().check(z.maxLength(600)),
  code: Code,
  /** For 30 days a login on this device, which its device token identifies, asks for no code. */
  remember: z.optional(z.boolean()),
})
export type LoginCode = z.output<typeof LoginCode>
export const ForgottenPassword = z.strictObject({ email: Address })
export type ForgottenPassword = z.output<typeof ForgottenPassword>
/** From the link in an email. */
const LinkToken = z.string().check(z.minLength(1, { error: issue('field.required') }), z.maxLength(200))
export const PasswordReset = z.strictObject({
  token: LinkToken,
  password: Password,
})
export type PasswordReset = z.output<typeof PasswordReset>
export const PasswordChange = z.strictObject({ current_password: Login.shape.password, new_password: Password })
export type PasswordChange = z.output<typeof PasswordChange>

/** Proves that it is the user who acts, and not somebody else at their computer. `code`: with two-step login. */
export const Proof = z.strictObject({ password: Login.shape.password, code: z.optional(Code) })
/** For users without two-step login. */
export const PasswordProof = z.omit(Proof, { code: true })
export type Proof = z.output<typeof Proof>

/** A sign-in session. */
export const SignIn = z.object({
  id: Id,
  /** Names of the browser and its system, such as `Firefox` and `Windows`; null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** IP address of the last use; null if unknown. */
  address: z.nullable(z.string()),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  created_at: Timestamp,
  /** Accurate to the lifetime of an access token. */
  last_seen_at: Timestamp,
})
export type SignIn = z.output<typeof SignIn>

const RefreshToken = z.string().check(z.minLength(1), z.maxLength(500))

export const auth = {
  register: endpoint({
    method: 'POST',
    path: '/auth/v1/register',
    access: 'open',
    body: Registration,
    response: Tokens,
    status: 201,
  }),
  /** Who may register here (everyone, invited users only, or no one), and how else to log in. */
  registration: endpoint({
    method: 'GET',
    path: '/auth/v1/registration',
    access: 'open',
    /** `provider`: name of the identity provider that users can log in with, such as Google. */
    response: z.object({ registration: z.enum(['open', 'invite', 'closed']), provider: z.nullable(z.string()) }),
  }),
  login: endpoint({ method: 'POST', path: '/auth/v1/login', access: 'open', body: Login, response: Tokens }),
  /** The second step, after the login answered `second_factor_required`. */
  loginCode: endpoint({
    method: 'POST',
    path: '/auth/v1/login/code',
    access: 'open',
    body: LoginCode,
    response: Tokens,
  }),
  /** For `device_tokens` of a later sign-in. A new password revokes it. */
  deviceToken: endpoint({
    permission: 'account',
    without_second_factor: true,
    method: 'GET',
    path: '/v1/user/device-token',
    access: 'signed_in',
    of_account: true,
    response: z.object({ device_token: z.string() }),
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/v1/refresh',
    access: 'open',
    body: z.strictObject({ refresh_token: RefreshToken }),
    response: Tokens,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/v1/logout',
    access: 'open',
    // An invalid token must not prevent logging out.
    body: z.nullish(z.strictObject({ refresh_token: z.optional(z.string()) })),
    status: 204,
  }),
  /** The response is the same whether the address has an account or not. */
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/v1/forgot-password',
    access: 'open',
    body: ForgottenPassword,
    status: 202,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/v1/reset-password',
    access: 'open',
    body: PasswordReset,
    status: 204,
  }),
  /** The proof counts for ten minutes, in this sign-in session only. A login counts, too, except one with a provider. */
  prove: endpoint({
    permission: 'account',
    without_second_factor: true,
    method: 'POST',
    path: '/v1/user/proof',
    access: 'signed_in',
    of_account: true,
    body: Proof,
  }),
  /** Needs a fresh proof as well if the user has a second factor. */
  changePassword: endpoint({
    permission: 'account',
    method: 'PUT',
    path: '/v1/user/password',
    access: 'signed_in',
    of_account: true,
    body: PasswordChange,
  }),
  /** With the token of the link that was mailed to the new address. */
  confirmEmail: endpoint({
    permission: 'account',
    method: 'POST',
    path: '/v1/user/email-change/confirm',
    access: 'signed_in',
    of_account: true,
    body: z.strictObject({ token: LinkToken }),
  }),
  /** Sends a new link to the pending address; the older link becomes invalid. */
  resendEmailLink: endpoint({
    permission: 'account',
    method: 'POST',
    path: '/v1/user/email-change/resend',
    access: 'signed_in',
    of_account: true,
  }),
  cancelEmailChange: endpoint({
    permission: 'account',
    method: 'DELETE',
    path: '/v1/user/email-change',
    access: 'signed_in',
    of_account: true,
  }),
  sessions: endpoint({
    permission: 'account',
    method: 'GET',
    path: '/v1/user/sessions',
    access: 'signed_in',
    of_account: true,
    response: z.object({ data: z.array(SignIn) }),
  }),
  /** Any of the user's own sessions; idempotent. */
  endSession: endpoint({
    permission: 'account',
    audited: 'session_ended',
    method: 'DELETE',
    path: '/v1/user/sessions/:id',
    access: 'signed_in',
    of_account: true,
    params: byId,
  }),
  endOtherSessions: endpoint({
    permission: 'account',
    audited: 'other_sessions_ended',
    method: 'POST',
    path: '/v1/user/sessions/end-others',
    access: 'signed_in',
    of_account: true,
  }),
}

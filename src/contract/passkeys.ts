// Passkeys (WebAuthn): log in without a password, serve as the second step after it, or give a fresh proof.

import * as z from 'zod/mini'
import { Tokens } from './auth.ts'
import { byId, Id, line, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'

export const passkeyLimit = 20

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** Whether a password manager keeps copies of the passkey; otherwise it is lost with its device. */
  is_synced: z.boolean(),
  created_at: Timestamp,
  /** Null if never used. */
  last_used_at: z.nullable(Timestamp),
})
export type Passkey = z.output<typeof Passkey>

export const PasskeyList = z.object({
  data: z.array(Passkey),
  /** Why passkeys do not work here: browsers require HTTPS or `localhost`, and a host name instead of an IP address. */
  unavailable: z.nullable(z.enum(['ip_address', 'not_secure'])),
  /** Address of Kabar; passkeys work only there. */
  address: z.string(),
})
export type PasskeyList = z.output<typeof PasskeyList>

/** Binary data of WebAuthn, in base64url. */
const base64url = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(/^[\w-]*$/, { error: issue('field.invalid') }))
const transports = z.array(z.string())
const Descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports })

/** Input of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  /** In milliseconds. */
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreation = z.output<typeof PasskeyCreation>

/** Input of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const PasskeyRequest = z.object({
  rpId: z.string(),
  challenge: z.string(),
  /** In milliseconds. */
  timeout: z.int(),
  /** Empty allows any passkey for this address. */
  allowCredentials: z.array(Descriptor),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.output<typeof PasskeyRequest>

// Not strict, because browsers add properties.
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') }
/** The JSON form of what `navigator.credentials.create` returns in the browser. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    transports: z.optional(z.array(base64url(40)).check(z.maxLength(10))),
  }),
})
export type NewPasskey = z.output<typeof NewPasskey>
/** The JSON form of what `navigator.credentials.get` returns in the browser. */
export const SignedByPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: z.nullish(base64url(200)),
  }),
})
export type SignedByPasskey = z.output<typeof SignedByPasskey>

/** Challenge of the second step, from the error `second_factor_required`. Without it the passkey logs in alone. */
const challenge = z.optional(z.string().check(z.maxLength(600)))
export const PasskeyLogin = z.strictObject({
  passkey: SignedByPasskey,
  challenge,
  /** As in a login with a password. */
  device_tokens: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(10))),
  /** In the second step: for 30 days, logins on this device ask for no second step. */
  remember: z.optional(z.boolean()),
})
export type PasskeyLogin = z.output<typeof PasskeyLogin>

const PasskeyName = line(100)
const own = { permission: 'account', access: 'signed_in', of_account: true } as const

export const passkeys = {
  loginRequest: endpoint({
    method: 'POST',
    path: '/auth/v1/login/passkey/request',
    access: 'open',
    body: z.strictObject({ challenge }),
    response: PasskeyRequest,
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/v1/login/passkey',
    access: 'open',
    body: PasskeyLogin,
    response: Tokens,
  }),
  list: endpoint({
    ...own,
    without_second_factor: true,
    method: 'GET',
    path: '/v1/user/passkeys',
    response: PasskeyList,
  }),
  creation: endpoint({
    ...own,
    fresh_proof: true,
    without_second_factor: true,
    method: 'POST',
    path: '/v1/user/passkeys/creation',
    response: PasskeyCreation,
  }),
  /** The user's first second factor ends all their other sessions and comes with recovery codes. */
  create: endpoint({
    ...own,
    fresh_proof: true,
    without_second_factor: true,
    method: 'POST',
    path: '/v1/user/passkeys',
    /** `name` defaults to that of the authenticator. */
    body: z.strictObject({ passkey: NewPasskey, name: z.optional(PasskeyName) }),
    /** `recovery_codes` are shown only once; empty if the user already has some. */
    response: z.object({ passkey: Passkey, recovery_codes: z.array(z.string()) }),
    status: 201,
  }),
  rename: endpoint({
    ...own,
    audited: 'passkey_renamed',
    method: 'PATCH',
    path: '/v1/user/passkeys/:id',
    params: byId,
    body: z.strictObject({ name: PasskeyName }),
    response: Passkey,
  }),
  /** Also ends all other sessions of the user. */
  remove: endpoint({
    ...own,
    fresh_proof: true,
    method: 'DELETE',
    path: '/v1/user/passkeys/:id',
    params: byId,
  }),
  proofRequest: endpoint({
    ...own,
    method: 'POST',
    path: '/v1/user/proof/passkey/request',
    response: PasskeyRequest,
  }),
  /** Proves it with a passkey, instead of the password and a code. */
  prove: endpoint({
    ...own,
    method: 'POST',
    path: '/v1/user/proof/passkey',
    body: z.strictObject({ passkey: SignedByPasskey }),
  }),
}

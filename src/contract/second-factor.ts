// Two-step login: besides the password, a code from an authenticator app, or a passkey (passkeys.ts).

import * as z from 'zod/mini'
import { LoginCode } from './auth.ts'
import { Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const recoveryCodeCount = 10

export const SecondFactor = z.object({
  /** Whether a login asks for a second step, because the user has an app or a passkey. */
  is_on: z.boolean(),
  /** When the app was set up; null without an app. */
  confirmed_at: z.nullable(Timestamp),
  recovery_codes_left: z.int(),
  /** Number of devices that do not ask for a code at login. */
  remembered_devices: z.int(),
  /** Whether the organization requires a second factor: then the last app or passkey cannot be removed. */
  is_required: z.boolean(),
})
export type SecondFactor = z.output<typeof SecondFactor>

/** A new app takes effect when its first code confirms it; until then an earlier app stays valid. */
export const SecondFactorSetup = z.object({
  /** Key in base 32, to type into an app that cannot scan the QR code. */
  secret: z.string(),
  /** The QR code as an image, in a `data:` URL. */
  qr: z.string(),
})
export type SecondFactorSetup = z.output<typeof SecondFactorSetup>

/** Shown only once, because Kabar stores only their digests; each works once. Empty if the user's present codes stay valid. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.output<typeof RecoveryCodes>

const own = { permission: 'account', access: 'signed_in', of_account: true } as const

export const secondFactor = {
  get: endpoint({
    ...own,
    without_second_factor: true,
    method: 'GET',
    path: '/v1/user/second-factor',
    response: SecondFactor,
  }),
  setUp: endpoint({
    ...own,
    fresh_proof: true,
    without_second_factor: true,
    method: 'POST',
    path: '/v1/user/second-factor/setup',
    response: SecondFactorSetup,
  }),
  /** Also ends all other sessions of the user. */
  confirm: endpoint({
    ...own,
    fresh_proof: true,
    without_second_factor: true,
    method: 'POST',
    path: '/v1/user/second-factor/confirm',
    body: z.strictObject({ code: LoginCode.shape.code }),
    response: RecoveryCodes,
  }),
  renewCodes: endpoint({
    ...own,
    fresh_proof: true,
    method: 'POST',
    path: '/v1/user/second-factor/recovery-codes',
    response: RecoveryCodes,
  }),
  forgetDevices: endpoint({
    ...own,
    audited: 'devices_forgotten',
    method: 'POST',
    path: '/v1/user/second-factor/forget-devices',
  }),
  /** Removes the app. If the user has no passkey, this turns off two-step login. */
  turnOff: endpoint({ ...own, fresh_proof: true, method: 'DELETE', path: '/v1/user/second-factor' }),
}

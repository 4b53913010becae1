// Two-step login: besides the password a code of an authenticator app, or a passkey (passkeys.ts).

import * as z from 'zod/mini'
import { LoginCode } from './auth.ts'
import { Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const recoveryCodeCount = 10

export const SecondFactor = z.object({
  /** Whether a login asks for a second step: there is an app or a passkey. */
  is_on: z.boolean(),
  /** Of the app; null without one. */
  confirmed_at: z.nullable(Timestamp),
  recovery_codes_left: z.int(),
  /** Devices on which a login asks for no code. */
  remembered_devices: z.int(),
  /** By the organization: the last app or passkey cannot be removed. */
  is_required: z.boolean(),
})
export type SecondFactor = z.output<typeof SecondFactor>

/** It counts once a first code confirms it; until then an earlier app stays valid. */
export const SecondFactorSetup = z.object({
  /** Typed into an app that cannot scan, in base 32. */
  secret: z.string(),
  /** An image of the QR code, as a `data:` URL. */
  qr: z.string(),
})
export type SecondFactorSetup = z.output<typeof SecondFactorSetup>

/** Shown once: only their digests are stored. Each works once. Empty if those that the user has stay valid. */
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
  /** Ends all other sessions of the user. */
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
  /** Removes the app; without a passkey, two-step login is off. */
  turnOff: endpoint({ ...own, fresh_proof: true, method: 'DELETE', path: '/v1/user/second-factor' }),
}

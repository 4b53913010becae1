// A login with a passkey: the server's request, the browser's prompt, the tokens.
import { passkeys } from '../../../contract/passkeys.ts'
import { call } from '../../api.ts'
import { deviceTokens } from '../../platform/lib/device-tokens.ts'
import { signWithPasskey } from '../../platform/lib/passkey-prompts.ts'

export interface SecondStep {
  /** Proves that the password was right. */
  challenge: string
  remember: boolean
}

/** Undefined if the user cancelled. */
export async function loginByPasskey(step: SecondStep | undefined) {
  const request = await call(passkeys.loginRequest, { body: step ? { challenge: step.challenge } : {} })
  const passkey = await signWithPasskey(request)
  return passkey && (await call(passkeys.login, { body: { passkey, device_tokens: deviceTokens(), ...step } }))
}

// Logs in with a passkey: gets the request from the server, shows the browser's prompt, and returns the tokens.
import { passkeys } from '../../../contract/passkeys.ts'
import { call } from '../../api.ts'
import { deviceTokens } from '../../platform/lib/device-tokens.ts'
import { signWithPasskey } from '../../platform/lib/passkey-prompts.ts'

export interface SecondStep {
  /** Proves the first step of the login. */
  challenge: string
  remember: boolean
}

/** Returns undefined if the user cancelled. */
export async function loginByPasskey(step: SecondStep | undefined) {
  const request = await call(passkeys.loginRequest, { body: step ? { challenge: step.challenge } : {} })
  const passkey = await signWithPasskey(request)
  return passkey && (await call(passkeys.login, { body: { passkey, device_tokens: deviceTokens(), ...step } }))
}

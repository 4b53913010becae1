// The browser's prompts to sign with a passkey and to make one.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { t } from './text.ts'

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Returns undefined if the user cancelled. */
export async function signWithPasskey(request: object) {
  return await prompted(() => startAuthentication({ optionsJSON: request as RequestOptions }))
}

/** Returns undefined if the user cancelled. */
export async function makePasskey(creation: object) {
  return await prompted(() => startRegistration({ optionsJSON: creation as CreationOptions }))
}

async function prompted<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    const { name } = error as Error
    // For privacy, browsers report a missing passkey in the same way.
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined
    throw new Error(sentenceOf(name), { cause: error })
  }
}

function sentenceOf(name: string) {
  if (name === 'InvalidStateError') return t('This device already has a passkey for your account.')
  if (name === 'SecurityError') return t('Passkeys do not work at this address. Open Kabar at its usual address.')
  return t('This device could not use a passkey. Try another one.')
}

// Login challenge: says who has passed the first step of a login, for the second one. Sealed, so nothing is stored.
import { timingSafeEqual } from 'node:crypto'
import { digest, openText, sealText } from '../../../keys.ts'

interface Challenge {
  organization_id: string
  user_id: string
  /** The first session of the device, if it is known: no email about a new one. */
  device_id: string | undefined
  /** How the first step was passed. */
  by: 'password' | 'provider'
}

/** `at` in milliseconds. The digest of the password hash makes a new password revoke the challenge. */
type Content = Challenge & { at: number; password: string }

export const challengeSeconds = 300
/** How long a remembered device asks for no second step. */
export const rememberMs = 30 * 86_400_000
const place = 'login-challenge'

export function loginChallenges(key: Buffer) {
  function make(challenge: Challenge, password_hash: string, now: Date): string {
    const content: Content = { ...challenge, at: now.getTime(), password: digest(password_hash).toString('base64') }
    return sealText(key, place, JSON.stringify(content))
  }

  /** Undefined unless this installation made it within the last five minutes. */
  function read(token: string, now: Date): (Challenge & { isFor(password_hash: string): boolean }) | undefined {
    const text = openText(key, place, token)
    if (text === undefined) return undefined
    const { at, password, ...challenge } = JSON.parse(text) as Content
    const age = now.getTime() - at
    if (age < 0 || age >= challengeSeconds * 1000) return undefined
    const expected = Buffer.from(password, 'base64')
    return { ...challenge, isFor: (password_hash) => timingSafeEqual(digest(password_hash), expected) }
  }

  return { make, read }
}

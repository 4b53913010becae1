// Links in emails, for a new password or address: single use, valid for half an hour, stored as a digest.
import { newToken } from '../../keys.ts'

export const linkSeconds = 30 * 60

/** Based on the configured public URL, never on a request's Host header. */
export function newResetLink(publicUrl: string): { url: string; token_hash: Buffer } {
  return newLink(`${publicUrl}/reset-password?token=`)
}

export function newLink(before: string): { url: string; token_hash: Buffer } {
  const { token, token_hash } = newToken()
  return { url: `${before}${token}`, token_hash }
}

export const linkEnd = (now: Date) => new Date(now.getTime() + linkSeconds * 1000)

// Links in mails, to a new password or a new address: good once, for half an hour, and only their digest is kept.
import { newToken } from '../keys.ts'

export const linkSeconds = 30 * 60

/** Leads to what people open, never to what a request calls us. */
export function newResetLink(publicUrl: string): { url: string; token_hash: Buffer } {
  return newLink(`${publicUrl}/reset-password?token=`)
}

export function newLink(before: string): { url: string; token_hash: Buffer } {
  const { token, token_hash } = newToken()
  return { url: `${before}${token}`, token_hash }
}

export const linkEnd = (now: Date) => new Date(now.getTime() + linkSeconds * 1000)

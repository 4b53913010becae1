// API token: a prefix that scanners for leaked secrets find, 256 random bits, and a checksum that only this installation can make.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { digest, hmac } from '../../../keys.ts'

export function apiTokens(key: Buffer) {
  const checksum = (random: string) => hmac(key, random).subarray(0, 6).toString('base64url')

  function make(): { token: string; token_hash: Buffer } {
    const random = randomBytes(32).toString('base64url')
    const token = `${prefix}${random}${checksum(random)}`
    return { token, token_hash: digest(token) }
  }

  /** False for what this installation did not issue: guesses never reach the database. */
  function isGenuine(token: string): boolean {
    const [, random, given] = shape.exec(token) ?? []
    return random !== undefined && timingSafeEqual(Buffer.from(checksum(random)), Buffer.from(given!))
  }

  return { make, isGenuine }
}

export const isApiToken = (token: string) => token.startsWith(prefix)

const prefix = 'kabar_'
// 32 and 6 bytes in base64url.
const shape = /^kabar_([\w-]{43})([\w-]{8})$/

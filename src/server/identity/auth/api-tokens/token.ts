// Format of API tokens: a prefix that secret scanners know, 256 random bits, and a checksum that only this installation can make.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { digest, hmac } from '../../../keys.ts'

export function apiTokens(key: Buffer) {
  const checksum = (random: string) => hmac(key, random).subarray(0, 6).toString('base64url')

  function make(): { token: string; token_hash: Buffer } {
    const random = randomBytes(32).toString('base64url')
    const token = `${prefix}${random}${checksum(random)}`
    return { token, token_hash: digest(token) }
  }

  /** Whether this installation issued the token, so that guesses never reach the database. */
  function isGenuine(token: string): boolean {
    const [, random, given] = shape.exec(token) ?? []
    return random !== undefined && timingSafeEqual(Buffer.from(checksum(random)), Buffer.from(given!))
  }

  return { make, isGenuine }
}

export const isApiToken = (token: string) => token.startsWith(prefix)

const prefix = 'kabar_'
// 43 characters of base64url are 32 bytes, 8 are 6.
const shape = /^kabar_([\w-]{43})([\w-]{8})$/

// VAPID (RFC 8292): shows a push service that a notification comes from the Kabar that the browser subscribed to.
import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Keys } from '../../keys.ts'

export interface Vapid {
  /** Uncompressed point, base64url. */
  publicKey: string
  privateKey: KeyObject
}

/** Derived from the secret: a new secret ends all logins, and browsers subscribe to the new key after the next one. */
export function vapidKeys(keys: Keys): Vapid {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(inRange(keys('push')))
  const point = ecdh.getPublicKey()
  const d = ecdh.getPrivateKey('base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = { kty: 'EC', crv: 'P-256', d, x, y }
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key, format: 'jwk' }) }
}

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** One of 2^32 texts of 32 bytes is not below the order of the curve. */
function inRange(bytes: Buffer): Buffer {
  const number = (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
}

const hours = 3_600

/** The header `Authorization`, for this push service alone. */
export async function authorization(
  { publicKey, privateKey }: Vapid,
  { endpoint, publicUrl, now }: { endpoint: string; publicUrl: string; now: Date },
): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    // The standard allows 24 hours.
    .setExpirationTime(Math.floor(now.getTime() / 1_000) + 12 * hours)
    // Contact for the push service; Apple's rejects a token without one.
    .setSubject(publicUrl.startsWith('https:') ? publicUrl : 'mailto:kabar@localhost')
    .sign(privateKey)
  return `vapid t=${token}, k=${publicKey}`
}

// Keys by purpose, derived from the secret of the installation, and the tokens of links.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export type Purpose =
  | 'access-token'
  | 'refresh-token'
  | 'device-token'
  | 'api-token'
  | 'login-key'
  | 'login-challenge'
  | 'login-provider'
  | 'second-factor'
  | 'passkey-challenge'
  | 'passkey-handle'
  | 'message-id'
  | 'wa-credentials'
  | 'mail'
  | 'webhook'
  | 'push'
  | 'backup-check'

export type Keys = (purpose: Purpose) => Buffer

export function deriveKeys(secret: Buffer): Keys {
  const made = new Map<Purpose, Buffer>()
  return (purpose) => {
    let key = made.get(purpose)
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', secret, 'kabar', purpose, 32))
      made.set(purpose, key)
    }
    return key
  }
}

export function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Encrypts for one place: moved to another row, or changed, it fails to decrypt. Version ‖ nonce ‖ tag ‖ ciphertext. */
export function seal(key: Buffer, place: string, content: string | Uint8Array): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(Buffer.from(content)), cipher.final()])
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), sealed])
}

/** Throws if the secret or the place differs. */
export function unseal(key: Buffer, place: string, blob: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(1, 13))
    .setAAD(Buffer.from(place))
    .setAuthTag(blob.subarray(13, 29))
  return Buffer.concat([decipher.update(blob.subarray(29)), decipher.final()])
}

/** `seal` as text for an address or a JSON body. */
export function sealText(key: Buffer, place: string, content: string): string {
  return seal(key, place, content).toString('base64url')
}

/** Undefined if it was sealed with another key or for another place, or is not such a text. */
export function openText(key: Buffer, place: string, text: string): string | undefined {
  try {
    return unseal(key, place, Buffer.from(text, 'base64url')).toString()
  } catch {
    return undefined
  }
}

/** The token of a link in an email or of a download: 256 random bits. Only its digest is stored. */
export function newToken(): { token: string; token_hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, token_hash: digest(token) }
}

/** Of a token, which cannot be guessed: a slow hash would add nothing. */
export const digest = (token: string) => createHash('sha256').update(token).digest()

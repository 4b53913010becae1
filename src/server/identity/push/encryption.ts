// Encrypts a notification for one browser (RFC 8291): the push service cannot read it.
import { createECDH, ECDH } from 'node:crypto'
import ece from 'http_ece'

interface BrowserKeys {
  p256dh: string
  auth: string
}

export function encrypted({ p256dh, auth }: BrowserKeys, content: string): Buffer {
  const privateKey = createECDH('prime256v1')
  privateKey.generateKeys()
  return ece.encrypt(Buffer.from(content), { version: 'aes128gcm', privateKey, dh: p256dh, authSecret: auth })
}

/** Whether it is a point of the curve P-256. */
export function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(text, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

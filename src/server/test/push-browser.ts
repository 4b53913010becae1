// For tests: a browser that is subscribed to notifications, and decrypts what its push service gets (RFC 8291).
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { NewPushSubscription } from '../../contract/push.ts'

export function pushBrowser(endpoint: string) {
  const keys = createECDH('prime256v1')
  const own = keys.generateKeys()
  const auth = randomBytes(16)
  const subscription: NewPushSubscription = {
    endpoint,
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
  }

  function read(message: Buffer): { title: string; path: string; topic: string } {
    const salt = message.subarray(0, 16)
    const length = message[20]!
    const sender = message.subarray(21, 21 + length)
    const sealed = message.subarray(21 + length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
    const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
    const derived = (name: string, size: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, size))
    const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
  }

  return { subscription, read }
}

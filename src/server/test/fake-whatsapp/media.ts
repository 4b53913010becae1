// Files: stored encrypted by their path; a phone decrypts the one its message names.
import { createDecipheriv } from 'node:crypto'
import { hkdf, hmacSign, type proto, sha256 } from 'baileys'
import type { Network } from './network.ts'

/** The file of a media message; undefined if it was never uploaded or one of its checks fails. */
export function openMedia(network: Network, message: proto.IMessage): Buffer | undefined {
  const [kind, media] =
    (message.imageMessage && (['Image', message.imageMessage] as const)) ??
    (message.videoMessage && (['Video', message.videoMessage] as const)) ??
    (message.audioMessage && (['Audio', message.audioMessage] as const)) ??
    (message.documentMessage && (['Document', message.documentMessage] as const)) ??
    []
  const encrypted = media?.directPath ? network.media.get(media.directPath) : undefined
  if (!kind || !media?.mediaKey || !encrypted) return undefined

  const keys = Buffer.from(hkdf(Buffer.from(media.mediaKey), 112, { info: `WhatsApp ${kind} Keys` }))
  const iv = keys.subarray(0, 16)
  const cipher = encrypted.subarray(0, -10)
  const mac = hmacSign(Buffer.concat([iv, cipher]), keys.subarray(48, 80)).subarray(0, 10)
  if (!mac.equals(encrypted.subarray(-10)) || !same(media.fileEncSha256, sha256(encrypted))) return undefined
  const decipher = createDecipheriv('aes-256-cbc', keys.subarray(16, 48), iv)
  const plain = Buffer.concat([decipher.update(cipher), decipher.final()])
  return same(media.fileSha256, sha256(plain)) ? plain : undefined
}

function same(told: Uint8Array | null | undefined, found: Buffer): boolean {
  return told != null && found.equals(told)
}

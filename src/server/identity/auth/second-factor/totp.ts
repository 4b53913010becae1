// One-time codes of an authenticator app (RFC 6238). By hand: a library would be larger, and a code is bound to its time step.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as long as the digest. SHA-1, because many apps ignore the parameter for another one. */
export const newSecret = (): Buffer => randomBytes(20)

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds)

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[19]! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The step of which this is the code: now, or one before or after, for clocks that are off by half a minute. */
export function matchingStep(secret: Buffer, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const step = stepAt(now)
  const isCodeOf = (each: number) => timingSafeEqual(Buffer.from(codeAt(secret, each)), Buffer.from(code))
  return [step - 1, step, step + 1].filter(isCodeOf).at(-1)
}

/** RFC 4648, without padding, as apps expect a key that is typed. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replace(/.{1,5}/g, (five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]!)
}

/** What the QR code contains. */
export function appLink(secret: Buffer, account: string): string {
  return `otpauth://totp/Kabar:${encodeURIComponent(account)}?secret=${base32(secret)}&issuer=Kabar`
}

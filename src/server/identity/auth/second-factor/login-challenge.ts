// Login challenge: that the password was right, for the second step of a login. It opens nothing else.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

interface Challenge {
  organization_id: string
  user_id: string
  /** The first session of the device, if it is known: no email about a new one. */
  device_id: string | undefined
}

export const challengeSeconds = 300
/** How long a remembered device asks for no second step. */
export const rememberMs = 30 * 86_400_000

/** Nothing is stored. It names the password hash, so that a new password revokes it. */
export function loginChallenges(key: Buffer) {
  function make({ organization_id, user_id, device_id }: Challenge, password_hash: string, now: Date): string {
    const content = Buffer.concat([
      idBytes(organization_id),
      idBytes(user_id),
      idBytes(device_id ?? none),
      Buffer.alloc(8),
      digestOf(password_hash),
    ])
    content.writeBigUInt64BE(BigInt(now.getTime()), 48)
    return sealed(content)
  }

  /** Undefined unless this installation made it lately: garbage never reaches the database. */
  function read(token: string, now: Date): (Challenge & { isFor(password_hash: string): boolean }) | undefined {
    const match = shape.exec(token)
    if (!match) return undefined
    const content = Buffer.from(match[1]!, 'base64url')
    const expected = sealed(content)
    if (expected.length !== token.length || !timingSafeEqual(Buffer.from(expected), Buffer.from(token)))
      return undefined
    const age = now.getTime() - Number(content.readBigUInt64BE(48))
    if (age < 0 || age >= challengeSeconds * 1000) return undefined
    return {
      organization_id: idAt(content, 0),
      user_id: idAt(content, 16),
      device_id: idAt(content, 32) === none ? undefined : idAt(content, 32),
      isFor: (password_hash) => timingSafeEqual(digestOf(password_hash), content.subarray(56)),
    }
  }

  function sealed(content: Buffer): string {
    return `lc2.${content.toString('base64url')}.${createHmac('sha256', key).update(content).digest('base64url')}`
  }

  return { make, read }
}

const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const idAt = (content: Buffer, at: number) =>
  content.toString('hex', at, at + 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
const digestOf = (password_hash: string) => createHash('sha256').update(password_hash).digest()
const none = '00000000-0000-0000-0000-000000000000'
// 88 and 32 bytes in base64url.
const shape = /^lc2\.([\w-]{118})\.[\w-]{43}$/

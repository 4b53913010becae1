// Refresh token: session and counter under a MAC. It can be regenerated, so nothing replayable is stored.
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface RefreshClaims {
  session_id: string
  /** Number of the token in its session: 0 at sign-in, incremented with every rotation. */
  counter: number
}

export function refreshTokens(key: Buffer) {
  function make({ session_id, counter }: RefreshClaims): string {
    const content = Buffer.alloc(24)
    content.write(session_id.replaceAll('-', ''), 'hex')
    content.writeBigUInt64BE(BigInt(counter), 16)
    return seal(content)
  }

  /** Returns undefined if this installation did not issue it: garbage never reaches the database. */
  function read(token: string): RefreshClaims | undefined {
    const match = shape.exec(token)
    if (!match) return undefined
    const content = Buffer.from(match[1]!, 'base64url')
    if (!timingSafeEqual(Buffer.from(seal(content)), Buffer.from(token))) return undefined
    const session_id = content.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    return { session_id, counter: Number(content.readBigUInt64BE(16)) }
  }

  function seal(content: Buffer): string {
    const mac = createHmac('sha256', key).update(content).digest('base64url')
    return `rt1.${content.toString('base64url')}.${mac}`
  }

  return { make, read }
}

// 24 and 32 bytes in base64url.
const shape = /^rt1\.([\w-]{32})\.[\w-]{43}$/

// The access token: a JWT good for 15 minutes, and only while its session lives.
import { createHash, createSecretKey } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { Id } from '../../contract/common.ts'

export interface AccessClaims {
  user_id: string
  organization_id: string
  session_id: string
  /** The refresh counter it was made with: its use shows that the answer with that refresh token arrived. */
  counter: number
}

export function accessTokens(secret: Buffer) {
  const key = createSecretKey(secret)
  const kid = createHash('sha256').update(secret).digest('hex').slice(0, 8)

  async function sign(claims: AccessClaims, now: Date): Promise<string> {
    const seconds = Math.floor(now.getTime() / 1000)
    return await new SignJWT({ org: claims.organization_id, sid: claims.session_id, rc: claims.counter })
      .setProtectedHeader({ alg: 'HS256', typ, kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(claims.user_id)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + lifetimeSeconds)
      .sign(key)
  }

  // What was proven once of a token stays so, but for the time: a client shows the same one with each request of 15 minutes.
  const proven = new Map<string, { claims: AccessClaims; from: number; until: number }>()

  /** Undefined for everything that is not a token of ours and of this moment. */
  async function read(token: string, now: Date): Promise<AccessClaims | undefined> {
    const known = proven.get(token)
    if (known && now.getTime() >= known.from && now.getTime() < known.until) return known.claims
    proven.delete(token)
    const verified = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ,
      issuer,
      audience,
      clockTolerance: 5,
      // Also refuses a token made in the future.
      maxTokenAge: lifetimeSeconds,
      requiredClaims: ['exp'],
      currentDate: now,
    }).catch(() => undefined)
    if (verified?.protectedHeader.kid !== kid) return undefined
    const payload = Payload.safeParse(verified.payload)
    if (!payload.success) return undefined
    const { sub, org, sid, rc, iat, exp } = payload.data
    const claims = { user_id: sub, organization_id: org, session_id: sid, counter: rc }
    if (proven.size >= maxProven) proven.delete(proven.keys().next().value!)
    // Without the tolerance: at the edges it is proven anew.
    proven.set(token, { claims, from: iat * 1000, until: Math.min(exp, iat + lifetimeSeconds) * 1000 })
    return claims
  }

  return { sign, read }
}

const typ = 'at+jwt'
const issuer = 'kabar'
const audience = 'kabar-api'
const lifetimeSeconds = 15 * 60
const maxProven = 2_000
const Payload = z.object({ sub: Id, org: Id, sid: Id, rc: z.int().check(z.gte(0)), iat: z.number(), exp: z.number() })

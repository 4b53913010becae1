// Access token: a JWT valid for 15 minutes, and only while its session is active.
import { createHash, createSecretKey } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { Id } from '../../../contract/common.ts'

export interface AccessClaims {
  user_id: string
  organization_id: string
  session_id: string
  /** The refresh counter it was issued with: its use shows that the response with that refresh token arrived. */
  counter: number
}

/** `is_demo` is for the web app only: the server reads from the session which organization is open. */
type NewAccessClaims = AccessClaims & { is_demo: boolean }

export function accessTokens(secret: Buffer) {
  const key = createSecretKey(secret)
  const kid = createHash('sha256').update(secret).digest('hex').slice(0, 8)

  async function sign(claims: NewAccessClaims, now: Date): Promise<string> {
    const seconds = Math.floor(now.getTime() / 1000)
    const { organization_id: org, session_id: sid, counter: rc, is_demo } = claims
    return await new SignJWT({ org, sid, rc, ...(is_demo && { demo: true }) })
      .setProtectedHeader({ alg: 'HS256', typ, kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(claims.user_id)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + lifetimeSeconds)
      .sign(key)
  }

  // Cache of verified tokens, since a client sends the same one with each request for 15 minutes; only the time is
  // checked again.
  const verifiedTokens = new Map<string, { claims: AccessClaims; from: number; until: number }>()

  /** Returns undefined unless the token is ours and currently valid. */
  async function read(token: string, now: Date): Promise<AccessClaims | undefined> {
    const cached = verifiedTokens.get(token)
    if (cached && now.getTime() >= cached.from && now.getTime() < cached.until) return cached.claims
    verifiedTokens.delete(token)
    const verified = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ,
      issuer,
      audience,
      clockTolerance: 5,
      // Also rejects a token issued in the future.
      maxTokenAge: lifetimeSeconds,
      requiredClaims: ['exp'],
      currentDate: now,
    }).catch(() => undefined)
    if (verified?.protectedHeader.kid !== kid) return undefined
    const payload = Payload.safeParse(verified.payload)
    if (!payload.success) return undefined
    const { sub, org, sid, rc, iat, exp } = payload.data
    const claims = { user_id: sub, organization_id: org, session_id: sid, counter: rc }
    if (verifiedTokens.size >= maxVerifiedTokens) verifiedTokens.delete(verifiedTokens.keys().next().value!)
    // Without the clock tolerance: near its limits the token is verified again.
    verifiedTokens.set(token, { claims, from: iat * 1000, until: Math.min(exp, iat + lifetimeSeconds) * 1000 })
    return claims
  }

  return { sign, read }
}

const typ = 'at+jwt'
const issuer = 'kabar'
const audience = 'kabar-api'
const lifetimeSeconds = 15 * 60
const maxVerifiedTokens = 2_000
const Payload = z.object({ sub: Id, org: Id, sid: Id, rc: z.int().check(z.gte(0)), iat: z.number(), exp: z.number() })

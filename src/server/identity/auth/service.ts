// Rules of sign-in sessions: who gets one, how it continues, and when it ends.

import type { Login, Registration, SignIn, Tokens } from '../../../contract/auth.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import type { Keys } from '../../keys.ts'
import { writeAuditEvent, writeFailedLogin } from '../../platform/db/audit-events.ts'
import { batchLoader } from '../../platform/db/batch-loader.ts'
import type { Database, Tenant } from '../../platform/db/index.ts'
import type { Authenticate, Caller } from '../../platform/http/authentication.ts'
import * as users from '../users/service.ts'
import { accessTokens } from './access-token.ts'
import { deviceOf } from './device.ts'
import { deviceTokens } from './device-token.ts'
import { hashPassword, isOutdated, type PasswordWork, passwordMatches } from './hashing.ts'
import type { Origin } from './origin.ts'
import * as queries from './queries.ts'
import { network, noLimits, rateLimits } from './rate-limit.ts'
import { type Invitations, registrations } from './registration.ts'
import { decideRotation, idleEnd } from './rotation.ts'
import { sessionTokens } from './session-tokens.ts'

export { disable, enable, makeResetLink, revokeAccess } from './administration.ts'
export { passwordProof, wrongPassword } from './current-password.ts'
export type { PasswordWork } from './hashing.ts'
export { type Origin, originOf } from './origin.ts'
export { setOpenOrganization } from './queries.ts'
export { network, noLimits, rateLimits } from './rate-limit.ts'
export type { Invitations } from './registration.ts'

/**
 * Verifies access tokens against the live session each time, so that an ended session is rejected at the next request.
 */
export function authenticator(database: Database, keys: Keys, now: () => Date): Authenticate {
  const access = accessTokens(keys('access-token'))
  const liveSession = batchLoader((ids: string[]) => queries.liveSessions(database, ids, now()))
  return async (token) => {
    const claims = await access.read(token, now())
    if (!claims) throw new AppError('unauthenticated')
    const session = await liveSession(claims.session_id)
    if (session?.user_id !== claims.user_id) throw new AppError('unauthenticated')
    // A page loaded in one organization must not act in another one.
    if (session.organization_id !== claims.organization_id) throw new AppError('organization_switched')
    if (claims.counter > session.confirmed_counter) await queries.confirmRotation(database, claims)
    const { user_id, organization_id, session_id } = claims
    const { home_organization_id, locale } = session
    return { user_id, organization_id, session_id, home_organization_id, locale }
  }
}

/** Whether the sign-in session is still active. */
export async function isSignedIn(
  database: Database,
  caller: Pick<Caller, 'user_id' | 'session_id'>,
  now: Date,
): Promise<boolean> {
  const [session] = await queries.liveSessions(database, [caller.session_id], now)
  return session?.user_id === caller.user_id
}

interface SignInDependencies {
  database: Database
  keys: Keys
  now: () => Date
  /** Whether attempts are rate limited. */
  limited: boolean
  passwordWork?: PasswordWork | undefined
}

export function signIn({ database, keys, now, limited, passwordWork }: SignInDependencies) {
  const { openSession, tokensOf, readRefresh } = sessionTokens({ keys, now })
  const registration = registrations({ database, passwordWork, openSession })
  const devices = deviceTokens(keys('device-token'))
  const limits = limited ? rateLimits({ database, keys, now }) : noLimits

  async function register(person: Registration, origin: Origin, invitations: Invitations): Promise<Tokens> {
    await limits.count('register', network(origin.ip ?? ''))
    return await registration.register(person, origin, invitations)
  }

  async function login({ email, password, device_tokens = [] }: Login, origin: Origin): Promise<Tokens> {
    const key = users.emailKey(email)
    const user = await users.findByEmail(database, key)
    const attempt = { account: key, network: network(origin.ip ?? ''), device: devices.find(user, device_tokens) }
    await limits.countLogin(attempt)
    const matches = await passwordMatches(user?.password_hash, password, passwordWork)
    if (!user || !matches) {
      await writeFailedLogin(database, { email_key: key, ip: origin.ip, at: now() })
      throw new AppError('wrong_credentials')
    }
    const { id: user_id, organization_id, password_hash } = user
    const tokens = await database.system
      .transaction()
      .execute((db) => openSession(db, { organization_id, user_id, password_hash, ...origin }))
    await limits.forgiveLogin(attempt)
    // A full queue does not fail this sign-in: the next one rehashes the password.
    if (isOutdated(password_hash, passwordWork)) await hashAnew(user, password).catch(() => undefined)
    return tokens
  }

  async function deviceToken(tenant: Tenant, { user_id, session_id }: Caller): Promise<{ device_token: string }> {
    const user = await users.credentials(tenant, user_id)
    if (!user) throw new AppError('unauthenticated')
    return { device_token: devices.make({ id: user_id, password_hash: user.password_hash }, session_id) }
  }

  async function hashAnew(user: { id: string; organization_id: string; password_hash: string }, password: string) {
    await users.replaceHash(database, user, await hashPassword(password, passwordWork))
  }

  async function refresh(token: string, origin: Origin): Promise<Tokens> {
    const claims = readRefresh(token)
    if (!claims) throw new AppError('refresh_invalid')
    const { session_id, counter } = claims
    await limits.count('refresh', session_id)
    const at = now()
    const { verdict, session } = await database.system.transaction().execute(async (db) => {
      const session = await queries.lockSession(db, session_id)
      const verdict = session ? decideRotation(session, counter, at) : 'invalid'
      if (session && verdict === 'rotate')
        await queries.rotate(db, session, { now: at, idle_expires_at: idleEnd(at), ip: origin.ip })
      if (session && verdict === 'reused') {
        await queries.revoke(db, session_id, 'refresh_reused', at)
        await writeAuditEvent(
          { db, organization_id: session.organization_id },
          {
            action: 'refresh_reused',
            user_id: session.user_id,
            target_id: session.id,
            ip: origin.ip,
            detail: { presented: counter, live: session.refresh_counter },
            at,
          },
        )
      }
      return { verdict, session }
    })
    if (verdict === 'reused') throw new AppError('refresh_reused', message('auth.token_reused'))
    if (verdict === 'expired') throw new AppError('session_expired', message('auth.session_expired'))
    if (!session || verdict === 'invalid') throw new AppError('refresh_invalid')
    const { user_id, organization_id: home, open_organization_id: organization_id } = session
    const is_demo = organization_id !== home
    return await tokensOf({ user_id, organization_id, is_demo, session_id, counter: counter + 1 })
  }

  /** Ends the session of the token, live or old. */
  async function logout(token: string | undefined, ip: string | undefined): Promise<void> {
    const claims = token === undefined ? undefined : readRefresh(token)
    if (!claims) return
    const at = now()
    await database.system.transaction().execute(async (db) => {
      const ended = await queries.revoke(db, claims.session_id, 'logout', at)
      if (!ended) return
      const { organization_id, user_id } = ended
      await writeAuditEvent({ db, organization_id }, { action: 'signed_out', user_id, ip, at })
    })
  }

  return { register, login, deviceToken, refresh, logout, openSession }
}

/** The user's sign-in sessions: the current one first, then by last use. */
export async function sessions(tenant: Tenant, caller: Caller, now: Date): Promise<SignIn[]> {
  const rows = await queries.sessionsOf(tenant, caller.user_id, now)
  return rows
    .map(({ user_agent, ...row }) => ({
      ...row,
      ...deviceOf(user_agent),
      current: row.id === caller.session_id,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current))
}

export async function endSession(tenant: Tenant, caller: Caller, id: string, now: Date): Promise<void> {
  if (!(await queries.revokeOne(tenant, caller.user_id, id, now))) throw new AppError('not_found')
}

export async function endOtherSessions(tenant: Tenant, caller: Caller, now: Date): Promise<void> {
  await queries.revokeAll(tenant, caller.user_id, 'ended_elsewhere', now, caller.session_id)
}

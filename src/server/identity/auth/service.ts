// Rules of sign-in sessions: who gets one, how it continues, and when it ends.

import type { Login, LoginCode, SignIn, Tokens } from '../../../contract/auth.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import type { Keys } from '../../keys.ts'
import { writeAuditEvent, writeFailedLogin } from '../../platform/db/audit-events.ts'
import { type Database, inTenant, type Tenant } from '../../platform/db/index.ts'
import { type Caller, sessionOf } from '../../platform/http/authentication.ts'
import * as users from '../users/service.ts'
import { deviceOf } from './device.ts'
import { deviceTokens } from './device-token.ts'
import { entering } from './entering.ts'
import { hashPassword, isOutdated, type PasswordWork, passwordMatches } from './hashing.ts'
import type { Origin } from './origin.ts'
import { provenDevices } from './proven-device.ts'
import * as queries from './queries.ts'
import { network, noLimits, rateLimits } from './rate-limit.ts'
import { registrations } from './registration.ts'
import { decideRotation, idleEnd } from './rotation.ts'
import { codeAttempts } from './second-factor/attempts.ts'
import { loginChallenges, rememberMs } from './second-factor/login-challenge.ts'
import { sessionTokens } from './session-tokens.ts'

export { disable, enable, makeResetLink, revokeAccess } from './administration.ts'
export { revokeOfEverybody as revokeApiTokens } from './api-tokens/queries.ts'
export { authenticator, isSignedIn } from './authenticator.ts'
export { deviceOf } from './device.ts'
export type { PasswordWork } from './hashing.ts'
export { allowDomain, forbidDomain, giveLink, takeLink } from './login-provider/service.ts'
export { type Origin, originOf } from './origin.ts'
export { holdProof } from './proofs.ts'
export { revokeEverybody, setOpenOrganization } from './queries.ts'
export { network, noLimits, rateLimits } from './rate-limit.ts'
export type { Invitations } from './registration.ts'
export { giveSecondFactor, takeSecondFactor } from './second-factor/codes.ts'
export { resetSecondFactor } from './second-factor/service.ts'

interface SignInDependencies {
  database: Database
  keys: Keys
  now: () => Date
  /** Whether attempts are rate limited. */
  limited: boolean
  /** Base of links in emails. Not taken from the Host header, which a client can forge. */
  publicUrl: string
  passwordWork?: PasswordWork | undefined
}

export function signIn({ database, keys, now, limited, publicUrl, passwordWork }: SignInDependencies) {
  const { openSession, tokensOf, readRefresh } = sessionTokens({ keys, now, publicUrl })
  const registration = registrations({ database, passwordWork, openSession })
  const devices = deviceTokens(keys('device-token'))
  const challenges = loginChallenges(keys('login-challenge'))
  const limits = limited ? rateLimits({ database, keys, now }) : noLimits
  const provenDevice = provenDevices({ database, keys, now })
  const enter = entering({ database, keys, now, openSession })
  const withCode = codeAttempts({ database, keys, now, limits, publicUrl })

  const register: typeof registration.register = async (person, origin, ...more) => {
    await limits.count('register', network(origin.ip ?? ''))
    return await registration.register(person, origin, ...more)
  }

  async function login({ email, password, device_tokens = [] }: Login, origin: Origin): Promise<Tokens> {
    const key = users.emailKey(email)
    const user = await users.findByEmail(database, key)
    const device = await provenDevice(user, device_tokens)
    const attempt = { account: key, network: network(origin.ip ?? ''), device: device.token }
    await limits.countLogin(attempt)
    const matches = await passwordMatches(user?.password_hash, password, passwordWork)
    if (!user || !matches) {
      await writeFailedLogin(database, { email_key: key, ip: origin.ip, at: now() })
      throw new AppError('wrong_credentials')
    }
    if (user.disabled_at) throw new AppError('wrong_credentials')
    await limits.forgiveLogin(attempt)
    const tokens = await enter({ user, device, by: 'password', origin })
    // A full queue does not fail this sign-in: the next one rehashes the password.
    if (isOutdated(user.password_hash, passwordWork)) await hashAnew(user, password).catch(() => undefined)
    return tokens
  }

  /** The second step. The response does not reveal whether a code is wrong, used, or of another account. */
  async function loginCode({ challenge, code, remember = false }: LoginCode, origin: Origin): Promise<Tokens> {
    const claims = challenges.read(challenge, now())
    if (!claims) throw new AppError('challenge_invalid', message('second_factor.expired'))
    const { organization_id, user_id, device_id, by } = claims
    const user = await inTenant(database, claims, (tenant) => users.credentials(tenant, user_id))
    if (!user || !claims.isFor(user.password_hash))
      throw new AppError('challenge_invalid', message('second_factor.expired'))
    const remembered_until = remember ? new Date(now().getTime() + rememberMs) : undefined
    const { password_hash } = user
    // Without the password, a code alone is no fresh proof.
    const step = { is_proved: by === 'password', remembered_until, device_id }
    const session = { organization_id, user_id, password_hash, ...step, ...origin }
    return await withCode({ organization_id, user_id, user, code, ip: origin.ip }, (tenant) =>
      openSession(tenant, session, { isKnownDevice: device_id !== undefined, by }),
    )
  }

  async function deviceToken(tenant: Tenant, caller: Caller): Promise<{ device_token: string }> {
    const user = await users.credentials(tenant, caller.user_id)
    if (!user) throw new AppError('unauthenticated')
    return { device_token: devices.make({ id: caller.user_id, password_hash: user.password_hash }, sessionOf(caller)) }
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

  return { register, login, loginCode, deviceToken, refresh, logout, openSession, registrations: registration }
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
  // Also forgets devices that logged out. This device is asked for a code again, too.
  await queries.forgetLoggedOut(tenant, caller.user_id)
  await queries.forgetDevices(tenant, caller.user_id)
}

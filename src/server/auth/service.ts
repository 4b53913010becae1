// Rules of sign-in sessions: who gets one, how it continues, and when it ends.
import type { Login, Registration, SignIn, Tokens } from '../../contract/auth.ts'
import { countryDefaults } from '../../contract/country.ts'
import { seedCurrencies } from '../currencies/service.ts'
import { batchLoader } from '../db/batch-loader.ts'
import { type Database, inTenant, type Tenant } from '../db/index.ts'
import { AppError, fieldError } from '../errors.ts'
import type { Authenticate, Caller } from '../http/authentication.ts'
import type { Keys } from '../keys.ts'
import { seedMasterData } from '../master-data/service.ts'
import { createOrganization } from '../organization/service.ts'
import * as users from '../users/service.ts'
import { createSession } from '../wa-sessions/service.ts'
import { type AccessClaims, accessTokens } from './access-token.ts'
import { deviceOf } from './device.ts'
import { deviceTokens } from './device-token.ts'
import { hashPassword, isOutdated, type PasswordWork, passwordMatches } from './hashing.ts'
import type { Origin } from './origin.ts'
import { passwordProblem } from './password.ts'
import * as queries from './queries.ts'
import { network, noLimits, rateLimits } from './rate-limit.ts'
import { refreshTokens } from './refresh-token.ts'
import { absoluteEnd, decideRotation, idleEnd } from './rotation.ts'

export { disable, enable, makeResetLink, revokeAccess } from './administration.ts'
export { passwordProof, wrongPassword } from './current-password.ts'
export type { PasswordWork } from './hashing.ts'
export { type Origin, originOf } from './origin.ts'
export { audit, auditAct } from './queries.ts'
export { network, noLimits, rateLimits } from './rate-limit.ts'

/**
 * The invitation functions that registration needs. Injected by `app.ts`, because the team feature depends on
 * authentication.
 */
export interface Invitations {
  /** Throws if the invitation is no longer valid. */
  find(invite: string): Promise<{ organization_id: string; organization: string; email: string; email_key: string }>
  /** In the transaction of the joining user: only one of two concurrent uses succeeds. */
  use(tenant: Tenant, invite: string, joined: { user_id: string; ip: string | undefined }): Promise<void>
}

/**
 * Verifies access tokens against the live session each time, so that an ended session is rejected at the next request.
 */
export function authenticator(database: Database, keys: Keys, now: () => Date): Authenticate {
  const access = accessTokens(keys('access-token'))
  const liveSession = batchLoader((asked: AccessClaims[]) => queries.liveSessions(database, asked, now()))
  return async (token) => {
    const claims = await access.read(token, now())
    if (!claims) throw new AppError('unauthenticated')
    const session = await liveSession(claims)
    if (session?.user_id !== claims.user_id) throw new AppError('unauthenticated')
    if (claims.counter > session.confirmed_counter) await queries.confirmRotation(database, claims)
    const { user_id, organization_id, session_id } = claims
    return { user_id, organization_id, session_id }
  }
}

/** Whether the sign-in session is still active. */
export async function isSignedIn(database: Database, who: Caller, now: Date): Promise<boolean> {
  const [session] = await queries.liveSessions(database, [who], now)
  return session?.user_id === who.user_id
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
  const access = accessTokens(keys('access-token'))
  const refreshing = refreshTokens(keys('refresh-token'))
  const devices = deviceTokens(keys('device-token'))
  const limits = limited ? rateLimits({ database, keys, now }) : noLimits

  async function register(person: Registration, origin: Origin, invitations: Invitations): Promise<Tokens> {
    await limits.count('register', network(origin.ip ?? ''))
    if (person.invite !== undefined) return await registerInvited(person, person.invite, origin, invitations)
    const { name, email, organization = '', country = 'US' } = person
    const defaults = countryDefaults(country)
    if (!defaults) throw fieldError('invalid_request', 'country', 'Choose a country from the list.')
    const refusal = passwordProblem(person.password, { name, email, organization })
    if (refusal) throw fieldError('password_refused', 'password', refusal)
    const password_hash = await hashPassword(person.password, passwordWork)
    const organization_id = await queries.newId(database)
    return await inTenant(database, { organization_id }, async (tenant) => {
      await createOrganization(tenant, { name: organization, country, ...defaults })
      const user = await users.createUser(tenant, { name, email, password_hash })
      if (!user) {
        throw fieldError('email_taken', 'email', 'This address has an account. Sign in, or use another address.')
      }
      await seedMasterData(tenant, person.locale)
      await seedCurrencies(tenant)
      await createSession(tenant, { name: 'WhatsApp', driver: 'linked_device' })
      return await openSession(tenant.db, { organization_id, user_id: user.id, password_hash, ...origin })
    })
  }

  /** Joins the inviting organization; the form's organization is ignored. */
  async function registerInvited(person: Registration, invite: string, origin: Origin, invitations: Invitations) {
    const { organization_id, organization, ...invited } = await invitations.find(invite)
    const { name, email } = person
    if (users.emailKey(email) !== invited.email_key) {
      const message = `This invitation is for ${invited.email}. Register with that address, or ask for an invitation to yours.`
      throw fieldError('invitation_for_another', 'email', message)
    }
    const refusal = passwordProblem(person.password, { name, email, organization })
    if (refusal) throw fieldError('password_refused', 'password', refusal)
    const password_hash = await hashPassword(person.password, passwordWork)
    return await inTenant(database, { organization_id }, async (tenant) => {
      const user = await users.createUser(tenant, { name, email, password_hash })
      if (!user) {
        const message = 'This address already has an account. Log in with it, then open the invitation link again.'
        throw fieldError('email_taken', 'email', message)
      }
      const { id: user_id } = user
      await invitations.use(tenant, invite, { user_id, ip: origin.ip })
      return await openSession(tenant.db, { organization_id, user_id, password_hash, ...origin })
    })
  }

  async function login({ email, password, device_tokens = [] }: Login, origin: Origin): Promise<Tokens> {
    const key = users.emailKey(email)
    const user = await users.findByEmail(database, key)
    const attempt = { account: key, network: network(origin.ip ?? ''), device: devices.find(user, device_tokens) }
    await limits.countLogin(attempt)
    const matches = await passwordMatches(user?.password_hash, password)
    if (!user || !matches) throw new AppError('wrong_credentials')
    const { id: user_id, organization_id, password_hash } = user
    const tokens = await openSession(database.system, { organization_id, user_id, password_hash, ...origin })
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
    const claims = refreshing.read(token)
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
        await queries.auditReuse(db, session, counter, origin.ip, at)
      }
      return { verdict, session }
    })
    if (verdict === 'reused') throw new AppError('refresh_reused', 'An old token was used again. Sign in again.')
    if (verdict === 'expired') throw new AppError('session_expired', 'You have been away for a while. Sign in again.')
    if (!session || verdict === 'invalid') throw new AppError('refresh_invalid')
    return await tokensOf({ ...session, session_id, counter: counter + 1 })
  }

  /** Ends the session of the token, live or old. */
  async function logout(token: string | undefined): Promise<void> {
    const claims = token === undefined ? undefined : refreshing.read(token)
    if (claims) await queries.revoke(database.system, claims.session_id, 'logout', now())
  }

  async function openSession(db: Database['system'], session: queries.NewSession): Promise<Tokens> {
    const at = now()
    const ends = { idle_expires_at: idleEnd(at), absolute_expires_at: absoluteEnd(at) }
    const started = await queries.startSession(db, session, { now: at, ...ends })
    // Disabled, or the password has changed since it was verified: the response is the same as for a wrong password.
    if (!started) throw new AppError('wrong_credentials')
    return await tokensOf({ ...session, session_id: started.id, counter: 0 })
  }

  async function tokensOf(claims: AccessClaims): Promise<Tokens> {
    return { access_token: await access.sign(claims, now()), refresh_token: refreshing.make(claims) }
  }

  return { register, login, deviceToken, refresh, logout, openSession }
}

/** The user's sign-in sessions: the current one first, then by last use. */
export async function sessions(tenant: Tenant, who: Caller, now: Date): Promise<SignIn[]> {
  const rows = await queries.sessionsOf(tenant, who.user_id, now)
  return rows
    .map(({ user_agent, ...row }) => ({
      ...row,
      ...deviceOf(user_agent),
      current: row.id === who.session_id,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current))
}

export async function endSession(tenant: Tenant, who: Caller, id: string, now: Date): Promise<void> {
  if (!(await queries.revokeOne(tenant, who.user_id, id, now))) throw new AppError('not_found')
}

export async function endOtherSessions(tenant: Tenant, who: Caller, now: Date): Promise<void> {
  await queries.revokeAll(tenant, who.user_id, 'ended_elsewhere', now, who.session_id)
}

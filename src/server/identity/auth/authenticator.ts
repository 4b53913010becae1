// Verifies the bearer token of each request: an access token against its session, or an API token.
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import { digest, type Keys } from '../../keys.ts'
import { batchLoader } from '../../platform/db/batch-loader.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Authenticate, Caller } from '../../platform/http/authentication.ts'
import { rightsOf } from '../roles/service.ts'
import { accessTokens } from './access-token.ts'
import * as tokens from './api-tokens/queries.ts'
import { apiTokens, isApiToken } from './api-tokens/token.ts'
import { plainIp } from './origin.ts'
import { isFresh } from './proofs.ts'
import * as queries from './queries.ts'

export function authenticator(database: Database, keys: Keys, now: () => Date): Authenticate {
  const bySession = sessionAuthentication(database, keys, now)
  const byApiToken = tokenAuthentication(database, keys, now)
  return (token, ip) => (isApiToken(token) ? byApiToken(token, ip) : bySession(token))
}

/** Checks the session in the database on every request, so that an ended session is rejected at once. */
function sessionAuthentication(database: Database, keys: Keys, now: () => Date) {
  const access = accessTokens(keys('access-token'))
  const liveSession = batchLoader((ids: string[]) => queries.liveSessions(database, ids, now()))
  return async (token: string): Promise<Omit<Caller, 'ip' | 'request_id'>> => {
    const claims = await access.read(token, now())
    if (!claims) throw new AppError('unauthenticated')
    const session = await liveSession(claims.session_id)
    if (session?.user_id !== claims.user_id) throw new AppError('unauthenticated')
    // A page that was loaded in one organization must not act in another.
    if (session.organization_id !== claims.organization_id) throw new AppError('organization_switched')
    if (claims.counter > session.confirmed_counter) await queries.confirmRotation(database, claims)
    const { user_id, organization_id, session_id } = claims
    const { home_organization_id, locale } = session
    const lacks_second_factor = session.lacks_second_factor === true
    const has_fresh_proof = isFresh(session.proved_at, now())
    const home = rightsOf(session)
    // In their own demo organization, users may do everything.
    const rights = organization_id === home_organization_id ? home : rightsOf({ role: 'owner', permissions: null })
    return {
      user_id,
      organization_id,
      session_id,
      token_id: undefined,
      has_fresh_proof,
      lacks_second_factor,
      home_organization_id,
      locale,
      ...rights,
      home,
      open: rights,
    }
  }
}

/** Looks the token up on every request, so that a revoked token, or that of a removed member, is rejected at once. */
function tokenAuthentication(database: Database, keys: Keys, now: () => Date) {
  const { isGenuine } = apiTokens(keys('api-token'))
  const liveToken = batchLoader((hashes: Buffer[]) => tokens.findLive(database, hashes, now()))
  return async (token: string, ip: string): Promise<Omit<Caller, 'ip' | 'request_id'>> => {
    const found = isGenuine(token) ? await liveToken(digest(token)) : undefined
    if (!found) throw new AppError('unauthenticated', message('api_token.invalid'))
    await tokens.recordUse(database, found, { ip: plainIp(ip), at: now() })
    const { organization_id, user_id, locale } = found
    const allowed = rightsOf(found).permissions.filter((permission) => found.granted.includes(permission))
    // Even the token of an owner must not act on owners.
    const rights = { is_owner: false, permissions: allowed }
    return {
      user_id,
      organization_id,
      session_id: undefined,
      token_id: found.id,
      has_fresh_proof: false,
      lacks_second_factor: found.lacks_second_factor === true,
      home_organization_id: organization_id,
      locale,
      ...rights,
      home: rights,
      open: rights,
    }
  }
}

/** Whether the sign-in session or API token is still active. */
export async function isSignedIn(
  database: Database,
  caller: { organization_id: string; user_id: string; session_id: string | null; token_id: string | null },
  now: Date,
): Promise<boolean> {
  const { organization_id, user_id, session_id, token_id } = caller
  if (token_id !== null) return await tokens.isLive(database, { organization_id, id: token_id }, now)
  if (session_id === null) return false
  const [session] = await queries.liveSessions(database, [session_id], now)
  return session?.user_id === user_id
}

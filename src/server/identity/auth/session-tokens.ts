// The tokens of a sign-in session: both when it starts, and new ones as it continues.
import type { Tokens } from '../../../contract/auth.ts'
import { AppError } from '../../errors.ts'
import type { Keys } from '../../keys.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import type { Database } from '../../platform/db/index.ts'
import { type AccessClaims, accessTokens } from './access-token.ts'
import * as queries from './queries.ts'
import { refreshTokens } from './refresh-token.ts'
import { absoluteEnd, idleEnd } from './rotation.ts'

export type OpenSession = ReturnType<typeof sessionTokens>['openSession']

export function sessionTokens({ keys, now }: { keys: Keys; now: () => Date }) {
  const access = accessTokens(keys('access-token'))
  const refreshing = refreshTokens(keys('refresh-token'))

  /** `db`: a transaction, because the session is recorded with its sign-in. */
  async function openSession(db: Database['system'], session: queries.NewSession): Promise<Tokens> {
    const at = now()
    const ends = { idle_expires_at: idleEnd(at), absolute_expires_at: absoluteEnd(at) }
    const started = await queries.startSession(db, session, { now: at, ...ends })
    // Disabled, or the password has changed since it was verified: the response is the same as for a wrong password.
    if (!started) throw new AppError('wrong_credentials')
    const { organization_id, user_id, ip } = session
    await writeAuditEvent({ db, organization_id }, { action: 'signed_in', user_id, ip, at })
    return await tokensOf({ ...session, is_demo: false, session_id: started.id, counter: 0 })
  }

  async function tokensOf(claims: AccessClaims & { is_demo: boolean }): Promise<Tokens> {
    return { access_token: await access.sign(claims, now()), refresh_token: refreshing.make(claims) }
  }

  return { openSession, tokensOf, readRefresh: refreshing.read }
}

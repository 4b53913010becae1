// The tokens of a sign-in session: both when it starts, and new ones as it continues.
import type { Tokens } from '../../../contract/auth.ts'
import { AppError } from '../../errors.ts'
import type { Keys } from '../../keys.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { emailTo, queueMail } from '../../platform/mail/service.ts'
import * as users from '../users/service.ts'
import { type AccessClaims, accessTokens } from './access-token.ts'
import { deviceOf } from './device.ts'
import * as queries from './queries.ts'
import { refreshTokens } from './refresh-token.ts'
import { absoluteEnd, idleEnd } from './rotation.ts'

const actions = {
  password: 'signed_in',
  passkey: 'signed_in_by_passkey',
  provider: 'signed_in_by_provider',
} as const

export interface Entry {
  isKnownDevice: boolean
  /** How the user logged in, in the first step. */
  by?: keyof typeof actions
}

export type OpenSession = ReturnType<typeof sessionTokens>['openSession']

export function sessionTokens({ keys, now, publicUrl }: { keys: Keys; now: () => Date; publicUrl: string }) {
  const access = accessTokens(keys('access-token'))
  const refreshing = refreshTokens(keys('refresh-token'))

  /** Call it in a transaction: the session, its audit entry and the email about a new device belong together. */
  async function openSession(
    tenant: Tenant,
    session: queries.NewSession,
    { isKnownDevice, by = 'password' }: Entry = { isKnownDevice: true },
  ): Promise<Tokens> {
    const { db } = tenant
    const at = now()
    const isNew = !isKnownDevice && !(await queries.hasSeen(tenant, session.user_id, session))
    const ends = { idle_expires_at: idleEnd(at), absolute_expires_at: absoluteEnd(at) }
    const started = await queries.startSession(db, session, { now: at, ...ends })
    // Disabled, or the password has changed since it was verified: the response is the same as for a wrong password.
    if (!started) throw new AppError('wrong_credentials')
    const { organization_id, user_id, ip } = session
    if (isNew) await tellOfDevice(tenant, session)
    await writeAuditEvent({ db, organization_id }, { action: actions[by], user_id, ip, at })
    return await tokensOf({ ...session, is_demo: false, session_id: started.id, counter: 0 })
  }

  async function tellOfDevice(tenant: Tenant, { user_id, user_agent, ip }: queries.NewSession) {
    const user = await users.credentials(tenant, user_id)
    if (!user) return
    const { browser, system } = deviceOf(user_agent ?? null)
    const device = [browser, system].filter(Boolean).join(', ') || '?'
    const values = { device, address: ip ?? '?', url: `${publicUrl}/account#sign-ins` }
    await queueMail(tenant, keys, emailTo(user, 'new_device', values))
  }

  async function tokensOf(claims: AccessClaims & { is_demo: boolean }): Promise<Tokens> {
    return { access_token: await access.sign(claims, now()), refresh_token: refreshing.make(claims) }
  }

  return { openSession, tokensOf, readRefresh: refreshing.read }
}

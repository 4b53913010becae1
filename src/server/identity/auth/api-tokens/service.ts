// Rules of API tokens: who may make and revoke one, and its permissions. All is audited; a new token is announced by email.
import type { ApiToken, ApiTokenInput, MadeApiToken, TeamApiToken } from '../../../../contract/api-tokens.ts'
import { maxApiTokens } from '../../../../contract/api-tokens.ts'
import { message } from '../../../../contract/messages/message.ts'
import { AppError, fieldError, orNotFound } from '../../../errors.ts'
import type { Keys } from '../../../keys.ts'
import { writeAuditEvent } from '../../../platform/db/audit-events.ts'
import { type Database, inTenant, type Tenant } from '../../../platform/db/index.ts'
import type { Caller } from '../../../platform/http/authentication.ts'
import { emailTo, queueMail } from '../../../platform/mail/service.ts'
import { requireAll, requireRightsOver } from '../../roles/service.ts'
import * as users from '../../users/service.ts'
import { holdProof } from '../proofs.ts'
import { noLimits, rateLimits } from '../rate-limit.ts'
import * as queries from './queries.ts'
import { apiTokens } from './token.ts'

interface ApiTokenDependencies {
  database: Database
  keys: Keys
  now: () => Date
  /** Whether attempts are rate limited. */
  limited: boolean
  /** Base of links in emails. Not taken from the Host header, which a client can forge. */
  publicUrl: string
}

export function tokenMaking({ database, keys, now, limited, publicUrl }: ApiTokenDependencies) {
  const limits = limited ? rateLimits({ database, keys, now }) : noLimits
  const { make } = apiTokens(keys('api-token'))

  return async (caller: Caller, { expires_on, ...input }: ApiTokenInput): Promise<MadeApiToken> => {
    await limits.count('api_token', caller.user_id)
    const { user_id, ip } = caller
    const permissions = [...new Set(input.permissions)]
    const { token, token_hash } = make()
    const made = await inTenant(database, caller, async (tenant) => {
      // Also locks the user, so that of two concurrent requests the second counts the token of the first.
      await holdProof(tenant, caller, now())
      requireAll(caller, { is_owner: false, permissions })
      if ((await queries.countLive(tenant, user_id, now())) >= maxApiTokens)
        throw new AppError('state_conflict', message('api_token.too_many', { max: maxApiTokens }))
      const added = await queries.insert(tenant, { ...input, user_id, permissions, token_hash, expires_on }, now())
      if (!added) throw fieldError('invalid_request', 'expires_on', message('field.in_the_past'))
      const event = {
        action: 'api_token_made',
        target_id: added.id,
        user_id,
        ip,
        detail: { what: permissions },
      } as const
      await writeAuditEvent(tenant, { ...event, at: now() })
      await tell(tenant, caller, added.name)
      return added
    })
    return { ...made, token }
  }

  async function tell(tenant: Tenant, { user_id, ip }: Caller, name: string) {
    const user = await users.credentials(tenant, user_id)
    if (!user) throw new AppError('unauthenticated')
    const values = { name, address: ip, url: `${publicUrl}/account#api-tokens` }
    await queueMail(tenant, keys, emailTo(user, 'api_token_made', values))
  }
}

export async function ownTokens(tenant: Tenant, { user_id }: Caller, now: Date): Promise<ApiToken[]> {
  return await queries.list(tenant, { user_id, now })
}

export const teamTokens = async (tenant: Tenant, now: Date): Promise<TeamApiToken[]> =>
  await queries.list(tenant, { now })

export async function revokeOwn(tenant: Tenant, caller: Caller, id: string, now: Date): Promise<void> {
  const token = orNotFound(await queries.get(tenant, id))
  if (token.user_id !== caller.user_id) throw new AppError('not_found')
  await revoke(tenant, caller, token, now)
}

/** As for every act on a member, the caller needs all rights that the member has. */
export async function revokeOfMember(tenant: Tenant, caller: Caller, id: string, now: Date): Promise<void> {
  const token = orNotFound(await queries.get(tenant, id))
  if (token.user_id !== caller.user_id) await requireRightsOver(tenant, caller, token.user_id)
  await revoke(tenant, caller, token, now)
}

async function revoke(tenant: Tenant, { user_id, ip }: Caller, token: queries.OwnedToken, now: Date) {
  if (!(await queries.revoke(tenant, token.id, now))) return
  const event = { action: 'api_token_revoked', target_id: token.id, user_id, ip, at: now } as const
  await writeAuditEvent(tenant, { ...event, detail: { what: token.permissions } })
}

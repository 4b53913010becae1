// Account administration by others: the operator on the command line (audited without a user), or the team.
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import type { Tenant } from '../../platform/db/index.ts'
import * as users from '../users/service.ts'
import { revokeAllOf } from './api-tokens/queries.ts'
import { unlink } from './login-provider/queries.ts'
import * as queries from './queries.ts'
import { linkEnd, newResetLink } from './reset-link.ts'

/** Signed out everywhere: enabling the user later restores no session. */
export async function disable(tenant: Tenant, user_id: string, now: Date): Promise<void> {
  await users.setDisabled(tenant, user_id, true)
  await revokeAccess(tenant, user_id, now)
  await writeAuditEvent(tenant, { action: 'user_disabled', target_id: user_id, detail: { by: 'operator' }, at: now })
}

/** Ends all sessions, and removes API tokens, the linked login and reset links. */
export async function revokeAccess(tenant: Tenant, user_id: string, now: Date): Promise<void> {
  await queries.revokeAll(tenant, user_id, 'disabled', now)
  await revokeAllOf(tenant, user_id, now)
  await unlink(tenant, user_id)
  await queries.deleteReset(tenant, user_id)
}

export async function enable(tenant: Tenant, user_id: string, now: Date): Promise<void> {
  await users.setDisabled(tenant, user_id, false)
  await writeAuditEvent(tenant, { action: 'user_enabled', target_id: user_id, detail: { by: 'operator' }, at: now })
}

/** A password reset link for installations that send no email. Older links become invalid. */
export async function makeResetLink(tenant: Tenant, user_id: string, publicUrl: string, now: Date): Promise<string> {
  const { url, token_hash } = newResetLink(publicUrl)
  await queries.replaceReset(tenant, user_id, token_hash, linkEnd(now))
  await writeAuditEvent(tenant, { action: 'reset_link_made', target_id: user_id, detail: { by: 'operator' }, at: now })
  return url
}

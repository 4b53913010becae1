// What is done to somebody's account by another: by whoever runs the installation (audited, as done by no user), or the team.
import type { Tenant } from '../db/index.ts'
import * as users from '../users/service.ts'
import * as queries from './queries.ts'
import { linkEnd, newResetLink } from './reset-link.ts'

/** Signed out everywhere: enabling them later brings no session back. */
export async function disable(tenant: Tenant, user_id: string, now: Date): Promise<void> {
  await users.setDisabled(tenant, user_id, true)
  await revokeAccess(tenant, user_id, now)
  await queries.auditAct(tenant, { action: 'user_disabled', target_id: user_id, at: now })
}

/** Signed out everywhere, and no link is left that would let them in. */
export async function revokeAccess(tenant: Tenant, user_id: string, now: Date): Promise<void> {
  await queries.revokeAll(tenant, user_id, 'disabled', now)
  await queries.deleteReset(tenant, user_id)
}

export async function enable(tenant: Tenant, user_id: string, now: Date): Promise<void> {
  await users.setDisabled(tenant, user_id, false)
  await queries.auditAct(tenant, { action: 'user_enabled', target_id: user_id, at: now })
}

/** As if they had forgotten their password, for installations that send no mail. Any older link dies. */
export async function makeResetLink(tenant: Tenant, user_id: string, publicUrl: string, now: Date): Promise<string> {
  const { url, token_hash } = newResetLink(publicUrl)
  await queries.replaceReset(tenant, user_id, token_hash, linkEnd(now))
  await queries.auditAct(tenant, { action: 'reset_link_made', target_id: user_id, at: now })
  return url
}

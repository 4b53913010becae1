// Emails about approvals: to those who may decide, and to the person who asked.
import { membersWith } from '../../../identity/roles/service.ts'
import type { Keys } from '../../../keys.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { emailTo, queueMail } from '../../../platform/mail/service.ts'
import { persons } from './queries.ts'

export interface Mailing {
  keys: Keys
  publicUrl: string
}

export async function tellApprovers(tenant: Tenant, id: string, { keys, publicUrl }: Mailing): Promise<void> {
  const { broadcast, authors, actor } = await persons(tenant, id)
  for (const member of await membersWith(tenant, 'approve_broadcasts')) {
    if (authors.includes(member.id)) continue
    const url = `${publicUrl}/broadcasts/${id}`
    await queueMail(tenant, keys, emailTo(member, 'approval_requested', { url, broadcast, author: actor }))
  }
}

/** `reason`: why the broadcast was rejected; absent if it was approved. */
export async function tellRequester(
  tenant: Tenant,
  id: string,
  { keys, publicUrl }: Mailing,
  reason?: string,
): Promise<void> {
  const { broadcast, requester, actor: approver } = await persons(tenant, id)
  if (!requester) return
  const url = `${publicUrl}/broadcasts/${id}`
  const email =
    reason === undefined
      ? emailTo(requester, 'approval_approved', { url, broadcast, approver })
      : emailTo(requester, 'approval_rejected', { url, broadcast, approver, reason })
  await queueMail(tenant, keys, email)
}

// Emails and notifications about a failed backup: to the operator if the address is set, otherwise to the owners of the first organization.
import { queuePush } from '../../identity/push/service.ts'
import { emailKey, findByEmail } from '../../identity/users/service.ts'
import type { Keys } from '../../keys.ts'
import { writeAuditEvent } from '../db/audit-events.ts'
import { type Database, inTenant, type Tenant } from '../db/index.ts'
import { emailTo, queueMail } from '../mail/service.ts'
import { firstOrganization, ownersOf } from './queries.ts'

export async function tellFailure(
  database: Database,
  keys: Keys,
  { failure, at, to }: { failure: string; at: Date; to: string | undefined },
): Promise<void> {
  const organization_id = await firstOrganization(database)
  if (organization_id === undefined) return
  await inTenant(database, { organization_id }, async (tenant) => {
    await writeAuditEvent(tenant, { action: 'backup_failed', detail: { by: 'operator' }, at })
    if (to !== undefined) {
      await queueMail(tenant, keys, emailTo({ name: '', email: to, locale: 'en' }, 'backup_failed', { failure }))
      return
    }
    for (const owner of await ownersOf(tenant)) {
      await queueMail(tenant, keys, emailTo(owner, 'backup_failed', { failure }))
      await notify(tenant, owner)
    }
  })
  // The operator may be a member of any organization here.
  const user = to === undefined ? undefined : await findByEmail(database, emailKey(to))
  if (user && !user.disabled_at)
    await inTenant(database, { organization_id: user.organization_id }, (tenant) => notify(tenant, user))
}

async function notify(tenant: Tenant, user: { id: string; name: string; email: string; locale: string }) {
  const { subject: title } = emailTo(user, 'backup_failed', {})
  await queuePush(tenant, user.id, { title, path: '/account#status', topic: 'backup-failed' })
}

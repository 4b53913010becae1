// Emails about a failed backup: to the operator if the address is set, otherwise to the owners of the first organization.
import type { Keys } from '../../keys.ts'
import { writeAuditEvent } from '../db/audit-events.ts'
import { type Database, inTenant } from '../db/index.ts'
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
    const people = to === undefined ? await ownersOf(tenant) : [{ name: '', email: to, locale: 'en' }]
    for (const person of people) await queueMail(tenant, keys, emailTo(person, 'backup_failed', { failure }))
  })
}

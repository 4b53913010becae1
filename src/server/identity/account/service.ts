// Rules of deleting an account. The last member's account takes the organization with it, so that deletion waits.
import type { Deletion, DeletionRequest } from '../../../contract/account.ts'
import type { Keys } from '../../keys.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import { type Database, inTenant, type Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { dropMails, emailTo, queueFinalMail } from '../../platform/mail/service.ts'
import { holdProof, type Origin } from '../auth/service.ts'
import { deletionDueAt, holdOrganization } from '../organization/service.ts'
import { requireOtherOwner } from '../roles/service.ts'
import { removeDemos } from '../sample-data/service.ts'
import { removeUser } from '../users/service.ts'
import { agreed, terms } from './agreement.ts'
import { organizationDeletions } from './organization-deletion.ts'
import * as queries from './queries.ts'

export { columnsOf } from './everything.ts'
export { exported } from './exported.ts'
export { shapeOf } from './queries.ts'

interface AccountDependencies {
  database: Database
  keys: Keys
  now: () => Date
  publicUrl: string
  log: { warn(context: object, message: string): void }
}

export function accountDeletion({ log, ...binding }: AccountDependencies) {
  const { database, keys, now } = binding
  const { request: requestOrganization, cancel } = organizationDeletions(binding)

  async function remove(caller: Caller, request: DeletionRequest, origin: Origin): Promise<void> {
    const { organization_id, user_id } = caller
    const { ip } = origin
    if (request.is_last_member) {
      await requestOrganization(caller, request, origin)
      return log.warn({ organization_id, user_id, ip }, 'deletion of the organization requested by its last member')
    }
    await inTenant(database, caller, async (tenant) => {
      // Serializes concurrent deletions: the second of two members finds that it is the last one.
      await holdOrganization(tenant)
      await holdProof(tenant, caller, now())
      const user = await agreed(tenant, caller, request)
      await requireOtherOwner(tenant, user_id)
      await dropMails(tenant, keys, user.email)
      await removeDemos(database, tenant, user_id)
      await removeUser(tenant, user_id)
      await writeAuditEvent(tenant, { user_id, action: 'account_deleted', ip, at: now() })
      await queueFinalMail(tenant, keys, emailTo(user, 'account_deleted', {}))
    })
    log.warn({ organization_id, user_id, ip }, 'account deleted by its user')
  }

  return { remove, cancel }
}

export async function deletionPreview(tenant: Tenant, caller: Caller): Promise<Deletion> {
  const { user: _, ...preview } = await terms(tenant, caller)
  return { ...preview, due_at: await deletionDueAt(tenant), ...(await queries.organizationUsage(tenant)) }
}

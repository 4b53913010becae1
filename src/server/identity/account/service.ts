// Rules of deleting an account: the last member of an organization deletes the organization, too.

import { setTimeout as pause } from 'node:timers/promises'
import type { Deletion, DeletionRequest } from '../../../contract/account.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Keys } from '../../keys.ts'
import { cancelAll } from '../../messaging/broadcasts/service.ts'
import { areLoggedOut, logOutAll } from '../../messaging/wa-sessions/service.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import { type Database, inTenant, type Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { dropMails, emailTo, queueFinalMail } from '../../platform/mail/service.ts'
import { type Origin, passwordProof, wrongPassword } from '../auth/service.ts'
import { holdOrganization, removeOrganization } from '../organization/service.ts'
import { removeDemos } from '../sample-data/service.ts'
import { countMembers, credentials, removeUser } from '../users/service.ts'
import * as queries from './queries.ts'

export { columnsOf } from './everything.ts'
export { exported } from './exported.ts'
export { shapeOf } from './queries.ts'

interface AccountDependencies {
  database: Database
  keys: Keys
  now: () => Date
  /** Whether attempts are limited. */
  limited: boolean
  log: { warn(context: object, message: string): void }
}

/** Time for sessions to finish their last message and to be unlinked. A worker that is down must not block a deletion. */
const logoutTimeoutMs = 20_000
const pauseMs = 100

export function accountDeletion({ database, keys, now, limited, log }: AccountDependencies) {
  const prove = passwordProof({ database, keys, now, limited })

  async function remove(caller: Caller, request: DeletionRequest, { ip }: Origin): Promise<void> {
    const user = await prove(caller, request.current_password)
    if (request.is_last_member) await fallSilent(caller, request)
    await inTenant(database, caller, async (tenant) => {
      // Serializes concurrent deletions: the second of two members finds that it is the last one.
      await holdOrganization(tenant)
      await agreed(tenant, caller, request)
      await dropMails(tenant, keys, user.email)
      await removeDemos(database, tenant, request.is_last_member ? undefined : caller.user_id)
      if (!(await removeUser(tenant, caller.user_id, user.password_hash))) throw wrongPassword()
      if (request.is_last_member) await removeOrganization(tenant)
      else await writeAuditEvent(tenant, { user_id: caller.user_id, action: 'account_deleted', ip, at: now() })
      const kind = request.is_last_member ? 'organization_deleted' : 'account_deleted'
      await queueFinalMail(tenant, keys, emailTo(user, kind, {}))
    })
    const { organization_id, user_id } = caller
    const what = request.is_last_member ? 'organization deleted by its last member' : 'account deleted by its user'
    log.warn({ organization_id, user_id, ip }, what)
  }

  /**
   * Before anything is deleted: stops sending and unlinks the phones, which needs the rows that are deleted next.
   * This is not undone if the deletion fails afterwards: the user intended to leave anyway.
   */
  async function fallSilent(caller: Caller, request: DeletionRequest) {
    await inTenant(database, caller, async (tenant) => {
      await holdOrganization(tenant)
      await agreed(tenant, caller, request)
      await cancelAll(tenant)
      await logOutAll(tenant)
    })
    const giveUpAt = performance.now() + logoutTimeoutMs
    while (!(await inTenant(database, caller, areLoggedOut))) {
      if (performance.now() > giveUpAt) {
        return log.warn(
          { organization_id: caller.organization_id },
          'logging out WhatsApp sessions timed out, deleting the account anyway',
        )
      }
      await pause(pauseMs)
    }
  }

  return { remove }
}

export async function deletionPreview(tenant: Tenant, caller: Caller): Promise<Deletion> {
  return { ...(await terms(tenant, caller)), ...(await queries.organizationUsage(tenant)) }
}

/** What is deleted, and what the user must type for it. */
async function terms(tenant: Tenant, { user_id }: Caller) {
  const user = await credentials(tenant, user_id)
  const members = await countMembers(tenant)
  // A concurrent request was faster, such as a second click.
  if (!user || members === 0) throw new AppError('unauthenticated')
  const is_last_member = members === 1
  return { members, is_last_member, confirmation: (is_last_member && user.organization) || user.email }
}

/** Checks that the user typed the name and was shown what is deleted. */
async function agreed(tenant: Tenant, caller: Caller, request: DeletionRequest): Promise<void> {
  const { is_last_member, confirmation: text } = await terms(tenant, caller)
  if (is_last_member !== request.is_last_member) {
    throw new AppError(
      'state_conflict',
      is_last_member ? message('account.last_member') : message('account.member_joined'),
    )
  }
  if (request.confirmation.trim().normalize('NFC') !== text) {
    throw fieldError('invalid_request', 'confirmation', message('account.confirm_text', { text }))
  }
}

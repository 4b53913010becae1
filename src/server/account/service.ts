// Rules of deleting an account: the last member of an organization deletes the organization, too.
import { setTimeout as pause } from 'node:timers/promises'
import type { Deletion, DeletionRequest } from '../../contract/account.ts'
import { audit, type Origin, passwordProof, wrongPassword } from '../auth/service.ts'
import { cancelAll } from '../broadcasts/service.ts'
import { type Database, inTenant, type Tenant } from '../db/index.ts'
import { AppError, fieldError } from '../errors.ts'
import type { Caller } from '../http/authentication.ts'
import type { Keys } from '../keys.ts'
import { dropMails, emailTo, queueFinalMail } from '../mail/service.ts'
import { holdOrganization, removeOrganization } from '../organization/service.ts'
import { countMembers, credentials, removeUser } from '../users/service.ts'
import { areLoggedOut, logOutAll } from '../wa-sessions/service.ts'
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
const patienceMs = 20_000
const pauseMs = 100

export function accountDeletion({ database, keys, now, limited, log }: AccountDependencies) {
  const prove = passwordProof({ database, keys, now, limited })

  async function remove(who: Caller, request: DeletionRequest, { ip }: Origin): Promise<void> {
    const user = await prove(who, request.current_password)
    if (request.is_last_member) await fallSilent(who, request)
    await inTenant(database, who, async (tenant) => {
      // Serializes concurrent deletions: the second of two members finds that it is the last one.
      await holdOrganization(tenant)
      await agreed(tenant, who, request)
      await dropMails(tenant, keys, user.email)
      if (!(await removeUser(tenant, who.user_id, user.password_hash))) throw wrongPassword()
      if (request.is_last_member) await removeOrganization(tenant)
      else await audit(tenant, { user_id: who.user_id, action: 'account_deleted', ip, at: now() })
      const kind = request.is_last_member ? 'organization_deleted' : 'account_deleted'
      await queueFinalMail(tenant, keys, emailTo(user, kind, {}))
    })
    const { organization_id, user_id } = who
    const what = request.is_last_member ? 'organization deleted by its last member' : 'account deleted by its user'
    log.warn({ organization_id, user_id, ip }, what)
  }

  /**
   * Before anything is deleted: stops sending and unlinks the phones, which needs the rows that are deleted next.
   * This is not undone if the deletion fails afterwards, which does no harm to a user who wanted it.
   */
  async function fallSilent(who: Caller, request: DeletionRequest) {
    await inTenant(database, who, async (tenant) => {
      await holdOrganization(tenant)
      await agreed(tenant, who, request)
      await cancelAll(tenant)
      await logOutAll(tenant)
    })
    const giveUpAt = performance.now() + patienceMs
    while (!(await inTenant(database, who, areLoggedOut))) {
      if (performance.now() > giveUpAt) {
        return log.warn(
          { organization_id: who.organization_id },
          'logging out WhatsApp sessions timed out, deleting the account anyway',
        )
      }
      await pause(pauseMs)
    }
  }

  return { remove }
}

export async function deletionPreview(tenant: Tenant, who: Caller): Promise<Deletion> {
  return { ...(await terms(tenant, who)), ...(await queries.organizationUsage(tenant)) }
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
async function agreed(tenant: Tenant, who: Caller, request: DeletionRequest): Promise<void> {
  const { is_last_member, confirmation: text } = await terms(tenant, who)
  if (is_last_member !== request.is_last_member) {
    throw new AppError(
      'state_conflict',
      is_last_member
        ? 'You are now the last member: your organization would be deleted with your account. Review what would be deleted.'
        : 'Someone has joined your organization. Review what would be deleted.',
    )
  }
  if (request.confirmation.trim().normalize('NFC') !== text) {
    throw fieldError('invalid_request', 'confirmation', `Type “${text}”, exactly as it is written here.`)
  }
}

// Rules of leaving: an account goes alone, the last one of an organization takes the organization along.
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
  /** Whether tries are counted and refused. */
  limited: boolean
  log: { warn(context: object, message: string): void }
}

/** For sessions to end their last message and to be unlinked. A worker that is down must not keep anybody here. */
const patienceMs = 20_000
const pauseMs = 100

export function accountDeletion({ database, keys, now, limited, log }: AccountDependencies) {
  const prove = passwordProof({ database, keys, now, limited })

  async function remove(who: Caller, request: DeletionRequest, { ip }: Origin): Promise<void> {
    const user = await prove(who, request.current_password)
    if (request.is_last_member) await fallSilent(who, request)
    await inTenant(database, who, async (tenant) => {
      // Of two who leave at once, one is the last: the other waits here, and then finds it so.
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
    const what = request.is_last_member ? 'its last member deleted an organization' : 'a member deleted their account'
    log.warn({ organization_id, user_id, ip }, what)
  }

  /**
   * Before anything goes: nothing is sent any more, and phones forget the sessions, which takes the rows that are to go.
   * What is over stays so if the deletion then fails; whoever wanted it gone loses nothing by that.
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
        return log.warn({ organization_id: who.organization_id }, 'WhatsApp sessions were not logged out in time')
      }
      await pause(pauseMs)
    }
  }

  return { remove }
}

export async function deletionPreview(tenant: Tenant, who: Caller): Promise<Deletion> {
  return { ...(await terms(tenant, who)), ...(await queries.organizationUsage(tenant)) }
}

/** What goes, and what has to be typed for it. */
async function terms(tenant: Tenant, { user_id }: Caller) {
  const user = await credentials(tenant, user_id)
  const members = await countMembers(tenant)
  // They pressed twice, and the other press was quicker.
  if (!user || members === 0) throw new AppError('unauthenticated')
  const is_last_member = members === 1
  return { members, is_last_member, confirmation: (is_last_member && user.organization) || user.email }
}

/** They typed what goes, and were shown what goes. */
async function agreed(tenant: Tenant, who: Caller, request: DeletionRequest): Promise<void> {
  const { is_last_member, confirmation: text } = await terms(tenant, who)
  if (is_last_member !== request.is_last_member) {
    throw new AppError(
      'state_conflict',
      is_last_member
        ? 'You are the only one left now: your organization would go with your account. Look again at what would be deleted.'
        : 'Somebody joined your organization meanwhile. Look again at what would be deleted.',
    )
  }
  if (request.confirmation.trim().normalize('NFC') !== text) {
    throw fieldError('invalid_request', 'confirmation', `Type “${text}”, exactly as it is written here.`)
  }
}

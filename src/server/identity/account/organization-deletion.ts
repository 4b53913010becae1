// Deletion of an organization: waits for seven days, during which nothing is sent and an owner can cancel it.
import { setTimeout as pause } from 'node:timers/promises'
import { type DeletionRequest, deletionDays } from '../../../contract/account.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import type { Keys } from '../../keys.ts'
import { cancelAll } from '../../messaging/broadcasts/service.ts'
import { areLoggedOut, logOutAll } from '../../messaging/wa-sessions/service.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import { hint } from '../../platform/db/hints.ts'
import { type Database, inTenant, type Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { type EmailKind, emailTo, queueFinalMail, queueMail } from '../../platform/mail/service.ts'
import { holdProof, type Origin } from '../auth/service.ts'
import * as organization from '../organization/service.ts'
import { requireOwner } from '../roles/service.ts'
import { removeDemos } from '../sample-data/service.ts'
import { agreed } from './agreement.ts'
import * as queries from './queries.ts'

interface Dependencies {
  database: Database
  keys: Keys
  now: () => Date
  publicUrl: string
}

export function organizationDeletions({ database, keys, now, publicUrl }: Dependencies) {
  /** Requested by the last member. From now on nothing is sent, and the owners are told. */
  async function request(caller: Caller, request: DeletionRequest, { ip }: Origin): Promise<void> {
    await inTenant(database, caller, async (tenant) => {
      await organization.holdOrganization(tenant)
      await holdProof(tenant, caller, now())
      const user = await agreed(tenant, caller, request)
      const due = new Date(now().getTime() + deletionDays * 86_400_000)
      if (!(await organization.requestDeletion(tenant, due)))
        throw new AppError('state_conflict', message('organization.deletion_waits'))
      const event = { action: 'organization_deletion_requested', user_id: caller.user_id, ip, at: now() } as const
      await writeAuditEvent(tenant, event)
      await tellOwners(tenant, 'organization_deletion_requested', user.name)
    })
  }

  async function cancel(tenant: Tenant, caller: Caller): Promise<void> {
    const isWaiting = (await organization.deletionDueAt(tenant)) !== null
    if (isWaiting) requireOwner(caller)
    if (!isWaiting || !(await organization.cancelDeletion(tenant)))
      throw new AppError('state_conflict', message('organization.no_deletion'))
    for (const topic of ['broadcasts', 'replies'] as const) await hint(tenant, topic)
    const me = (await queries.people(tenant)).find(({ id }) => id === caller.user_id)
    await tellOwners(tenant, 'organization_deletion_cancelled', me?.name ?? '')
  }

  async function tellOwners(tenant: Tenant, kind: EmailKind, who: string) {
    const owners = (await queries.people(tenant)).filter(({ is_owner }) => is_owner)
    for (const owner of owners) {
      const day = dayText(owner.due_at, owner)
      const values = { who, organization: owner.organization || owner.email, day, url: `${publicUrl}/account#delete` }
      await queueMail(tenant, keys, emailTo(owner, kind, values))
    }
  }

  return { request, cancel }
}

const dayText = (due: string | null, { locale, time_zone: timeZone }: Pick<queries.Person, 'locale' | 'time_zone'>) =>
  due === null
    ? ''
    : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(due))

export interface Log {
  info(context: object, message: string): void
  warn(context: object, message: string): void
  error(context: object, message: string): void
}

/** How long sessions may take to finish their last message and be unlinked. A stopped engine must not block a deletion. */
const logoutTimeoutMs = 20_000
const pauseMs = 100

/** Deletes every organization whose seven days are over. A failure in one does not block the others. */
export async function deleteDue(database: Database, keys: Keys, log: Log, now: Date): Promise<void> {
  for (const organization_id of await organization.dueForDeletion(database, now))
    await deleteOne({ database, keys, log }, organization_id, now).catch((error: unknown) =>
      log.error({ err: error, organization_id }, 'deleting an organization failed, retrying within the hour'),
    )
}

async function deleteOne(
  { database, keys, log }: Pick<Dependencies, 'database' | 'keys'> & { log: Log },
  organization_id: string,
  now: Date,
) {
  const at = { organization_id }
  const isBegun = await inTenant(database, at, async (tenant) => {
    await organization.holdOrganization(tenant)
    // An owner cancelled the deletion just before.
    if (!(await organization.beginDeletion(tenant, now))) return false
    await cancelAll(tenant)
    await logOutAll(tenant)
    return true
  })
  if (!isBegun) return
  const giveUpAt = performance.now() + logoutTimeoutMs
  while (!(await inTenant(database, at, areLoggedOut))) {
    if (performance.now() > giveUpAt) {
      log.warn(at, 'logging out WhatsApp sessions timed out, deleting the organization anyway')
      break
    }
    await pause(pauseMs)
  }
  await inTenant(database, at, async (tenant) => {
    await organization.holdOrganization(tenant)
    const people = await queries.people(tenant)
    await removeDemos(database, tenant)
    await organization.removeOrganization(tenant)
    for (const person of people) await queueFinalMail(tenant, keys, emailTo(person, 'organization_deleted', {}))
  })
  log.warn(at, 'organization deleted')
}

// Rules of the organization: its settings and closed periods; also used by other features.
import { type Message, message } from '../../../contract/messages/message.ts'
import type { Organization, OrganizationChange, Periods } from '../../../contract/organization.ts'
import { AppError, fieldError, orNotFound, versionConflict } from '../../errors.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import { dayOf } from '../../platform/db/day.ts'
import { hint } from '../../platform/db/hints.ts'
import { type Database, inTenant, shareLockOrganization, type Tenant } from '../../platform/db/index.ts'
import { pauseMissed } from '../../platform/db/restored.ts'
import { type Caller, requirePermission } from '../../platform/http/authentication.ts'
import { rebase } from '../../records/currencies/service.ts'
import * as queries from './queries.ts'

export {
  approvalRule,
  beginDeletion,
  cancelDeletion,
  closedUntil,
  create as createOrganization,
  deletionDueAt,
  dueForDeletion,
  get as getOrganization,
  hold as holdOrganization,
  holdLong,
  isSecondFactorRequired,
  lockPeriod,
  remove as removeOrganization,
  rename as renameOrganization,
  requestDeletion,
  setPremium,
  setQuota,
  setSecondFactorRequired,
} from './queries.ts'

/** Throws in a demo organization: its data is invented, so nothing may be sent to a real person. */
export async function refuseInDemo(tenant: Tenant, reason: Message): Promise<void> {
  if (await queries.isDemo(tenant)) throw new AppError('not_with_sample_data', reason)
}

/** Nobody may join an organization that is to be deleted: their account would be deleted with it. */
export async function refuseIfEnding(tenant: Tenant): Promise<void> {
  await shareLockOrganization(tenant)
  if (await queries.isEnding(tenant)) throw new AppError('state_conflict', message('organization.is_ending'))
}

/** From now on the restored copy sends, and its phones connect. */
export async function release(tenant: Tenant): Promise<void> {
  if (!(await queries.release(tenant))) throw new AppError('state_conflict', message('organization.not_restored'))
  await pauseMissed(tenant)
  for (const topic of ['wa_sessions', 'broadcasts', 'mails', 'webhooks'] as const) await hint(tenant, topic)
}

/** By the operator, all organizations of the installation; returns how many were not released yet. */
export async function releaseAll(database: Database, at: Date): Promise<number> {
  const ids = await queries.unreleased(database)
  for (const organization_id of ids)
    await inTenant(database, { organization_id }, async (tenant) => {
      await release(tenant)
      await writeAuditEvent(tenant, { action: 'copy_released', detail: { by: 'operator' }, at })
    })
  return ids.length
}

/** Closes a later period than before; its last day must be over. */
export async function closePeriod(tenant: Tenant, closed_until: string, reason = ''): Promise<Periods> {
  await queries.lockPeriod(tenant, 'alone')
  const before = await queries.closedUntil(tenant)
  if (closed_until >= (await dayOf(tenant)))
    throw fieldError('invalid_request', 'closed_until', message('field.not_before_today'))
  if (before !== null && closed_until <= before)
    throw fieldError('invalid_request', 'closed_until', message('field.not_after_closed'))
  await queries.setPeriod(tenant, closed_until, reason)
  return await queries.periods(tenant)
}

/** Reopens to an earlier day than before, or reopens all. */
export async function reopenPeriod(tenant: Tenant, closed_until: string | null, reason: string): Promise<Periods> {
  await queries.lockPeriod(tenant, 'alone')
  const before = await queries.closedUntil(tenant)
  if (before === null) throw new AppError('state_conflict', message('period.none_closed'))
  if (closed_until !== null && closed_until >= before)
    throw fieldError('invalid_request', 'closed_until', message('field.not_before_closed'))
  await queries.setPeriod(tenant, closed_until, reason)
  return await queries.periods(tenant)
}

/** By a user: how long the audit log is kept also needs the permission to delete for good. */
export async function changeBy(caller: Caller, tenant: Tenant, body: OrganizationChange, now: Date) {
  const { audit_years } = body
  if (audit_years !== undefined) requirePermission(caller, 'delete_for_good')
  const changed = await change(tenant, body)
  if (audit_years !== undefined) {
    const { user_id, ip } = caller
    const event = { action: 'audit_retention_changed', user_id, ip, detail: { years: audit_years }, at: now } as const
    await writeAuditEvent(tenant, event)
  }
  return changed
}

export async function change(tenant: Tenant, { version, ...input }: OrganizationChange): Promise<Organization> {
  const before = orNotFound(await queries.get(tenant))
  // A concurrent closing reads the organization's current day, which depends on the time zone.
  if (input.time_zone !== undefined && input.time_zone !== before.time_zone) await queries.lockPeriod(tenant, 'alone')
  const changed = await queries.update(tenant, version, input)
  const current = orNotFound(await queries.get(tenant))
  if (!changed) throw versionConflict(message('organization.changed'), current)
  await rebase(tenant, before.base_currency, current.base_currency)
  return current
}

// All SQL of organizations.
import { sql } from 'kysely'
import type {
  ApprovalRule,
  AuditRetention,
  Organization,
  OrganizationInput,
  Periods,
} from '../../../contract/organization.ts'
import type { QuotaKind } from '../../../contract/quotas.ts'
import type { Database, Tenant } from '../../platform/db/index.ts'

/** A demo organization also has the user that it belongs to, and quotas of its own. */
type NewOrganization = OrganizationInput &
  Partial<{ demo_of: string; demo_of_user_id: string } & Record<`quota_${QuotaKind}`, number>>

export async function create(tenant: Tenant, input: NewOrganization): Promise<void> {
  await tenant.db
    .insertInto('organizations')
    .values({ ...input, organization_id: tenant.organization_id })
    .execute()
}

export async function get(tenant: Tenant): Promise<Organization | undefined> {
  return await tenant.db
    .selectFrom('organizations')
    .select(['name', 'country', 'time_zone', 'base_currency', 'created_at', 'updated_at', 'version'])
    .select(['approval_always', 'approval_above', 'approval_amounts', 'audit_years'])
    .where('organization_id', '=', tenant.organization_id)
    .executeTakeFirst()
}

/** When broadcasts need the approval of a second person. */
export async function approvalRule(tenant: Tenant): Promise<ApprovalRule> {
  return await tenant.db
    .selectFrom('organizations')
    .select(['approval_always', 'approval_above', 'approval_amounts'])
    .where('organization_id', '=', tenant.organization_id)
    .executeTakeFirstOrThrow()
}

export async function isDemo(tenant: Tenant): Promise<boolean> {
  const { rows } = await sql`
    select from organizations where organization_id = ${tenant.organization_id} and demo_of is not null`.execute(
    tenant.db,
  )
  return rows.length > 0
}

/** Optimistic locking: false if the version has changed. */
export async function update(
  tenant: Tenant,
  version: number,
  change: Partial<OrganizationInput & ApprovalRule & AuditRetention>,
): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('organizations')
    .set({ ...change, updated_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', tenant.organization_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The same name again is no change: false. */
export async function rename(tenant: Tenant, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('organizations')
    .set({ name, updated_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', tenant.organization_id)
    .where('name', '<>', name)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False if it is not a restored copy, or was released already. */
export async function release(tenant: Tenant): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update organizations set restored_from = null
    where organization_id = ${tenant.organization_id} and restored_from is not null`.execute(tenant.db)
  return numAffectedRows === 1n
}

/** Organizations that were restored and are not released. */
export async function unreleased({ system }: Database): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from organizations where restored_from is not null order by organization_id`.execute(system)
  return rows.map(({ organization_id }) => organization_id)
}

/** Keeps the version: this is not a setting that users edit. */
export async function setPremium(tenant: Tenant, premium_until: string | null): Promise<void> {
  await tenant.db
    .updateTable('organizations')
    .set({ premium_until })
    .where('organization_id', '=', tenant.organization_id)
    .execute()
}

/** Null: the default of the installation. */
export async function setQuota(tenant: Tenant, kind: QuotaKind, limit: number | null): Promise<void> {
  await tenant.db
    .updateTable('organizations')
    .set({ [`quota_${kind}`]: limit })
    .where('organization_id', '=', tenant.organization_id)
    .execute()
}

export async function isSecondFactorRequired({ db, organization_id }: Tenant): Promise<boolean> {
  const { rows } = await sql<{ is_required: boolean }>`
    select second_factor_required as is_required from organizations where organization_id = ${organization_id}`.execute(
    db,
  )
  return rows[0]?.is_required ?? false
}

export async function setSecondFactorRequired(tenant: Tenant, second_factor_required: boolean): Promise<void> {
  await tenant.db
    .updateTable('organizations')
    .set({ second_factor_required })
    .where('organization_id', '=', tenant.organization_id)
    .execute()
}

/** Locks the organization until the transaction ends: no one can add data, remove members or leave. */
export async function hold(tenant: Tenant): Promise<void> {
  await tenant.db
    .selectFrom('organizations')
    .select('organization_id')
    .where('organization_id', '=', tenant.organization_id)
    .forUpdate()
    .execute()
}

/** Prevents other long operations on the organization; its members can still create and change records. */
export async function holdLong({ db, organization_id }: Tenant): Promise<void> {
  await sql`select from organizations where organization_id = ${organization_id} for no key update`.execute(db)
}

export async function periods({ db, organization_id }: Tenant): Promise<Periods> {
  const { rows } = await sql<Periods>`
    select o.closed_until, (
      select coalesce(json_agg(json_build_object('id', c.id, 'closed_until', c.closed_until, 'reason', c.reason, 'at', c.at, 'by', u.name)
        order by c.at desc, c.id desc), '[]')
      from period_closings c left join users u on u.organization_id = c.organization_id and u.id = c.user_id
      where c.organization_id = o.organization_id) as data
    from organizations o where o.organization_id = ${organization_id}`.execute(db)
  return { ...rows[0]!, data: rows[0]!.data.map((each) => ({ ...each, at: new Date(each.at).toISOString() })) }
}

/** Null: no period is closed. */
export async function closedUntil({ db, organization_id }: Tenant): Promise<string | null> {
  const { rows } = await sql<{ closed_until: string | null }>`
    select closed_until from organizations where organization_id = ${organization_id}`.execute(db)
  return rows[0]!.closed_until
}

/** Prevents closing and reopening until the transaction ends; `alone` also waits for writers and blocks them. */
export async function lockPeriod({ db, organization_id }: Tenant, how: 'shared' | 'alone'): Promise<void> {
  await sql`select lock_period(${organization_id}, ${how === 'alone'})`.execute(db)
}

export async function setPeriod(tenant: Tenant, closed_until: string | null, reason: string): Promise<void> {
  const { db, organization_id, user_id = null } = tenant
  await sql`update organizations set closed_until = ${closed_until} where organization_id = ${organization_id}`.execute(
    db,
  )
  await sql`
    insert into period_closings (organization_id, closed_until, reason, user_id)
    values (${organization_id}, ${closed_until}, ${reason}, ${user_id})`.execute(db)
}

/** When it is to be deleted; null if it is not. */
export async function deletionDueAt({ db, organization_id }: Tenant): Promise<string | null> {
  const { rows } = await sql<{ due_at: string | null }>`
    select nullif(deletion_due_at, '-infinity') as due_at from organizations where organization_id = ${organization_id}`.execute(
    db,
  )
  return rows[0]?.due_at ?? null
}

/** Whether it is to be deleted, or its deletion has begun. */
export async function isEnding({ db, organization_id }: Tenant): Promise<boolean> {
  const { rows } = await sql`
    select from organizations where organization_id = ${organization_id} and deletion_due_at is not null`.execute(db)
  return rows.length > 0
}

/** False if its deletion waits already. */
export async function requestDeletion({ db, organization_id }: Tenant, due: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update organizations set deletion_due_at = ${due}
    where organization_id = ${organization_id} and deletion_due_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** False if none waits, or if it has begun. */
export async function cancelDeletion({ db, organization_id }: Tenant): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update organizations set deletion_due_at = null
    where organization_id = ${organization_id} and deletion_due_at > '-infinity'`.execute(db)
  return numAffectedRows === 1n
}

/** Organizations to be deleted by now, also those whose deletion was interrupted. */
export async function dueForDeletion({ system }: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from organizations where deletion_due_at <= ${now} order by organization_id`.execute(system)
  return rows.map(({ organization_id }) => organization_id)
}

/** From now on it cannot be cancelled. False if it was, or if the organization is gone. */
export async function beginDeletion({ db, organization_id }: Tenant, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update organizations set deletion_due_at = '-infinity'
    where organization_id = ${organization_id} and deletion_due_at <= ${now}`.execute(db)
  return numAffectedRows === 1n
}

/** Deletes it with all its rows in every table. */
export async function remove(tenant: Tenant): Promise<void> {
  // Deleting everything must not be blocked by a closed period.
  await sql`update organizations set closed_until = null where organization_id = ${tenant.organization_id}`.execute(
    tenant.db,
  )
  // A million rows take longer than any other statement may.
  await sql`set local statement_timeout = 0`.execute(tenant.db)
  await sql`select remove_organization()`.execute(tenant.db)
}

// All SQL of organizations.
import { sql } from 'kysely'
import type { Organization, OrganizationInput, Periods } from '../../../contract/organization.ts'
import type { QuotaKind } from '../../../contract/quotas.ts'
import type { Tenant } from '../../platform/db/index.ts'

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
    .where('organization_id', '=', tenant.organization_id)
    .executeTakeFirst()
}

export async function isDemo(tenant: Tenant): Promise<boolean> {
  const { rows } = await sql`
    select from organizations where organization_id = ${tenant.organization_id} and demo_of is not null`.execute(
    tenant.db,
  )
  return rows.length > 0
}

/** Optimistic locking: false if the version has changed. */
export async function update(tenant: Tenant, version: number, change: Partial<OrganizationInput>): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('organizations')
    .set({ ...change, updated_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', tenant.organization_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The same name again is no change. */
export async function rename(tenant: Tenant, name: string): Promise<void> {
  await tenant.db
    .updateTable('organizations')
    .set({ name, updated_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', tenant.organization_id)
    .where('name', '<>', name)
    .execute()
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

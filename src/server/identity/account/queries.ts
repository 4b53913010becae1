// All SQL of deleting an account and of exporting everything: only reads, over the tables of all features.
import { sql } from 'kysely'
import type { Deletion } from '../../../contract/account.ts'
import { countsOf } from '../../platform/db/broadcast-counts.ts'
import { fetchInBatches, type Tenant } from '../../platform/db/index.ts'

export async function organizationUsage(tenant: Tenant): Promise<Pick<Deletion, 'counts' | 'running_broadcasts'>> {
  const { organization_id } = tenant
  const { rows } = await sql<Deletion['counts'] & { running: number }>`select
      (select count(*) from investors where organization_id = ${organization_id} and deleted_at is null) as investors,
      (select count(*) from investments where organization_id = ${organization_id} and deleted_at is null) as investments,
      (select count(*) from contacts where organization_id = ${organization_id} and deleted_at is null) as contacts,
      (select count(*) from templates where organization_id = ${organization_id} and deleted_at is null) as templates,
      (select count(*) from broadcasts where organization_id = ${organization_id} and deleted_at is null and test_of is null) as broadcasts,
      (select count(*) from broadcasts where organization_id = ${organization_id} and status in ('awaiting_approval', 'scheduled', 'preparing', 'sending') and test_of is null) as running,
      (select coalesce(sum(c.n), 0)::bigint from ${countsOf(tenant)} c where c.kind not in ('included', 'excluded')) as recipients,
      (select count(*) from opt_outs where organization_id = ${organization_id}) as opt_outs,
      (select count(*) from wa_sessions where organization_id = ${organization_id} and deleted_at is null) as wa_sessions`.execute(
    tenant.db,
  )
  const { running, ...counts } = rows[0]!
  return { counts, running_broadcasts: running }
}

export interface Person {
  id: string
  name: string
  email: string
  locale: string
  time_zone: string
  is_owner: boolean
  /** Name of their organization, and when it will be deleted. */
  organization: string
  due_at: string | null
}

/** Members who are neither removed nor disabled. */
export async function people({ db, organization_id }: Tenant): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.name, u.email, u.locale, coalesce(u.time_zone, o.time_zone) as time_zone,
      coalesce(u.role = 'owner', false) as is_owner, o.name as organization, o.deletion_due_at as due_at
    from users u join organizations o on o.organization_id = u.organization_id
    where u.organization_id = ${organization_id} and u.removed_at is null and u.disabled_at is null
    order by u.id`.execute(db)
  return rows
}

/** Parts of the archive's name: the organization's name, and the day in its time zone. */
export async function nameAndDay(tenant: Tenant, now: Date): Promise<{ name: string; day: string }> {
  const { rows } = await sql<{ name: string; day: string }>`
    select name, (${now}::timestamptz at time zone time_zone)::date as day
    from organizations where organization_id = ${tenant.organization_id}`.execute(tenant.db)
  return rows[0]!
}

export interface Shape {
  columns: string[]
  /** Columns of the primary key. */
  order: string[]
}

/** Columns of a table in their own order, without bytes: those are hashes and encrypted data. */
export async function shapeOf(tenant: Tenant, table: string): Promise<Shape> {
  const { rows } = await sql<{ name: string; place: number | null }>`
    select a.attname as name, array_position(k.indkey::int2[], a.attnum) as place
    from pg_attribute a left join pg_index k on k.indrelid = a.attrelid and k.indisprimary
    where a.attrelid = to_regclass(${table}) and a.attnum > 0 and not a.attisdropped and a.atttypid <> 'bytea'::regtype
    order by a.attnum`.execute(tenant.db)
  const key = rows.filter(({ place }) => place !== null).sort((a, b) => a.place! - b.place!)
  return { columns: rows.map(({ name }) => name), order: key.map(({ name }) => name) }
}

/** All rows of a table, in batches. */
export function rowsOf(tenant: Tenant, table: string, columns: string[], { order }: Shape) {
  const named = (names: string[]) => sql.join(names.map((name) => sql.ref(name)))
  return fetchInBatches(
    tenant,
    sql<Record<string, unknown>>`select ${named(columns)} from ${sql.table(table)}
      where organization_id = ${tenant.organization_id} order by ${named(order)}`,
  )
}

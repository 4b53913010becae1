// All SQL of sample data: finding a user's demo organization, and filling it.
import { sql } from 'kysely'
import { today } from '../../platform/db/day.ts'
import type { Database, Tenant } from '../../platform/db/index.ts'
import type { Rows, SampleInput } from './ground.ts'

interface Demo {
  organization_id: string
  user_id: string
  created_at: string
}

/** The demo organizations of an organization's users; row-level security hides them from the organization itself. */
export async function demosOf({ system }: Database, home_organization_id: string): Promise<Demo[]> {
  const { rows } = await sql<Demo>`
    select organization_id, demo_of_user_id as user_id, created_at from organizations
    where demo_of = ${home_organization_id}`.execute(system)
  return rows
}

/** Whether this sign-in session has the demo organization open. */
export async function isOpen({ system }: Database, session_id: string, demo: Demo): Promise<boolean> {
  const { rows } = await sql`
    select from auth_sessions where id = ${session_id} and demo_organization_id = ${demo.organization_id}`.execute(
    system,
  )
  return rows.length > 0
}

export async function newId({ db }: Tenant): Promise<string> {
  const { rows } = await sql<{ id: string }>`select uuid_v7() as id`.execute(db)
  return rows[0]!.id
}

/** Loads the inputs for the sample data. */
export async function readInput(tenant: Tenant, ids: number): Promise<SampleInput> {
  const { organization_id } = tenant
  const master = (table: string, column: string) => sql`
    (select jsonb_agg(jsonb_build_object('id', id, ${sql.lit(column)}, ${sql.ref(column)}) order by position, id)
    from ${sql.table(table)} where organization_id = ${organization_id})`
  const { rows } = await sql<SampleInput>`
    select ${today(tenant)} as today, o.time_zone, coalesce(nullif(o.name, ''), 'Your syndicate') as name, o.base_currency,
      ${tenant.user_id ?? null}::text as user_id, ${master('investor_types', 'kind')} as types,
      ${master('investment_statuses', 'category')} as statuses, ${master('investment_stages', 'position')} as stages,
      (select jsonb_agg(id order by id) from (select uuid_v7() as id from generate_series(1, ${ids}::int)) fresh) as ids
    from organizations o where o.organization_id = ${organization_id}`.execute(tenant.db)
  return rows[0]!
}

/** Skips currencies and rates that every new organization already has. */
export async function insert(tenant: Tenant, { table, rows }: Rows): Promise<void> {
  const columns = sql.join(['organization_id', ...Object.keys(rows[0]!)].map((column) => sql.ref(column)))
  const whole = rows.map((row) => ({ organization_id: tenant.organization_id, ...row }))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(whole)}::jsonb)
    on conflict do nothing`.execute(tenant.db)
}

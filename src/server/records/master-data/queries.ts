// All SQL of master data: three tables with the same columns, and a few of their own.
import { type RawBuilder, sql } from 'kysely'
import type { InvestmentStage, InvestmentStatus, InvestorType, MasterDataQuery } from '../../../contract/master-data.ts'
import { languageOf } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { seededNames } from './seeds.ts'

/** Row type by table. */
export interface Rows {
  investor_types: InvestorType
  investment_statuses: InvestmentStatus
  investment_stages: InvestmentStage
}
export type MasterDataKind = keyof Rows

/** Writable fields; the last three only for tables that have them. */
export interface Fields {
  name: string
  color: string
  is_active: boolean
  kind: InvestorType['kind']
  category: InvestmentStatus['category']
  probability: number | null
}

const ownColumns: Record<MasterDataKind, RawBuilder<unknown>> = {
  investor_types: sql`, r.kind`,
  investment_statuses: sql`, r.category, r.probability, r.is_default`,
  investment_stages: sql``,
}

/** Number of live records per row. */
const uses: Record<MasterDataKind, RawBuilder<unknown>> = {
  investor_types: sql`(select count(*) from investors u
    where u.organization_id = r.organization_id and u.investor_type_id = r.id and u.deleted_at is null)`,
  investment_statuses: sql`(select count(*) from investments u
    where u.organization_id = r.organization_id and u.status_id = r.id and u.deleted_at is null)`,
  investment_stages: sql`((select count(*) from investments u
      where u.organization_id = r.organization_id and u.stage_id = r.id and u.deleted_at is null)
    + (select count(*) from investor_stages s
      join investors u on u.organization_id = s.organization_id and u.id = s.investor_id and u.deleted_at is null
      where s.organization_id = r.organization_id and s.stage_id = r.id))`,
}

/**
 * The name of a row of any of the tables as the user reads it: the seeded one in their language, until somebody edits it.
 * Where no user asks, as in messages, it is in the founder's language.
 */
export function shownName({ locale }: Tenant, row: string): RawBuilder<string> {
  const names = locale === undefined ? null : JSON.stringify(seededNames[languageOf(locale)])
  return sql<string>`coalesce(${names}::jsonb ->> ${sql.ref(`${row}.seed_key`)}, ${sql.ref(`${row}.name`)})`
}

const sortKeys = {
  position: () => sql`r.position`,
  name: (tenant: Tenant) => sql`${shownName(tenant, 'r')} collate "und-x-icu"`,
  created_at: () => sql`r.created_at`,
  updated_at: () => sql`r.updated_at`,
}

export async function list<K extends MasterDataKind>(
  tenant: Tenant,
  kind: K,
  query: MasterDataQuery,
): Promise<Rows[K][]> {
  const { sort = 'position', q = '' } = query
  const key = sortKeys[sort.replace('-', '') as keyof typeof sortKeys](tenant)
  const { rows } = await sql<Rows[K]>`${live(tenant, kind)} and strpos(fold(${shownName(tenant, 'r')}), fold(${q})) > 0
    order by ${key} ${sort.startsWith('-') ? sql`desc` : sql`asc`}, r.id`.execute(tenant.db)
  return rows
}

export async function get<K extends MasterDataKind>(tenant: Tenant, kind: K, id: string): Promise<Rows[K] | undefined> {
  const { rows } = await sql<Rows[K]>`${live(tenant, kind)} and r.id = ${id}`.execute(tenant.db)
  return rows[0]
}

const columns = (
  tenant: Tenant,
  kind: MasterDataKind,
) => sql`r.id, ${shownName(tenant, 'r')} as name, r.seed_key, r.color,
  r.position, r.is_active, r.version, r.created_at, r.updated_at ${ownColumns[kind]}`

function live(tenant: Tenant, kind: MasterDataKind) {
  return sql`
    select ${columns(tenant, kind)}, ${uses[kind]} as in_use
    from ${sql.table(kind)} r where r.organization_id = ${tenant.organization_id} and r.deleted_at is null`
}

/**
 * Serializes changes to the set of rows, their order, and rules across rows. Taken before the statement that
 * checks the rule, so that it sees earlier commits.
 */
export async function lockKind(tenant: Tenant, kind: MasterDataKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${tenant.organization_id}`}, 0))`.execute(
    tenant.db,
  )
}

/** Blocks new uses of the row until the transaction ends; a concurrent use has committed or waits. */
export async function keepFromUse(tenant: Tenant, kind: MasterDataKind, id: string): Promise<void> {
  await sql`select from ${sql.table(kind)} where organization_id = ${tenant.organization_id} and id = ${id} for update`.execute(
    tenant.db,
  )
}

/** Locks the row against deletion until the transaction ends. Returns nothing if it is deleted. */
export async function keepInUse<K extends MasterDataKind>(
  tenant: Tenant,
  kind: K,
  id: string,
): Promise<Omit<Rows[K], 'in_use'> | undefined> {
  const { rows } = await sql<Omit<Rows[K], 'in_use'>>`
    select ${columns(tenant, kind)}
    from ${sql.table(kind)} r
    where r.organization_id = ${tenant.organization_id} and r.id = ${id} and r.deleted_at is null
    for key share`.execute(tenant.db)
  return rows[0]
}

/** Appends to the order. Returns nothing if the name is in use. */
export async function insert(
  tenant: Tenant,
  kind: MasterDataKind,
  fields: Partial<Fields> & { name: string },
): Promise<string | undefined> {
  const row = await tenant.db
    .insertInto(asAny(kind))
    .values({
      ...({ color: 'gray', ...fields } as StatusFields),
      organization_id: tenant.organization_id,
      created_by: tenant.user_id ?? null,
      position: sql<number>`(select coalesce(max(r.position), 0) + 1 from ${sql.table(kind)} r
        where r.organization_id = ${tenant.organization_id} and r.deleted_at is null)`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** In the given order, for an organization without rows. */
export async function seed(
  tenant: Tenant,
  kind: MasterDataKind,
  rows: readonly (Partial<Fields> & { name: string; seed_key: string; is_default?: boolean })[],
): Promise<void> {
  const { organization_id } = tenant
  const values = rows.map((row, index) => ({ ...(row as StatusFields), organization_id, position: index + 1 }))
  await tenant.db.insertInto(asAny(kind)).values(values).execute()
}

/**
 * Returns false if the version is stale or a rule of statuses forbids the change. Throws `<table>_name`. A name that
 * differs from the one the user reads clears `seed_key`: from then on all readers see that name.
 */
export async function update(
  tenant: Tenant,
  kind: MasterDataKind,
  id: string,
  version: number,
  { name, ...change }: Partial<Fields> & { is_default?: true },
): Promise<boolean> {
  const isSame = sql`${shownName(tenant, 'r')} = ${name ?? null}`
  const named = {
    name: sql<string>`case when ${isSame} then r.name else ${name} end`,
    seed_key: sql<string>`case when ${isSame} then r.seed_key end`,
  }
  const { numUpdatedRows } = await tenant.db
    .updateTable(`${asAny(kind)} as r`)
    .set({
      ...(change as Partial<StatusFields>),
      ...(name !== undefined && named),
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .where(kind === 'investment_statuses' ? leavesStatusesWhole(change) : sql<boolean>`true`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The default stays an active prospect, and no category loses its last active status. */
function leavesStatusesWhole(change: Partial<Fields> & { is_default?: true }): RawBuilder<boolean> {
  const category = change.category === undefined ? sql`r.category` : sql`${change.category}::text`
  const isActive = change.is_active === undefined ? sql`r.is_active` : sql`${change.is_active}::boolean`
  const isDefault = change.is_default ? sql`true` : sql`r.is_default`
  return sql<boolean>`(not ${isDefault} or ${category} = 'prospect' and ${isActive})
    and (not r.is_active or ${category} = r.category and ${isActive} or exists (
      select from investment_statuses other where other.organization_id = r.organization_id and other.id <> r.id
        and other.category = r.category and other.is_active and other.deleted_at is null))`
}

/** Clears the current default before another is set. */
export async function dropDefault(tenant: Tenant, exceptId: string): Promise<void> {
  await tenant.db
    .updateTable('investment_statuses')
    .set({ is_default: false, updated_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '<>', exceptId)
    .where('is_default', '=', true)
    .execute()
}

/** Returns false if it is in use, already deleted, or a rule of statuses forbids it. */
export async function remove(tenant: Tenant, kind: MasterDataKind, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable(`${asAny(kind)} as r`)
    .set({ deleted_at: sql`now()`, updated_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`${uses[kind]} = 0`)
    .where(kind === 'investment_statuses' ? leavesStatusesWhole({ is_active: false }) : sql<boolean>`true`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Throws `<table>_name` if the name has been taken since. */
export async function restore(tenant: Tenant, kind: MasterDataKind, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable(asAny(kind))
    .set({ deleted_at: null, updated_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether another live row has the same name in some language. The unique index compares only the stored names. */
export async function hasNamesake(tenant: Tenant, kind: MasterDataKind, id: string): Promise<boolean> {
  const names = (row: string) => {
    const seeded = Object.values(seededNames).map(
      (each) => sql`${JSON.stringify(each)}::jsonb ->> ${sql.ref(`${row}.seed_key`)}`,
    )
    return sql`array(select lower(given.name) from unnest(array[${sql.ref(`${row}.name`)}, ${sql.join(seeded)}]) given (name))`
  }
  const { rows } = await sql`
    select from ${sql.table(kind)} r join ${sql.table(kind)} o on o.organization_id = r.organization_id and o.id <> r.id
    where r.organization_id = ${tenant.organization_id} and r.id = ${id} and o.deleted_at is null
      and ${names('o')} && ${names('r')} limit 1`.execute(tenant.db)
  return rows.length > 0
}

/** Renumbers positions without gaps. Of two rows at the same position, `first` comes first. */
export async function closeGaps(tenant: Tenant, kind: MasterDataKind, first: string | null = null): Promise<void> {
  await sql`
    update ${sql.table(kind)} r set position = counted.position
    from (
      select id, row_number() over (order by position, id is distinct from ${first}::uuid, id) as position
      from ${sql.table(kind)} where organization_id = ${tenant.organization_id} and deleted_at is null) counted
    where r.organization_id = ${tenant.organization_id} and r.id = counted.id and r.position <> counted.position`.execute(
    tenant.db,
  )
}

export async function reorder(tenant: Tenant, kind: MasterDataKind, ids: string[]): Promise<void> {
  await sql`
    update ${sql.table(kind)} r set position = wanted.position
    from unnest(${ids}::uuid[]) with ordinality wanted (id, position)
    where r.organization_id = ${tenant.organization_id} and r.id = wanted.id and r.position <> wanted.position`.execute(
    tenant.db,
  )
}

/** How many of these ids exist, including deleted ones. */
export async function countKnown(tenant: Tenant, kind: MasterDataKind, ids: string[]): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    select count(*) as known from ${sql.table(kind)}
    where organization_id = ${tenant.organization_id} and id = any(${ids}::uuid[])`.execute(tenant.db)
  return rows[0]!.known
}

/** For the compiler each table is the one with the most columns; the contract limits the fields per table. */
const asAny = (kind: MasterDataKind) => kind as 'investment_statuses'
type StatusFields = Pick<Fields, 'name' | 'color' | 'is_active' | 'category' | 'probability'>

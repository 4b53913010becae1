// All SQL of offerings.
import { sql } from 'kysely'
import type { CustomInput } from '../../../contract/custom-values.ts'
import type { Offering, OfferingQuery } from '../../../contract/offerings.ts'
import {
  type CustomQuery,
  customChange,
  customConditions,
  customOf,
  customOrder,
  customValues,
} from '../../platform/db/custom-values.ts'
import { fetchInBatches, type Tenant } from '../../platform/db/index.ts'
import { insertRecord, setDeleted, updateRecord } from '../../platform/db/records.ts'

const amount = ({ sees_amounts }: Tenant, column: string) =>
  sql`${sees_amounts ? sql`money(${sql.ref(`o.${column}`)}, o.currency)` : sql`null::numeric`} as ${sql.ref(column)}`

const columns = (tenant: Tenant) => sql`
  o.id, o.name, o.kind, o.currency, ${amount(tenant, 'target_amount')}, ${amount(tenant, 'min_ticket')}, o.opens_on, o.closes_on, o.state,
  (select count(*) from investments i where i.organization_id = o.organization_id and i.offering_id = o.id
    and i.deleted_at is null) as investment_count,
  ${customValues(tenant, 'offering', 'o')} as custom, o.version, o.created_at, o.updated_at
  from offerings o where o.organization_id = ${tenant.organization_id} and o.deleted_at is null`

const sortKeys: Record<string, ReturnType<typeof sql>> = {
  name: sql`o.name collate "und-x-icu"`,
  created_at: sql`o.created_at`,
  updated_at: sql`o.updated_at`,
}

export async function list(
  tenant: Tenant,
  query: OfferingQuery & CustomQuery,
): Promise<{ data: Offering[]; total: number }> {
  const { page = 1, per_page = 20, sort = 'name', q = '', state } = query
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const { keys, rank } = query.sorted_by
    ? customOrder(tenant, 'o', query.sorted_by)
    : { keys: [sortKeys[sort.replace('-', '')]!], rank: undefined }
  const matching = sql.join(
    [
      sql`strpos(fold(o.name), fold(${q})) > 0 and o.state = coalesce(${state ?? null}, o.state)`,
      ...customConditions(tenant, 'o', query),
    ],
    sql` and `,
  )
  const { rows } = await sql<Offering>`
    select ${columns(tenant)} and ${matching}
    order by ${rank ?? sql`0::integer`}, ${sql.join(keys)} ${direction} nulls last, o.id ${direction} limit ${per_page} offset ${(page - 1) * per_page}`.execute(
    tenant.db,
  )
  const counted = await sql<{ total: number }>`
    select count(*) as total from offerings o
    where o.organization_id = ${tenant.organization_id} and o.deleted_at is null and ${matching}`.execute(tenant.db)
  return { data: rows, total: counted.rows[0]!.total }
}

export async function get(tenant: Tenant, id: string): Promise<Offering | undefined> {
  const { rows } = await sql<Offering>`select ${columns(tenant)} and o.id = ${id}`.execute(tenant.db)
  return rows[0]
}

/** In the order of their names. */
export async function getMany(tenant: Tenant, ids: string[]): Promise<Offering[]> {
  const { rows } = await sql<Offering>`
    select ${columns(tenant)} and o.id = any (${ids}::uuid[]) order by ${sortKeys.name}, o.id`.execute(tenant.db)
  return rows
}

/** In batches, for an export. */
export const all = (tenant: Tenant): AsyncGenerator<Offering[]> =>
  fetchInBatches(tenant, sql<Offering>`select ${columns(tenant)} order by ${sortKeys.name}, o.id`)

/** Offerings with one of these names, ignoring case. */
export async function named(tenant: Tenant, names: string[]) {
  const { rows } = await sql<{ id: string; name: string; currency: string }>`
    select id, name, currency from offerings where organization_id = ${tenant.organization_id} and deleted_at is null
      and lower(name) = any (${names.map((name) => name.toLowerCase())}::text[])`.execute(tenant.db)
  return rows
}

export interface LockedOffering {
  name: string
  kind: string
  currency: string
  target_amount: string | null
  min_ticket: string | null
  opens_on: string | null
  closes_on: string | null
  state: string
}

type WrittenOffering = LockedOffering & { custom?: CustomInput | undefined }

/** Returns undefined if the name is taken. */
export const insert = (tenant: Tenant, { custom, ...offering }: WrittenOffering) =>
  insertRecord(tenant, 'offerings', { ...offering, ...customOf(custom) })

/** Locked until the transaction ends; finds deleted ones too. */
export async function lock(tenant: Tenant, id: string) {
  const { rows } = await sql<LockedOffering & { version: number; is_deleted: boolean }>`
    select name, kind, currency, target_amount, min_ticket, opens_on, closes_on, state, version,
      deleted_at is not null as is_deleted
    from offerings where organization_id = ${tenant.organization_id} and id = ${id} for no key update`.execute(
    tenant.db,
  )
  return rows[0]
}

/** The offering must be locked. */
export const update = (tenant: Tenant, id: string, { custom, ...offering }: WrittenOffering) =>
  updateRecord(tenant, 'offerings', { id }, { ...offering, ...customChange(custom) })

export async function isTaken(tenant: Tenant, name: string, besides: string): Promise<boolean> {
  const { rows } = await sql`
    select from offerings where organization_id = ${tenant.organization_id} and lower(name) = lower(${name})
      and deleted_at is null and id <> ${besides}`.execute(tenant.db)
  return rows.length > 0
}

export async function investmentCount(tenant: Tenant, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from investments
    where organization_id = ${tenant.organization_id} and offering_id = ${id} and deleted_at is null`.execute(tenant.db)
  return rows[0]!.count
}

export const mark = (tenant: Tenant, id: string, as: 'deleted' | 'live') =>
  setDeleted(tenant, 'offerings', id, as === 'deleted')

// All SQL of saved views, and of the view that opens for each member.
import { sql } from 'kysely'
import type { View, ViewList } from '../../../contract/views.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { insertRecord, setDeleted, updateRecord } from '../../platform/db/records.ts'

/** The team's views and the member's own: those of other members are never found. */
const visible = ({ organization_id, user_id }: Tenant) => sql`
  v.organization_id = ${organization_id} and (v.private_to is null or v.private_to = ${user_id ?? null})`

const columns = (tenant: Tenant) => sql`
  v.id, v.list, v.name, v.private_to is null as is_shared, v.created_by is not distinct from ${tenant.user_id ?? null} as is_mine,
  exists (select from view_defaults d where d.organization_id = v.organization_id and d.view_id = v.id
    and d.user_id = ${tenant.user_id ?? null}) as is_default,
  v.parameters, v.columns, v.version, v.created_at, v.updated_at
  from views v where ${visible(tenant)}`

export async function list(tenant: Tenant): Promise<View[]> {
  const { rows } = await sql<View>`
    select ${columns(tenant)} and v.deleted_at is null order by v.name collate "und-x-icu", v.id`.execute(tenant.db)
  return rows
}

export async function get(tenant: Tenant, id: string): Promise<View | undefined> {
  const { rows } = await sql<View>`select ${columns(tenant)} and v.deleted_at is null and v.id = ${id}`.execute(
    tenant.db,
  )
  return rows[0]
}

/** Locked until the transaction ends; finds deleted ones too. */
export async function lock(tenant: Tenant, id: string) {
  const { rows } = await sql<{
    list: ViewList
    name: string
    private_to: string | null
    is_mine: boolean
    is_deleted: boolean
    version: number
  }>`
    select v.list, v.name, v.private_to, v.created_by is not distinct from ${tenant.user_id ?? null} as is_mine,
      v.deleted_at is not null as is_deleted, v.version
    from views v where ${visible(tenant)} and v.id = ${id} for no key update`.execute(tenant.db)
  return rows[0]
}

export interface StoredView {
  list: ViewList
  name: string
  private_to: string | null
  parameters: Record<string, string>
  columns: Record<string, boolean> | null
}

/** Returns undefined if the name is taken. */
export const insert = (tenant: Tenant, { parameters, columns, ...view }: StoredView) =>
  insertRecord(tenant, 'views', { ...view, parameters: JSON.stringify(parameters), columns: jsonOf(columns) })

/** The view must be locked. The index `views_name` rejects a taken name. */
export const update = (tenant: Tenant, id: string, { parameters, columns, ...change }: Partial<StoredView>) =>
  updateRecord(
    tenant,
    'views',
    { id },
    {
      ...change,
      ...(parameters && { parameters: JSON.stringify(parameters) }),
      ...(columns !== undefined && { columns: jsonOf(columns) }),
    },
  )

const jsonOf = (value: object | null) => (value === null ? null : JSON.stringify(value))

export const mark = (tenant: Tenant, id: string, as: 'deleted' | 'live') =>
  setDeleted(tenant, 'views', id, as === 'deleted')

/** How many views of the list a member, or the team, has. */
export async function count(
  { db, organization_id }: Tenant,
  { list, private_to }: Pick<StoredView, 'list' | 'private_to'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from views where organization_id = ${organization_id} and list = ${list}
      and private_to is not distinct from ${private_to} and deleted_at is null`.execute(db)
  return rows[0]!.count
}

export async function setDefault(tenant: Tenant, list: ViewList, view_id: string | null): Promise<void> {
  const { db, organization_id, user_id } = tenant
  await sql`
    delete from view_defaults
    where organization_id = ${organization_id} and user_id = ${user_id ?? null} and list = ${list}`.execute(db)
  if (view_id !== null)
    await sql`
      insert into view_defaults (organization_id, user_id, list, view_id)
      values (${organization_id}, ${user_id ?? null}, ${list}, ${view_id})
      on conflict (organization_id, user_id, list) do update set view_id = excluded.view_id`.execute(db)
}

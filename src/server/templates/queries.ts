// All SQL of templates, and the values of a contact that a preview fills in.
import { sql } from 'kysely'
import type { Template, TemplateInput, TemplateQuery } from '../../contract/templates.ts'
import type { Tenant } from '../db/index.ts'
import type { TemplateValues } from './rendering.ts'

export async function list(tenant: Tenant, query: TemplateQuery): Promise<{ data: Template[]; total: number }> {
  const { page = 1, per_page = 20, sort = 'name', q = '' } = query
  const column = sort.replace('-', '')
  const order = sql.raw(
    `${column === 'name' ? 'fold(t.name)' : `t.${column}`} ${sort.startsWith('-') ? 'desc' : 'asc'}`,
  )
  const matching = sql`t.deleted_at is null and strpos(fold(t.name), fold(${q})) > 0`
  const { rows } = await sql<Template>`
    ${columns(tenant)} and ${matching}
    order by ${order}, t.id limit ${per_page} offset ${(page - 1) * per_page}`.execute(tenant.db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from templates t where t.organization_id = ${tenant.organization_id} and ${matching}`.execute(
    tenant.db,
  )
  return { data: rows, total: counted.rows[0]!.total }
}

export async function get(tenant: Tenant, id: string): Promise<Template | undefined> {
  const { rows } = await sql<Template>`${columns(tenant)} and t.id = ${id} and t.deleted_at is null`.execute(tenant.db)
  return rows[0]
}

function columns(tenant: Tenant) {
  return sql`
    select t.id, t.name, t.body, t.version, t.created_at, t.updated_at, u.name as updated_by
    from templates t left join users u on u.organization_id = t.organization_id and u.id = t.updated_by
    where t.organization_id = ${tenant.organization_id}`
}

/** Undefined when the name is in use. */
export async function create(tenant: Tenant, input: TemplateInput): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into templates (organization_id, name, body, created_by, updated_by)
    values (${tenant.organization_id}, ${input.name}, ${input.body}, ${tenant.user_id}, ${tenant.user_id})
    on conflict (organization_id, lower(name)) where deleted_at is null do nothing
    returning id`.execute(tenant.db)
  return rows[0]?.id
}

/** Undefined when nobody has this version any more; throws `templates_name` when the name is in use. */
export async function update(
  tenant: Tenant,
  id: string,
  version: number,
  change: Partial<TemplateInput>,
): Promise<string | undefined> {
  const row = await tenant.db
    .updateTable('templates')
    .set({ ...change, updated_by: tenant.user_id ?? null, updated_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function remove(tenant: Tenant, id: string): Promise<boolean> {
  return await mark(tenant, id, 'live')
}

/** Throws `templates_name` when the name was taken meanwhile. */
export async function restore(tenant: Tenant, id: string): Promise<boolean> {
  return await mark(tenant, id, 'deleted')
}

async function mark(tenant: Tenant, id: string, from: 'live' | 'deleted'): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('templates')
    .set({ deleted_at: from === 'live' ? sql<string>`now()` : null, version: sql`version + 1` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('deleted_at', from === 'live' ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function organizationName(tenant: Tenant): Promise<string> {
  const row = await tenant.db
    .selectFrom('organizations')
    .select('name')
    .where('organization_id', '=', tenant.organization_id)
    .executeTakeFirstOrThrow()
  return row.name
}

export async function contactValues(tenant: Tenant, id: string): Promise<TemplateValues['contact'] | undefined> {
  return await tenant.db
    .selectFrom('contacts')
    .select(['name', 'preferred_name', 'phone', 'email', 'company', 'job_title'])
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

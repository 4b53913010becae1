// All SQL of templates, and the contact and organization data of a preview.
import { sql } from 'kysely'
import type { CustomValues } from '../../../contract/custom-values.ts'
import type { Template, TemplateInput, TemplateQuery } from '../../../contract/templates.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { inOrder } from '../../platform/db/page.ts'
import { named } from '../media/service.ts'

const sortKeys = {
  name: sql`fold(t.name)`,
  language: sql`nullif(t.language, '')`,
  updated_by: sql`u.name collate "und-x-icu"`,
  created_at: sql`t.created_at`,
  updated_at: sql`t.updated_at`,
}

/** A template as stored. The preview is not stored; the service renders it. */
export type Stored = Omit<Template, 'preview'>

export async function list(tenant: Tenant, query: TemplateQuery): Promise<{ data: Stored[]; total: number }> {
  const { page = 1, per_page = 20, sort = 'name', q = '' } = query
  const matching = sql`t.deleted_at is null and strpos(fold(t.name), fold(${q})) > 0`
  const { rows } = await sql<Stored>`
    ${columns(tenant)} and ${matching}
    order by ${inOrder(sortKeys, sort, sql`t.id`)} limit ${per_page} offset ${(page - 1) * per_page}`.execute(tenant.db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from templates t where t.organization_id = ${tenant.organization_id} and ${matching}`.execute(
    tenant.db,
  )
  return { data: rows, total: counted.rows[0]!.total }
}

export async function get(tenant: Tenant, id: string): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`${columns(tenant)} and t.id = ${id} and t.deleted_at is null`.execute(tenant.db)
  return rows[0]
}

function columns(tenant: Tenant) {
  return sql`
    select t.id, t.name, t.body, t.language, t.media_id, ${named(tenant, sql`t.media_id`)} as media, t.version, t.created_at, t.updated_at, u.name as updated_by
    from templates t left join users u on u.organization_id = t.organization_id and u.id = t.updated_by
    where t.organization_id = ${tenant.organization_id}`
}

/** Returns undefined if the name is taken. */
export async function create(tenant: Tenant, input: TemplateInput): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into templates (organization_id, name, body, language, media_id, created_by, updated_by)
    values (${tenant.organization_id}, ${input.name}, ${input.body}, ${input.language ?? ''}, ${input.media_id ?? null}, ${tenant.user_id}, ${tenant.user_id})
    on conflict (organization_id, lower(name)) where deleted_at is null do nothing
    returning id`.execute(tenant.db)
  return rows[0]?.id
}

/** Optimistic locking: returns undefined if the version is stale; throws `templates_name` if the name is taken. */
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

/** The first scheduled broadcast, or one that missed its time, that uses the template. */
export async function awaiting(tenant: Tenant, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from broadcasts
    where organization_id = ${tenant.organization_id} and template_id = ${id} and body is null and deleted_at is null
      and (status = 'scheduled' or status = 'paused' and started_at is null)
    order by send_at, id limit 1`.execute(tenant.db)
  return rows[0]?.name
}

/** Throws `templates_name` if the name was taken in the meantime. */
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
    .where('purged_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The sender, and today in the organization's time zone. */
export async function sender(tenant: Tenant): Promise<{ name: string; today: string }> {
  const { rows } = await sql<{ name: string; today: string }>`
    select name, (now() at time zone time_zone)::date as today from organizations
    where organization_id = ${tenant.organization_id}`.execute(tenant.db)
  return rows[0]!
}

export type ContactValues = {
  id: string
  name: string
  preferred_name: string
  phone: string | null
  email: string
  company: string
  job_title: string
  language: string
  custom: CustomValues
}

const personal = [
  'id',
  'name',
  'preferred_name',
  'phone',
  'email',
  'company',
  'job_title',
  'language',
  'custom',
] as const

export async function person(tenant: Tenant, id: string): Promise<ContactValues | undefined> {
  return (await tenant.db
    .selectFrom('contacts')
    .select(personal)
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) as ContactValues | undefined
}

/** A condition on `contacts c`: those that can receive messages. */
const reachable = ({ organization_id }: Tenant) => sql`
  c.organization_id = ${organization_id} and c.deleted_at is null and c.phone is not null and c.consent <> 'opted_out'
  and c.phone_key not in (select o.phone_key from opt_outs o where o.organization_id = ${organization_id})`

export async function reachableCount(tenant: Tenant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from contacts c where ${reachable(tenant)}`.execute(tenant.db)
  return rows[0]!.count
}

/** The next page by id, after the given contact; contacts added during the check come last. */
export async function nextReachable(tenant: Tenant, after: string | null, limit: number): Promise<ContactValues[]> {
  const { rows } = await sql<ContactValues>`
    select ${sql.join(personal.map((column) => sql.ref(`c.${column}`)))} from contacts c
    where ${reachable(tenant)}
      ${after ? sql`and c.id > ${after}::uuid` : sql``}
    order by c.id limit ${limit}`.execute(tenant.db)
  return rows
}

// All SQL of tags and of what carries them.
import { type RawBuilder, sql } from 'kysely'
import type { Tag, TagQuery } from '../../contract/tags.ts'
import type { Tenant } from '../db/index.ts'
import type { Tagged } from '../db/tag-labels.ts'

const count = (kind: Tagged) => sql`(select count(*) from ${sql.table(`${kind}_tags`)} x
    join ${sql.table(`${kind}s`)} r on r.organization_id = x.organization_id and r.id = ${sql.ref(`x.${kind}_id`)} and r.deleted_at is null
    where x.organization_id = t.organization_id and x.tag_id = t.id) as ${sql.ref(`${kind}s`)}`
const columns = sql`t.id, t.name, t.color, ${count('investor')}, ${count('contact')}, ${count('investment')},
  t.version, t.created_at, t.updated_at`

const sortKeys: Record<string, RawBuilder<unknown>> = {
  name: sql`t.name collate "und-x-icu"`,
  created_at: sql`t.created_at`,
  updated_at: sql`t.updated_at`,
}

export async function list(tenant: Tenant, { q = '', sort = 'name' }: TagQuery): Promise<Tag[]> {
  const { rows } = await sql<Tag>`
    select ${columns} from tags t
    where t.organization_id = ${tenant.organization_id} and strpos(fold(t.name), fold(${q})) > 0
    order by ${sortKeys[sort.replace('-', '')]!} ${sort.startsWith('-') ? sql`desc` : sql`asc`}, t.id`.execute(
    tenant.db,
  )
  return rows
}

export async function get(tenant: Tenant, id: string): Promise<Tag | undefined> {
  const { rows } = await sql<Tag>`
    select ${columns} from tags t where t.organization_id = ${tenant.organization_id} and t.id = ${id}`.execute(
    tenant.db,
  )
  return rows[0]
}

/** Nothing when the name is in use. Without a colour it is given the one that the fewest have. */
export async function insert(
  tenant: Tenant,
  tag: { name: string; color?: string | undefined },
  colors: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into tags (organization_id, created_by, name, color)
    values (${tenant.organization_id}, ${tenant.user_id ?? null}, ${tag.name}, coalesce(${tag.color ?? null}, (
      select c.name from unnest(${colors}::text[]) with ordinality c (name, position)
      left join tags t on t.organization_id = ${tenant.organization_id} and t.color = c.name
      group by c.name, c.position order by count(t.id), c.position limit 1)))
    on conflict do nothing returning id`.execute(tenant.db)
  return rows[0]?.id
}

export async function update(
  tenant: Tenant,
  id: string,
  version: number,
  change: { name?: string | undefined; color?: string | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('tags')
    .set({
      ...(change.name !== undefined && { name: change.name }),
      ...(change.color !== undefined && { color: change.color }),
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const isNameTaken = (error: unknown) => (error as { constraint?: unknown }).constraint === 'tags_name'

export async function remove(tenant: Tenant, id: string): Promise<boolean> {
  const { numDeletedRows } = await tenant.db
    .deleteFrom('tags')
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** How many of these there are. */
export async function countOf(tenant: Tenant, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from tags where organization_id = ${tenant.organization_id} and id = any(${ids}::uuid[])`.execute(
    tenant.db,
  )
  return rows[0]!.count
}

/** The record has these afterwards, and no others. */
export async function replace(tenant: Tenant, kind: Tagged, record_id: string, tag_ids: readonly string[]) {
  const table = sql.table(`${kind}_tags`)
  const record = sql.ref(`${kind}_id`)
  await sql`
    delete from ${table} where organization_id = ${tenant.organization_id} and ${record} = ${record_id}
      and tag_id <> all (${tag_ids}::uuid[])`.execute(tenant.db)
  await sql`
    insert into ${table} (organization_id, ${record}, tag_id)
    select ${tenant.organization_id}, ${record_id}, tag_id from unnest(${tag_ids}::uuid[]) as n (tag_id)
    on conflict do nothing`.execute(tenant.db)
}

// All SQL of media.
import { type RawBuilder, sql } from 'kysely'
import type { Media } from '../../../contract/media.ts'
import type { Database, Tenant } from '../../platform/db/index.ts'

const columns = sql`id, kind, type, name, size, created_at`

export async function get(
  tenant: Tenant,
  id: string,
): Promise<(Media & { sha256: string; shows_amounts: boolean }) | undefined> {
  const { rows } = await sql<Media & { sha256: string; shows_amounts: boolean }>`
    select ${columns}, sha256, shows_amounts from media where organization_id = ${tenant.organization_id} and id = ${id}`.execute(
    tenant.db,
  )
  return rows[0]
}

/** The file `id` of another table's row as an object; null if it has none. */
export const named = (tenant: Tenant, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select jsonb_build_object('id', f.id, 'kind', f.kind, 'type', f.type, 'name', f.name, 'size', f.size, 'sha256', f.sha256)
    from media f where f.organization_id = ${tenant.organization_id} and f.id = ${id})`

/** Locks the file against cleanup until this transaction ends; returns false if it does not exist. */
export async function hold(tenant: Tenant, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from media where organization_id = ${tenant.organization_id} and id = ${id} for key share`.execute(tenant.db)
  return rows.length === 1
}

export type NewMedia = Pick<Media, 'kind' | 'type' | 'name' | 'size'> & { sha256: string; shows_amounts?: boolean }

export async function same(
  tenant: Tenant,
  { sha256, name, shows_amounts = false }: NewMedia,
): Promise<Media | undefined> {
  const { rows } = await sql<Media>`
    -- Uploaded again, so no longer unused.
    update media set unused_since = null, shows_amounts = shows_amounts or ${shows_amounts}
    where organization_id = ${tenant.organization_id} and sha256 = ${sha256} and name = ${name}
    returning ${columns}`.execute(tenant.db)
  return rows[0]
}

export async function insert(tenant: Tenant, media: NewMedia): Promise<Media> {
  const { rows } = await sql<Media>`
    insert into media (organization_id, kind, type, name, size, sha256, shows_amounts, created_by)
    values (${tenant.organization_id}, ${media.kind}, ${media.type}, ${media.name}, ${media.size}, ${media.sha256},
      ${media.shows_amounts ?? false}, ${tenant.user_id ?? null})
    returning ${columns}`.execute(tenant.db)
  return rows[0]!
}

export async function insertPart(tenant: Tenant, id: string, part: number, bytes: Buffer): Promise<void> {
  await sql`
    insert into media_parts (organization_id, media_id, part, bytes)
    values (${tenant.organization_id}, ${id}, ${part}, ${bytes})`.execute(tenant.db)
}

/** Returns undefined after the last part. */
export async function part(tenant: Tenant, id: string, number: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from media_parts
    where organization_id = ${tenant.organization_id} and media_id = ${id} and part = ${number}`.execute(tenant.db)
  return rows[0]?.bytes
}

/** Organizations that have files. */
export async function organizationIds(database: Database): Promise<string[]> {
  const rows = await database.system.selectFrom('media').select('organization_id').distinct().execute()
  return rows.map(({ organization_id }) => organization_id)
}

/** Marks files that nothing references, and deletes those marked before `before`; returns how many. */
export async function sweep(tenant: Tenant, { now, before }: { now: Date; before: Date }): Promise<number> {
  const isNamed = sql`(
    exists (select from templates t where t.organization_id = m.organization_id and t.media_id = m.id)
    or exists (select from broadcasts b where b.organization_id = m.organization_id and b.media_id = m.id)
    or exists (select from wa_answers a where a.organization_id = m.organization_id and a.media_id = m.id))`
  await sql`
    update media m set unused_since = case when ${isNamed} then null else ${now}::timestamptz end
    where m.organization_id = ${tenant.organization_id} and (m.unused_since is null) <> ${isNamed}`.execute(tenant.db)
  // A concurrent transaction that references a file locks it, and the foreign key then rejects this delete.
  const { numAffectedRows } = await sql`
    delete from media m
    where m.organization_id = ${tenant.organization_id} and m.unused_since < ${before} and not ${isNamed}`.execute(
    tenant.db,
  )
  return Number(numAffectedRows)
}

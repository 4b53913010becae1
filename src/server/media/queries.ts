// All SQL of media.
import { sql } from 'kysely'
import type { Media } from '../../contract/media.ts'
import type { Tenant } from '../db/index.ts'

const columns = sql`id, kind, type, name, size, created_at`

export async function get(tenant: Tenant, id: string): Promise<(Media & { sha256: string }) | undefined> {
  const { rows } = await sql<Media & { sha256: string }>`
    select ${columns}, sha256 from media where organization_id = ${tenant.organization_id} and id = ${id}`.execute(
    tenant.db,
  )
  return rows[0]
}

export type NewMedia = Pick<Media, 'kind' | 'type' | 'name' | 'size'> & { sha256: string }

export async function same(tenant: Tenant, { sha256, name }: NewMedia): Promise<Media | undefined> {
  const { rows } = await sql<Media>`
    select ${columns} from media
    where organization_id = ${tenant.organization_id} and sha256 = ${sha256} and name = ${name}`.execute(tenant.db)
  return rows[0]
}

/** Until the transaction ends nobody else adds to the organization's files: a quota counted after it holds. */
export async function holdAdding(tenant: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('media ' || ${tenant.organization_id}, 0))`.execute(tenant.db)
}

export async function usedBytes(tenant: Tenant): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(size), 0)::bigint as used from media where organization_id = ${tenant.organization_id}`.execute(
    tenant.db,
  )
  return rows[0]!.used
}

export async function insert(tenant: Tenant, media: NewMedia): Promise<Media> {
  const { rows } = await sql<Media>`
    insert into media (organization_id, kind, type, name, size, sha256, created_by)
    values (${tenant.organization_id}, ${media.kind}, ${media.type}, ${media.name}, ${media.size}, ${media.sha256},
      ${tenant.user_id ?? null})
    returning ${columns}`.execute(tenant.db)
  return rows[0]!
}

export async function insertPart(tenant: Tenant, id: string, part: number, bytes: Buffer): Promise<void> {
  await sql`
    insert into media_parts (organization_id, media_id, part, bytes)
    values (${tenant.organization_id}, ${id}, ${part}, ${bytes})`.execute(tenant.db)
}

/** Undefined behind the last one. */
export async function part(tenant: Tenant, id: string, number: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from media_parts
    where organization_id = ${tenant.organization_id} and media_id = ${id} and part = ${number}`.execute(tenant.db)
  return rows[0]?.bytes
}

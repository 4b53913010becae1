// All SQL of drivers' credentials.
import { sql } from 'kysely'
import { type Database, inTenant, type Tenant } from '../../../platform/db/index.ts'

export async function readCredentials(tenant: Tenant, sessionId: string, keys: readonly string[]) {
  return await tenant.db
    .selectFrom('wa_credentials')
    .select(['key', 'value'])
    .where('organization_id', '=', tenant.organization_id)
    .where('session_id', '=', sessionId)
    .where('key', 'in', keys)
    .execute()
}

export async function writeCredentials(
  tenant: Tenant,
  sessionId: string,
  changes: ReadonlyMap<string, Buffer | null>,
): Promise<void> {
  const updates = [...changes].filter((entry): entry is [string, Buffer] => entry[1] !== null)
  const gone = [...changes.keys()].filter((key) => changes.get(key) === null)
  if (gone.length > 0) {
    await sql`delete from wa_credentials where organization_id = ${tenant.organization_id} and session_id = ${sessionId}
      and key = any (${gone}::text[])`.execute(tenant.db)
  }
  if (updates.length > 0) {
    await sql`insert into wa_credentials (organization_id, session_id, key, value)
      select ${tenant.organization_id}, ${sessionId}, k.key, k.value
      from unnest(${updates.map(([key]) => key)}::text[], ${updates.map(([, value]) => value)}::bytea[]) as k (key, value)
      on conflict (organization_id, session_id, key) do update set value = excluded.value`.execute(tenant.db)
  }
}

export async function removeCredentials(tenant: Tenant, sessionId: string): Promise<void> {
  await tenant.db
    .deleteFrom('wa_credentials')
    .where('organization_id', '=', tenant.organization_id)
    .where('session_id', '=', sessionId)
    .execute()
}

export interface SampleCredential {
  organization_id: string
  session_id: string
  key: string
  value: Buffer
}

/** One encrypted value of each of up to 20 organizations with a linked phone; none before the first migration. */
export async function sampleCredentials(database: Database): Promise<SampleCredential[]> {
  const { rows: tables } = await sql`select from pg_class where oid = to_regclass('wa_sessions')`.execute(
    database.system,
  )
  if (tables.length === 0) return []
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from wa_sessions where deleted_at is null and account is not null limit 20`.execute(
    database.system,
  )
  const samples: SampleCredential[] = []
  for (const { organization_id } of rows) {
    const sample = await inTenant(database, { organization_id }, ({ db }) =>
      db
        .selectFrom('wa_credentials')
        .select(['organization_id', 'session_id', 'key', 'value'])
        .where('organization_id', '=', organization_id)
        .limit(1)
        .executeTakeFirst(),
    )
    if (sample) samples.push(sample)
  }
  return samples
}

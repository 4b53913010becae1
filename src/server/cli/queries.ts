// SQL of the doctor, and of the change to a new secret.
import { sql } from 'kysely'
import { revokeApiTokens, revokeEverybody } from '../identity/auth/service.ts'
import { type Keys, seal, unseal } from '../keys.ts'
import { writeAuditEvent } from '../platform/db/audit-events.ts'
import { type Database, fetchInBatches, inTenant, switchOrganization, type Tenant } from '../platform/db/index.ts'

export interface DatabaseFacts {
  version: string
  /** PostgreSQL's version as a number: 180004 is 18.4. */
  version_number: number
  now: string
  encoding: string
  fsync: string
  full_page_writes: string
  max_connections: number
  bytes: number
  migrations: string[]
}

export async function factsOf({ system }: Database): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as version_number,
      clock_timestamp() as now, current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes, current_setting('max_connections')::int as max_connections,
      pg_database_size(current_database()) as bytes,
      (select array_agg(name order by name) from kysely_migration) as migrations`.execute(system)
  return rows[0]!
}

export interface WorkFacts {
  /** Emails that are more than a quarter of an hour late. */
  late_mails: number
  /** How many real phones should be connected, and how many are. */
  wanted_phones: number
  connected_phones: number
  restored_from: string | null
  /** How many organizations of a restored copy are not released, of how many in all. */
  held_organizations: number
  organizations: number
}

export async function workOf({ system }: Database): Promise<WorkFacts> {
  const { rows } = await sql<WorkFacts>`
    select (select count(*) from mails where next_attempt_at < clock_timestamp() - interval '15 minutes') as late_mails,
      o.restored_from, o.held as held_organizations, o.count as organizations,
      count(*) filter (where desired_status = 'running') as wanted_phones,
      count(*) filter (where desired_status = 'running' and status = 'working') as connected_phones
    from (select max(restored_from) as restored_from, count(restored_from) as held, count(*) as count
      from organizations where demo_of is null) o
      left join wa_sessions on driver = 'linked_device' and deleted_at is null
    group by o.restored_from, o.held, o.count`.execute(system)
  return rows[0]!
}

export interface BackupFacts {
  last_success: string | null
  last_file: string | null
  last_failure: string | null
  /** Why the latest backup failed; null if it succeeded. */
  failure: string | null
}

export async function backupsOf({ system }: Database): Promise<BackupFacts> {
  const { rows } = await sql<BackupFacts>`
    select good.started_at as last_success, good.file as last_file,
      case when bad.started_at > coalesce(good.started_at, '-infinity') then bad.started_at end as last_failure,
      case when bad.started_at > coalesce(good.started_at, '-infinity') then bad.failure end as failure
    from (select) one
    left join lateral (select started_at, file from backups where failure is null order by started_at desc limit 1) good on true
    left join lateral (select started_at, failure from backups where failure is not null order by started_at desc limit 1) bad on true`.execute(
    system,
  )
  return rows[0]!
}

/** Columns encrypted with the secret. A value is bound to its place (`keys.ts`): the organization and the `place` columns. */
export const sealed = [
  { table: 'wa_credentials', purpose: 'wa-credentials', place: ['session_id', 'key'], value: 'value' },
  { table: 'mails', purpose: 'mail', place: ['id'], value: 'encrypted' },
  { table: 'second_factors', purpose: 'second-factor', place: ['user_id'], value: 'secret' },
  { table: 'second_factors', purpose: 'second-factor', place: ['user_id'], value: 'pending_secret' },
  { table: 'webhooks', purpose: 'webhook', place: ['id'], value: 'secret' },
  { table: 'webhooks', purpose: 'webhook', place: ['id'], value: 'previous_secret' },
] as const

/** Stands for the organization of emails that outlive theirs. */
const noOrganization = '00000000-0000-0000-0000-000000000000'

/** Encrypts all values with the new secret and ends all logins, in one transaction. Skips what an earlier run already encrypted. */
export async function resealAll(
  database: Database,
  from: Keys,
  to: Keys,
  now: Date,
): Promise<{ values: number; sessions: number; tokens: number }> {
  const organizations = await database.system.selectFrom('organizations').select('organization_id').execute()
  const total = { values: 0, sessions: 0, tokens: 0 }
  await inTenant(database, { organization_id: noOrganization }, async (outer) => {
    await sql`set local statement_timeout = 0`.execute(outer.db)
    total.values = await resealOf(outer, from, to)
    for (const { organization_id } of organizations) {
      const tenant = await switchOrganization(outer, organization_id)
      total.values += await resealOf(tenant, from, to)
      total.sessions += await revokeEverybody(tenant, now)
      total.tokens += await revokeApiTokens(tenant, now)
      const event = { action: 'secret_rotated', detail: { by: 'operator' }, at: now } as const
      await writeAuditEvent({ db: tenant.db, organization_id }, event)
    }
  })
  return total
}

async function resealOf(tenant: Tenant, from: Keys, to: Keys): Promise<number> {
  const { organization_id } = tenant
  let count = 0
  for (const { table, purpose, place, value } of sealed) {
    const columns = sql.join(place.map((name) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`))
    const rows = sql<Record<string, string> & { sealed: Buffer }>`
      select ${columns}, ${sql.ref(value)} as sealed from ${sql.table(table)}
      where organization_id = ${organization_id} and ${sql.ref(value)} is not null`
    for await (const batch of fetchInBatches(tenant, rows, 500)) {
      for (const row of batch) {
        const name = [organization_id, ...place.map((column) => row[column])].join('|')
        const anew = resealed(from(purpose), to(purpose), name, row.sealed)
        if (!anew) continue
        const where = place.map((column) => sql`${sql.ref(column)}::text = ${row[column]}`)
        await sql`update ${sql.table(table)} set ${sql.ref(value)} = ${anew}
          where organization_id = ${organization_id} and ${sql.join(where, sql` and `)}`.execute(tenant.db)
        count += 1
      }
    }
  }
  return count
}

/** The value encrypted with the new key; undefined if it already is. Throws if neither key can decrypt it. */
function resealed(from: Buffer, to: Buffer, place: string, blob: Buffer): Buffer | undefined {
  let plain: Buffer
  try {
    plain = unseal(from, place, blob)
  } catch {
    unseal(to, place, blob)
    return undefined
  }
  return seal(to, place, plain)
}

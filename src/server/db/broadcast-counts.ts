// How many recipients of a broadcast are in which state, as triggers keep it: what reads it, and what keeps it short.
import { type RawBuilder, sql } from 'kysely'
import { type Database, inTenant, type Tenant } from './index.ts'

/**
 * Stands in a `from`, named by who uses it: rows of `kind`, `reason` (empty: none), `n` and `replied`, to be added up. They are
 * as exact as counting in the same statement. Of all broadcasts, or of one, whose id may be another table's column before it.
 */
export function countsOf(tenant: Tenant, broadcast?: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = (table: string) => sql`select k.kind, k.reason, k.n, k.replied from ${sql.table(table)} k
    where k.organization_id = ${tenant.organization_id} ${broadcast ? sql`and k.broadcast_id = ${broadcast}` : sql``}`
  return sql`lateral (${of('broadcast_counts')} union all ${of('broadcast_count_changes')})`
}

/** What is summed up before somebody has to read more of it, and how long fewer changes are left lying. */
const foldThreshold = 100
const longest = '1 minute'

/**
 * Adds up what has changed, so that nobody has to read much of it. Waits for nobody, and nobody who sends waits for it: the
 * lock on the broadcast is for whoever takes it out for good, and of two who add up at once one leaves it to the other.
 */
export async function foldCounts(
  database: Database,
  log: { error(detail: object, text: string): void },
  atLeast = foldThreshold,
): Promise<void> {
  const { rows } = await sql<{ organization_id: string; broadcast_id: string }>`
    select organization_id, broadcast_id from broadcast_count_changes group by organization_id, broadcast_id
    having count(*) >= ${atLeast} or min(at) < clock_timestamp() - ${longest}::interval`.execute(database.system)
  for (const { organization_id, broadcast_id } of rows)
    await inTenant(database, { organization_id }, (tenant) => fold(tenant, broadcast_id)).catch((error: unknown) =>
      log.error({ err: error, broadcast_id }, 'the counts of a broadcast are added up later'),
    )
}

async function fold(tenant: Tenant, broadcastId: string): Promise<void> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('counts ' || id, 0)) as is_mine from broadcasts
    where organization_id = ${tenant.organization_id} and id = ${broadcastId} for key share skip locked`.execute(
    tenant.db,
  )
  if (!rows[0]?.is_mine) return
  await sql`
    with changes as (delete from broadcast_count_changes
        where organization_id = ${tenant.organization_id} and broadcast_id = ${broadcastId} returning kind, reason, n, replied),
      counts as (delete from broadcast_counts
        where organization_id = ${tenant.organization_id} and broadcast_id = ${broadcastId} returning kind, reason, n, replied)
    insert into broadcast_counts (organization_id, broadcast_id, kind, reason, n, replied)
      select ${tenant.organization_id}, ${broadcastId}, kind, reason, sum(n), sum(replied)
      from (select * from changes union all select * from counts) c
      group by kind, reason having sum(n) <> 0 or sum(replied) <> 0`.execute(tenant.db)
}

// Broadcast counters: a delta table written by triggers and folded into totals (also a backfill after bulk changes).
import { type RawBuilder, sql } from 'kysely'
import { type Database, inTenant, type Tenant } from './index.ts'

/**
 * A subquery for `from`, which the caller names: rows of `kind`, `reason` (empty: none), `n` and `replied`, to be summed. They
 * are as exact as counting in the same statement. Of all broadcasts, or of one, whose id may be a column of an earlier table.
 */
export function countsOf(tenant: Tenant, broadcast?: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = (table: string) => sql`select k.kind, k.reason, k.n, k.replied from ${sql.table(table)} k
    where k.organization_id = ${tenant.organization_id} ${broadcast ? sql`and k.broadcast_id = ${broadcast}` : sql``}`
  return sql`lateral (${of('broadcast_counts')} union all ${of('broadcast_count_changes')})`
}

/** How many deltas trigger a fold, and how long fewer are left unfolded. */
const foldThreshold = 100
const maxFoldDelay = '1 minute'

/**
 * Folds the deltas into totals, so that readers sum few rows. Neither waits for senders nor blocks them: it locks the
 * broadcast only against deletion, and of two concurrent folds one skips it.
 */
export async function foldCounts(
  database: Database,
  log: { error(detail: object, text: string): void },
  atLeast = foldThreshold,
): Promise<void> {
  const { rows } = await sql<{ organization_id: string; broadcast_id: string }>`
    select organization_id, broadcast_id from broadcast_count_changes group by organization_id, broadcast_id
    having count(*) >= ${atLeast} or min(at) < clock_timestamp() - ${maxFoldDelay}::interval`.execute(database.system)
  for (const { organization_id, broadcast_id } of rows)
    await inTenant(database, { organization_id }, (tenant) => fold(tenant, broadcast_id)).catch((error: unknown) =>
      log.error({ err: error, broadcast_id }, 'folding broadcast counts failed, retrying on the next change'),
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

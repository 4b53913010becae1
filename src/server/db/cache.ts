// Per-organization result cache with single-flight, LRU eviction and a TTL; invalidated when a transaction changes a record it was computed from.
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { prepared } from './connection-pool.ts'
import { dayOf } from './day.ts'
import { CountedByAnother, type Memory, type Tenant } from './index.ts'

/** Per process; beyond it the least recently used entry is evicted. */
const maxEntries = 500
/** Far shorter than `record_changes` keeps its rows. */
const ttlMs = 10 * 60_000

/** How often a caller waits for concurrent computations of others before it computes for itself. */
const maxAttempts = 3

/**
 * Returns the result of `compute`, or the cached one if no transaction has changed a record of the organization since.
 * Invalidation is exact: the PostgreSQL snapshot of the cached result says which transactions it saw, and `record_changes`
 * which there were. So a cached result is as fresh as a new query.
 *
 * `cacheKey` must name all that the result depends on apart from the records; of time it may depend only on the organization's
 * calendar day. `compute` must select `snapshotNow` in the same statement as its result, so that both are of one instant. `follow`
 * reads what accompanies the result: it is pipelined with the validity check, and repeated if the entry is stale.
 */
export async function cached<T, Result = T>(
  tenant: Tenant,
  cacheKey: RawBuilder<unknown>,
  compute: (seen: RawBuilder<string | null>) => Promise<{ answer: T; snapshot: string | null }>,
  follow: (answer: T) => Promise<Result> = async (answer) => answer as unknown as Result,
): Promise<Result> {
  const { answers, inFlight: underWay } = tenant.memory
  const { sql: text, parameters } = cacheKey.compile(tenant.db)
  const key = createHash('sha256')
    .update(JSON.stringify([tenant.organization_id, text, parameters, text.includes('now()') && (await dayOf(tenant))]))
    .digest('base64url')
  // Single-flight: twenty users who open the same list after a change cost one computation. Each validates the result for
  // itself; while others keep changing the records, a caller waits for at most `maxAttempts` computations of others.
  for (let attempts = tenant.begunAgain ?? 0; ; attempts++) {
    const entry = answers.get(key)
    if (entry && entry.until > performance.now()) {
      const [holds, result] = await Promise.all([isValid(tenant, entry.snapshot), follow(entry.answer as T)])
      if (holds) {
        answers.delete(key)
        answers.set(key, entry)
        return result
      }
    }
    const counting = underWay.get(key)
    if (!counting || attempts >= maxAttempts) break
    if (tenant.begunAgain !== undefined) throw new CountedByAnother(counting)
    await counting
  }
  return await follow(await computeOnce(tenant.memory, key, compute))
}

/** Single-flight: of all concurrent callers with this key, one computes. */
async function computeOnce<T>(
  { answers, inFlight: underWay }: Memory,
  key: string,
  compute: (seen: RawBuilder<string | null>) => Promise<{ answer: T; snapshot: string | null }>,
): Promise<T> {
  let done = () => {}
  underWay.set(key, new Promise<void>((resolve) => (done = resolve)))
  try {
    const { answer, snapshot } = await compute(snapshotNow)
    answers.delete(key)
    if (snapshot !== null) {
      answers.set(key, { answer, snapshot, until: performance.now() + ttlMs })
      if (answers.size > maxEntries) answers.delete(answers.keys().next().value!)
    }
    return answer
  } finally {
    underWay.delete(key)
    done()
  }
}

/** Null in a transaction that has written: what it sees of its own writes may yet be rolled back. */
export const snapshotNow = sql<
  string | null
>`case when pg_current_xact_id_if_assigned() is null then pg_current_snapshot()::text end`

/**
 * Whether the snapshot may have seen a transaction that the current one does not see: another connection has cached a result
 * since this transaction began to read. That result is newer, and would not match what else is read here.
 */
export const isNewerSnapshot = (snapshot: string) => sql<boolean>`(
  pg_snapshot_xmax(${snapshot}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())
  or exists (select from pg_snapshot_xip(pg_current_snapshot()) own where pg_visible_in_snapshot(own, ${snapshot}::pg_snapshot)))`

async function isValid({ db, organization_id }: Tenant, snapshot: string): Promise<boolean> {
  const { rows } = await sql`
    ${prepared} select where ${isNewerSnapshot(snapshot)} or exists (
      select from record_changes where organization_id = ${organization_id} and not is_send
        and xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot))`.execute(
    db,
  )
  return rows.length === 0
}

// Cache of counts and sums, one for the process: TTL, LRU eviction, single-flight, invalidation by changes of records.
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { prepared } from './connection-pool.ts'
import { today } from './day.ts'
import type { Tenant } from './index.ts'

interface Entry {
  rows: readonly object[]
  /** The PostgreSQL snapshot that the query ran in. */
  snapshot: string
  /** The calendar day in the organization's time zone. */
  day: string
}

/** The TTL is far shorter than `record_changes` keeps its rows. */
const entries = new LRUCache<string, Entry>({ max: 500, ttl: 10 * 60_000 })
/** Each resolves when its computation has ended, also if that failed. */
const inFlight = new Map<string, Promise<void>>()
/** How many answers came from the cache, and how many were computed. For metrics. */
export const cacheUse = { hit: 0, miss: 0 }
/** How often a caller waits for computations of others before it computes for itself. */
const maxWaits = 3

/**
 * The rows of the query, or the cached ones if no transaction has changed a record of the organization since: as exact as
 * running it. The query may read only tables with the trigger `record_change`, may depend on no time other than the organization's
 * calendar day, and has at least one row. Callers must not change the rows.
 */
export async function cached<Row extends object>(tenant: Tenant, query: RawBuilder<Row>): Promise<readonly Row[]> {
  const { sql: text, parameters } = query.compile(tenant.db)
  const key = createHash('sha256')
    .update(JSON.stringify([tenant.organization_id, text, parameters]))
    .digest('base64url')
  for (let waits = 0; ; waits++) {
    const entry = entries.get(key)
    if (entry && (await isValid(tenant, entry))) {
      cacheUse.hit += 1
      return entry.rows as readonly Row[]
    }
    const running = inFlight.get(key)
    if (!running || waits === maxWaits) return await compute(tenant, key, query)
    await running
  }
}

async function compute<Row extends object>(tenant: Tenant, key: string, query: RawBuilder<Row>): Promise<Row[]> {
  let end = () => {}
  const running = new Promise<void>((resolve) => (end = resolve))
  inFlight.set(key, running)
  cacheUse.miss += 1
  try {
    const { rows: found } = await sql<{ of_snapshot: string | null; of_day: string }>`
      select answer.*, ${today(tenant)} as of_day, case when ${isOfSnapshot(tenant)} then ${snapshotOf(tenant)}::text end as of_snapshot
      from (${query}) answer`.execute(tenant.db)
    const rows = found.map(({ of_snapshot, of_day, ...row }) => row as Row)
    const { of_snapshot: snapshot, of_day: day } = found[0]!
    if (snapshot !== null) entries.set(key, { rows, snapshot, day })
    return rows
  } finally {
    if (inFlight.get(key) === running) inFlight.delete(key)
    end()
  }
}

/** The primary's on a replica, whose own snapshot does not list the transactions in progress. */
const snapshotOf = ({ primary_snapshot }: Tenant) =>
  primary_snapshot === undefined ? sql`pg_current_snapshot()` : sql`${primary_snapshot}::pg_snapshot`

/**
 * Whether the transaction sees the records exactly as its snapshot does. One that has written also sees its own writes, which may
 * yet be rolled back; a replica may have applied more changes since.
 */
const isOfSnapshot = (tenant: Tenant) =>
  tenant.primary_snapshot === undefined
    ? sql`pg_current_xact_id_if_assigned() is null`
    : sql`not exists (
        select from record_changes where organization_id = ${tenant.organization_id}
          and xid >= pg_snapshot_xmin(${snapshotOf(tenant)}) and not pg_visible_in_snapshot(xid, ${snapshotOf(tenant)}))`

/**
 * `record_changes` has the transactions that changed a record. The entry holds if none of them is visible now that was not in
 * its snapshot, nor the other way round: an answer newer than this transaction would not match what else it reads.
 */
async function isValid(tenant: Tenant, { snapshot, day }: Entry): Promise<boolean> {
  const { rows } = await sql`
    ${prepared} select from (select ${snapshot}::pg_snapshot as seen, ${snapshotOf(tenant)} as own) s
    where ${today(tenant)} = ${day}::date
      and pg_snapshot_xmax(seen) <= pg_snapshot_xmax(own)
      and not exists (select from pg_snapshot_xip(own) xid where pg_visible_in_snapshot(xid, seen))
      and not exists (
        select from record_changes where organization_id = ${tenant.organization_id}
          and xid >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(xid, seen))`.execute(tenant.db)
  return rows.length > 0
}

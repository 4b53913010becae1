// Reads on a streaming replica, never older than what the primary had committed when they began.
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { DatabaseUnavailable, type WithConnection } from './connection-pool.ts'
import type { DB } from './types.ts'

export interface Replica {
  /**
   * Waits until the replica has applied everything that is committed now, and runs `work` there. Returns undefined if the wait is too
   * long or the replica fails. `snapshot`: of the primary; `work` sees everything in it.
   */
  read<T>(work: (db: Transaction<DB>, snapshot: string) => Promise<T>): Promise<{ answer: T } | undefined>
  /** Why it cannot be used now, such as `it is not a replica`; undefined if it can. */
  fault(): Promise<string | undefined>
}

interface ReplicaOptions {
  primary: Kysely<DB>
  onConnection: WithConnection<DB>
  log: (message: string) => void
  /** Milliseconds. */
  now?: () => number
  /** Replaces the usual pauses between checks; tests wait longer. */
  pausesMs?: readonly number[]
}

/** For metrics: reads answered by the replica, and those left to the primary because the replica lagged or failed. */
export const replicaUse = { replica: 0, behind: 0, failed: 0 }

/** Pauses between checks of a replica that lags, 37 ms in all. The usual lag is below a millisecond. */
const usualPausesMs = [2, 5, 10, 20]
/** How long the replica is left alone after it lagged or failed. */
const restMs = { behind: 1_000, failed: 10_000 }

class Behind extends Error {
  override readonly message = 'it has not applied what was committed 37 ms before'
}
/** Whether the replica failed, not the statement: an outage, a shutdown, or a conflict with a change that it was applying. */
const isFailure = (error: unknown) =>
  error instanceof DatabaseUnavailable || /^(40001|40P01|57P0.|08...)$/.test(String((error as { code?: unknown }).code))

export function openReplica({
  primary,
  onConnection,
  log,
  now = () => performance.now(),
  pausesMs = usualPausesMs,
}: ReplicaOptions): Replica {
  let restsUntil = Number.NEGATIVE_INFINITY
  let reported: string | undefined

  function report(fault: string | undefined) {
    if (fault !== reported)
      log(
        fault
          ? `reading from the primary instead of DATABASE_REPLICA_URL: ${fault}`
          : 'reading from DATABASE_REPLICA_URL again',
      )
    reported = fault
  }

  async function waitUntilCurrent(db: Transaction<DB>, point: Point) {
    for (const ms of [...pausesMs, undefined]) {
      const state = await stateOf(db, point)
      const fault = faultOf(state)
      if (fault) throw new Error(fault)
      if (state.is_current) return
      if (ms === undefined) throw new Behind()
      await pause(ms)
    }
  }

  return {
    read: async (work) => {
      if (now() < restsUntil) return undefined
      const point = await pointOf(primary)
      if (!point) return undefined
      let began = false
      try {
        const answer = await onConnection(async (db) => {
          await waitUntilCurrent(db, point)
          began = true
          return await work(db, point.snapshot)
        })
        replicaUse.replica += 1
        report(undefined)
        return { answer }
      } catch (error) {
        if (began && !isFailure(error)) throw error
        const use = error instanceof Behind ? 'behind' : 'failed'
        replicaUse[use] += 1
        restsUntil = now() + restMs[use]
        if (use === 'failed') report((error as Error).message)
        return undefined
      }
    },
    fault: async () => {
      const point = await pointOf(primary)
      if (!point) return 'DATABASE_URL leads to a replica'
      try {
        await onConnection((db) => waitUntilCurrent(db, point))
        return undefined
      } catch (error) {
        return (error as Error).message
      }
    },
  }
}

interface Point {
  snapshot: string
  lsn: string
  system: string
}

/**
 * A snapshot, and a position in the log after all commits that it contains. With `synchronous_commit = off` a commit is visible before
 * it is flushed. Undefined if this server is a replica itself, for example during a failover.
 */
async function pointOf(primary: Kysely<DB>): Promise<Point | undefined> {
  const { rows } = await sql<Point>`
    select pg_current_snapshot()::text as snapshot, system_identifier::text as system,
      case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn() end::text as lsn
    from pg_control_system() where not pg_is_in_recovery()`.execute(primary)
  return rows[0]
}

interface State {
  is_replica: boolean
  is_of_primary: boolean
  may_bypass: boolean
  is_current: boolean
}

/** Must run before the transaction: its snapshot, taken first, could be older than the position that this reads. */
async function stateOf(db: Transaction<DB>, { lsn, system }: Point): Promise<State> {
  const { rows } = await sql<State>`
    select pg_is_in_recovery() as is_replica, system_identifier::text = ${system} as is_of_primary,
      (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as may_bypass,
      coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as is_current
    from pg_control_system()`.execute(db)
  return rows[0]!
}

function faultOf({ is_replica, is_of_primary, may_bypass }: State): string | undefined {
  if (!is_replica) return 'it is not a replica'
  if (!is_of_primary) return 'it replicates another server than DATABASE_URL'
  return may_bypass ? 'its login may bypass row-level security' : undefined
}

// Cancels what PostgreSQL still does for a process that stops, which else waits for the end of a statement of minutes.
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './types.ts'

/** How soon a transaction that is not wanted any more is looked at again. */
const repeatMs = 50

/** Runs a transaction's work. Once the signal aborts, what it asks is cancelled, and the signal's reason thrown; work that is done by then is kept. */
export async function cancelOnAbort<T>(
  signal: AbortSignal,
  connectionString: string,
  db: Transaction<DB>,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const { pid } = rows[0]!
  let isUnderWay = true
  let cancelling: Promise<void> | undefined
  const cancelIt = () => {
    cancelling = again(() => isUnderWay, repeatMs, connectionString, { pid })
  }
  signal.addEventListener('abort', cancelIt, { once: true })
  try {
    signal.throwIfAborted()
    return await work()
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    isUnderWay = false
    signal.removeEventListener('abort', cancelIt)
    // Nobody else gets the connection before: it would be theirs that is cancelled.
    await cancelling
  }
}

/** Cancels, until it is over, what connections with these names ask that takes longer than so long. */
export async function cancelSlowQueries(
  isOver: () => boolean,
  connectionString: string,
  names: readonly string[],
  patienceMs: number,
): Promise<void> {
  const lookMs = patienceMs / 5
  await pause(lookMs, undefined, { ref: false })
  await again(() => !isOver(), lookMs, connectionString, { names, patienceMs })
}

type Which = { pid: number } | { names: readonly string[]; patienceMs: number }

/** Between two statements there is nothing to cancel, and the next one would take its time. Never throws. */
async function again(isUnderWay: () => boolean, everyMs: number, connectionString: string, which: Which) {
  while (isUnderWay()) {
    await cancel(connectionString, which).catch(() => {})
    await pause(everyMs, undefined, { ref: false })
  }
}

/** By a connection of its own, as those of a pool may all be waiting; as the login, whose connections they are, not as the role that they act as. */
async function cancel(connectionString: string, which: Which): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'kabar cancelling',
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    if ('pid' in which) await client.query('select pg_cancel_backend($1)', [which.pid])
    else
      await client.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where application_name = any ($1) and state = 'active' and query_start < clock_timestamp() - make_interval(secs => $2)`,
        [which.names, which.patienceMs / 1_000],
      )
  } finally {
    await client.end()
  }
}

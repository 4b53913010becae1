// Shutdown and abort: cancels queries that PostgreSQL still runs for this process.
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './types.ts'

/** How often the cancellation of an aborted transaction is repeated. */
const repeatMs = 50

/** Runs a transaction's work. When the signal aborts, cancels its queries and throws the signal's reason; work finished by then is committed. */
export async function cancelOnAbort<T>(
  signal: AbortSignal,
  connectionString: string,
  db: Transaction<DB>,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const { pid } = rows[0]!
  let isRunning = true
  let cancelling: Promise<void> | undefined
  const onAbort = () => {
    cancelling = cancelRepeatedly(() => isRunning, repeatMs, connectionString, { pid })
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    return await work()
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    isRunning = false
    signal.removeEventListener('abort', onAbort)
    // The connection must not return to the pool before: the cancel would hit another caller's query.
    await cancelling
  }
}

/** Repeatedly cancels queries of connections with these names that run longer than the limit, until stopped. */
export async function cancelSlowQueries(
  isOver: () => boolean,
  connectionString: string,
  names: readonly string[],
  maxQueryMs: number,
): Promise<void> {
  const checkMs = maxQueryMs / 5
  await pause(checkMs, undefined, { ref: false })
  await cancelRepeatedly(() => !isOver(), checkMs, connectionString, { names, maxQueryMs })
}

type CancelTarget = { pid: number } | { names: readonly string[]; maxQueryMs: number }

/** Repeats the cancel: between two statements there is nothing to cancel, and the next one would run on. Never throws. */
async function cancelRepeatedly(
  isRunning: () => boolean,
  everyMs: number,
  connectionString: string,
  target: CancelTarget,
) {
  while (isRunning()) {
    await cancel(connectionString, target).catch(() => {})
    await pause(everyMs, undefined, { ref: false })
  }
}

/** On a connection of its own, as those of a pool may all be busy; as the login that owns them, not the role they act as. */
async function cancel(connectionString: string, target: CancelTarget): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'kabar cancelling',
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    if ('pid' in target) await client.query('select pg_cancel_backend($1)', [target.pid])
    else
      await client.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where application_name = any ($1) and state = 'active' and query_start < clock_timestamp() - make_interval(secs => $2)`,
        [target.names, target.maxQueryMs / 1_000],
      )
  } finally {
    await client.end()
  }
}

// Cancels what PostgreSQL still does for a process that stops, which else waits for the end of a statement of minutes.
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './types.ts'

const againMs = 50

/** Runs a transaction's work. Once the signal aborts, what it asks is cancelled, and the signal's reason thrown; work that is done by then is kept. */
export async function untilAborted<T>(
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
    cancelling = cancelWhile(connectionString, () => isUnderWay, pid)
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

/** Again and again: between two statements there is nothing to cancel, and the next one would take its time. Never throws. */
async function cancelWhile(connectionString: string, isUnderWay: () => boolean, pid: number): Promise<void> {
  while (isUnderWay()) {
    await cancel(connectionString, pid).catch(() => {})
    await pause(againMs)
  }
}

/** By a connection of its own, as those of a pool may all be waiting; as the login, whose connections they are, not as the role that they act as. */
async function cancel(connectionString: string, pid: number): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'kabar cancelling',
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_cancel_backend($1)', [pid])
  } finally {
    await client.end()
  }
}

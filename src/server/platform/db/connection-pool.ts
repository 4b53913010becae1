// Connection pool that distinguishes a lost connection from a query error.
import { createHash } from 'node:crypto'
import { type Dialect, type Kysely, type PostgresPool, type PostgresPoolClient, sql, Transaction } from 'kysely'
import pg from 'pg'

/** The database did not respond: the connection was refused, timed out or was lost. Whether the last statement ran is unknown. */
export class DatabaseUnavailable extends Error {
  /** The system's error code, such as ECONNREFUSED, if there is one. */
  readonly code = (this.cause as NodeJS.ErrnoException).code

  constructor(cause: unknown) {
    super((cause as Error).message, { cause })
  }
}

/**
 * The pool as Kysely expects it, with pipelining: a query need not wait for the result of the one before.
 *
 * node-postgres has half a dozen messages for a lost connection, most of them without a code, and a failed ROLLBACK
 * hides what failed before it. So the connection decides, not the error: a failure on a lost connection that is not
 * PostgreSQL's own response becomes `DatabaseUnavailable`. So does a pooler's response that it cannot reach PostgreSQL.
 * `keepsStatements`: the next query of this connection runs in the same session, so statements can be prepared.
 */
export function poolDetectingOutage(pool: pg.Pool, { keepsStatements = true } = {}): PostgresPool {
  const lost = new WeakSet<object>()
  pool.on('connect', (client) => {
    // Without a listener, an error in the middle of a transaction ends the process.
    client.on('error', () => lost.add(client))
    client.on('end', () => lost.add(client))
  })
  return {
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw isResponse(error) ? error : new DatabaseUnavailable(error)
      })
      const classified = (error: unknown) =>
        lost.has(client) && !isResponse(error) ? new DatabaseUnavailable(error) : error
      // The `begin` is held back until the first query of the transaction, and sent with it.
      let pendingBegin: string | undefined
      const query = async (text: string, values: readonly unknown[]) => {
        if (text.startsWith('begin')) {
          pendingBegin = text
          return { rows: [] }
        }
        const isUnused = pendingBegin !== undefined && /^(commit|rollback)$/.test(text)
        const first = isUnused ? undefined : pendingBegin
        pendingBegin = undefined
        if (isUnused) return { rows: [] }
        flushTogether(client)
        const begun = first === undefined ? undefined : client.query(first)
        const answer = client.query({ ...(keepsStatements && nameOf(text)), text, values: values as unknown[] })
        try {
          // Awaited together, so that neither rejection is unhandled. Of two errors the first is the more specific.
          return (await Promise.all([begun, answer]))[1]
        } catch (error) {
          throw classified(error)
        }
      }
      return { query, release: () => client.release() } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

/** PostgreSQL's own; class 08 is about the connection, which a pooler sends if it cannot reach PostgreSQL. */
const isResponse = (error: unknown) => error instanceof pg.DatabaseError && !error.code?.startsWith('08')

/** Runs `work` on one connection; `work` begins and ends the transaction itself. */
export type WithConnection<DB> = <T>(work: (db: Transaction<DB>) => Promise<T>) => Promise<T>

/** Kysely's own `connection()` sends the second query after the first result; this one pipelines concurrent queries. */
export function withConnection<DB>(db: Kysely<DB>, dialect: Dialect): WithConnection<DB> {
  const unused = { config: { dialect }, dialect, driver: dialect.createDriver() }
  return async (work) =>
    await db.getExecutor().provideConnection(async (connection) => {
      // A query that was not awaited would otherwise run in whatever transaction this connection has next.
      let isOver = false
      const executor = db.getExecutor().withConnectionProvider({
        provideConnection: async (ask) => {
          if (isOver) throw new Error('the transaction has ended')
          return await ask(connection)
        },
      })
      try {
        return await work(new Transaction<DB>({ ...unused, executor }))
      } finally {
        isOver = true
      }
    })
}

/** Batches all queries of one turn of the event loop into one write: a write costs more than most queries. */
function flushTogether(client: pg.PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Marks a statement as prepared, so that it is planned once per connection. Only for statements whose text hardly varies
 * and whose best plan does not depend on their values, such as "these rows by their ids": there planning costs three
 * times as much as execution.
 */
export const prepared = sql`/* prepared */`

/** The name is a hash of the text, so the same statement has the same name everywhere. */
function nameOf(text: string): { name?: string } {
  if (!text.includes('/* prepared */')) return {}
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return { name }
}
const names = new Map<string, string>()

// Tells a database that is away from a query that is wrong.
import { createHash } from 'node:crypto'
import { type Dialect, type Kysely, type PostgresPool, type PostgresPoolClient, sql, Transaction } from 'kysely'
import pg from 'pg'

/** The database did not answer: the connection was refused, late or lost. Whether the last statement was done is not known. */
export class DatabaseUnavailable extends Error {
  /** The system's own, such as ECONNREFUSED, where there is one. */
  readonly code = (this.cause as NodeJS.ErrnoException).code

  constructor(cause: unknown) {
    super((cause as Error).message, { cause })
  }
}

/**
 * The connections, as Kysely takes them. A question need not wait for the answer to the one before.
 *
 * node-postgres has half a dozen wordings for a lost connection, most of them without a code, and a failed ROLLBACK
 * hides what failed before it. So what counts is not the error but the connection: what fails on a lost one, and is
 * no answer of PostgreSQL's own, is `DatabaseUnavailable`.
 */
export function poolDetectingOutage(pool: pg.Pool): PostgresPool {
  const lost = new WeakSet<object>()
  pool.on('connect', (client) => {
    // Without a listener an error in the middle of a transaction ends the process.
    client.on('error', () => lost.add(client))
    client.on('end', () => lost.add(client))
  })
  return {
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw error instanceof pg.DatabaseError ? error : new DatabaseUnavailable(error)
      })
      const told = (error: unknown) =>
        lost.has(client) && !(error instanceof pg.DatabaseError) ? new DatabaseUnavailable(error) : error
      // What begins a transaction waits for what is asked first in it.
      let opening: string | undefined
      const query = async (text: string, values: readonly unknown[]) => {
        if (text.startsWith('begin')) {
          opening = text
          return { rows: [] }
        }
        const isUnused = opening !== undefined && /^(commit|rollback)$/.test(text)
        const first = isUnused ? undefined : opening
        opening = undefined
        if (isUnused) return { rows: [] }
        flushTogether(client)
        const begun = first === undefined ? undefined : client.query(first)
        const answer = client.query({ ...nameOf(text), text, values: values as unknown[] })
        try {
          // Together, so that neither is left to fail unheard. Of two errors the first one tells more.
          return (await Promise.all([begun, answer]))[1]
        } catch (error) {
          throw told(error)
        }
      }
      return { query, release: () => client.release() } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

/** Runs `work` on one connection, whose transaction it begins and ends itself. */
export type WithConnection<DB> = <T>(work: (db: Transaction<DB>) => Promise<T>) => Promise<T>

/** Unlike Kysely's own `connection()`, which asks the second question after the first answer: what is asked at once leaves at once. */
export function withConnection<DB>(db: Kysely<DB>, dialect: Dialect): WithConnection<DB> {
  const unused = { config: { dialect }, dialect, driver: dialect.createDriver() }
  return async (work) =>
    await db.getExecutor().provideConnection(async (connection) => {
      const executor = db.getExecutor().withConnectionProvider({ provideConnection: (ask) => ask(connection) })
      return await work(new Transaction<DB>({ ...unused, executor }))
    })
}

/** What is asked of a connection before this turn of the event loop ends leaves as one message: writing costs more than most questions. */
function flushTogether(client: pg.PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Begins a statement that is planned once for each connection. Only for statements whose text hardly varies and whose
 * best plan does not depend on their values, such as "these rows by their ids": there planning costs three times as
 * much as doing it.
 */
export const prepared = sql`/* prepared */`

/** The name is the text itself, hashed: the same statement is the same everywhere. */
function nameOf(text: string): { name?: string } {
  if (!text.includes('/* prepared */')) return {}
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return { name }
}
const names = new Map<string, string>()

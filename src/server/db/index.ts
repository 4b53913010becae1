// The database: its pools, and the scope in which every query runs.
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { poolDetectingOutage, type WithConnection, withConnection } from './connection-pool.ts'
import { cancelOnAbort, cancelSlowQueries } from './query-cancellation.ts'
import type { DB } from './types.ts'

// Row and wire are the same object: times are ISO text, days and money stay text, counts are numbers.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  text.endsWith('infinity') ? text : new Date(text).toISOString(),
)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Database {
  /** Sees across organizations, on the few tables that allow it: signing in, and finding work for the engine. */
  readonly system: Kysely<DB>
  /** Sees nothing until a transaction names its organization: use `inTenant`. */
  readonly tenants: Kysely<DB>
  /** One of `tenants`. */
  readonly onConnection: WithConnection<DB>
  readonly connection: Connection
  /** See `cached` in cache.ts. */
  readonly memory: Memory
  /**
   * Set by whoever gives the database to work that can be done again at any time, `{ ...database, signal }`: once it
   * aborts, its transactions are undone at once, wherever they are, and throw the reason.
   */
  readonly signal?: AbortSignal
  /** From now on no question takes longer than seconds: what does is cancelled. For a process that stops. */
  cancelSlowQueries(): void
  /** Ends the connections once nobody has them, in such a hurry: whoever asked has gone. */
  close(): Promise<void>
}

/** Of one process. */
export interface Memory {
  /** Of before, with PostgreSQL's snapshot of then. */
  readonly answers: Map<string, { answer: unknown; snapshot: string; until: number }>
  /** What is being counted now; resolves however that ends. */
  readonly inFlight: Map<string, Promise<void>>
  /** See `countedInParts` in parts.ts. */
  readonly kept: Map<string, Kept>
  /** What has as many records is counted in parts of `each`; a test may say 1. */
  partsOf: { atLeast: number; each: number }
}
const emptyMemory = (): Memory => ({
  answers: new Map(),
  inFlight: new Map(),
  kept: new Map(),
  partsOf: { atLeast: 5_000, each: 1_500 },
})

/** What was counted in parts, all of one instant. */
export interface Kept {
  readonly snapshot: string
  readonly at: string
  readonly context: string
  /** A part has 2^shift of 256 blocks. */
  readonly shift: number
  readonly blocks: Parts
  readonly weeks: Parts
}
interface Parts {
  /** Of each part what was counted of it, as JSON. */
  readonly texts: ReadonlyMap<number, string>
  /** All of them, added up. */
  readonly sums: ReadonlyMap<string, readonly bigint[]>
}

export interface Connection {
  readonly connectionString: string
  /** The unprivileged role to act as, where the login may bypass row-level security. */
  readonly role: string | undefined
}

declare const proof: unique symbol
/** An open transaction and the organization it is proven to work for. Only `inTenant` makes one. */
export interface Tenant {
  readonly db: Transaction<DB>
  readonly organization_id: string
  /** Absent when the engine works, not a person. */
  readonly user_id: string | undefined
  readonly memory: Memory
  /** Of who only reads: how often it was given up and begun again, see `CountedByAnother`. */
  readonly begunAgain: number | undefined
  readonly [proof]: true
}

export function openDatabase(
  connection: Connection,
  /** `patienceMs`: how long a question takes at most in a hurry. */
  options: { poolSize?: number; log?: (message: string) => void; patienceMs?: number } = {},
): Database {
  const pools: pg.Pool[] = []
  const names: string[] = []
  /** Tells this process from others that ask the same PostgreSQL. */
  const own = randomBytes(6).toString('base64url')
  let [closed, ended, cancelling] = [false, false, false]
  const cancelQueries = () => {
    if (!cancelling)
      void cancelSlowQueries(() => ended, connection.connectionString, names, options.patienceMs ?? 5_000)
    cancelling = true
  }
  const open = (name: string, max: number, settings: string) => {
    const pool = new pg.Pool({
      connectionString: connection.connectionString,
      max,
      application_name: `${name} ${own}`,
      // Compiling a query costs more than any of ours takes: the totals of 200,000 investments 1.7 s beside 0.3.
      options: `${connection.role ? `-c role=${connection.role} ` : ''}-c timezone=UTC -c jit=off ${settings}`,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      pipeline: true,
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 30_000,
    })
    // Without a listener a restart of PostgreSQL ends the whole process (exit code 1).
    pool.on('error', (error) => closed || options.log?.(`database connection lost: ${error.message}`))
    pools.push(pool)
    names.push(`${name} ${own}`)
    const dialect = new PostgresDialect({ pool: poolDetectingOutage(pool) })
    return { db: new Kysely<DB>({ dialect }), dialect }
  }
  const poolSize = options.poolSize ?? 10
  const tenants = open('kabar', poolSize, '')
  return {
    memory: emptyMemory(),
    system: open('kabar system', Math.max(2, Math.ceil(poolSize / 2)), '-c app.scope=system').db,
    tenants: tenants.db,
    onConnection: withConnection(tenants.db, tenants.dialect),
    connection,
    cancelSlowQueries: cancelQueries,
    close: async () => {
      closed = true
      cancelQueries()
      await Promise.all(pools.map((pool) => pool.end()))
      ended = true
    },
  }
}

interface Scope {
  organization_id: string
  user_id?: string
  /** Where they are, as `record_edits` keeps it. */
  ip?: string
}

/** Runs `work` in one transaction that sees one organization. A serialization failure or deadlock is tried again. */
export async function inTenant<T>(database: Database, scope: Scope, work: (tenant: Tenant) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await inScope(database, 'begin', scope, work)
    } catch (error) {
      if (tries >= 3 || !['40001', '40P01'].includes(String((error as { code?: unknown }).code))) throw error
    }
  }
}

const reading = 'begin isolation level repeatable read read only'

/**
 * The same for whoever only reads, which PostgreSQL sees to, all of it as it is at one instant: figures of several statements
 * fit together whatever others write meanwhile. `work` may be begun again. Nobody waits for such a transaction's end, since nothing can
 * become of it: where others wait for a connection, it leaves in one message with what they ask first.
 */
export async function inReadOnlyTenant<T>(
  database: Database,
  scope: Scope,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  for (let begunAgain = 0; ; begunAgain++) {
    try {
      return await inScope(database, reading, scope, (tenant) => work({ ...tenant, begunAgain }))
    } catch (error) {
      if (!(error instanceof CountedByAnother)) throw error
      await error.ended
    }
  }
}

/**
 * Somebody counts in this moment what this transaction asks for too. Who only reads gives its connection back until then
 * and begins again: as many as there are connections would else wait on them for one long count, and with them everybody.
 */
export class CountedByAnother extends Error {
  readonly ended: Promise<void>

  constructor(ended: Promise<void>) {
    super('counted by another in this moment')
    this.ended = ended
  }
}

/** The transaction begins and is told its organization in one message, together with what is asked first. */
async function inScope<T>(
  { onConnection, connection, memory, signal }: Database,
  begin: string,
  { organization_id, user_id, ip }: Scope,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  if (!isId(organization_id)) throw new Error('an organization is named by its id')
  if (user_id !== undefined && !isId(user_id)) throw new Error('a user is named by their id')
  // Who and where are for the triggers that keep what was changed.
  const known = { organization_id, user_id: user_id ?? '', ip: ip !== undefined && isPlainIp(ip) ? ip : '' }
  // Not `select set_config(…)`, which is planned, run and answered like any other question.
  const settings = Object.entries(known).map(([name, value]) => `set local app.${name} = '${value}'`)
  return await onConnection(async (db) => {
    try {
      await sql.raw([begin, ...settings].join('; ')).execute(db)
      const given = () => work({ db, organization_id, user_id, memory } as Tenant)
      const result = signal ? await cancelOnAbort(signal, connection.connectionString, db, given) : await given()
      const ended = sql`commit`.execute(db)
      if (begin === reading) ended.catch(() => {})
      else await ended
      return result
    } catch (error) {
      // Of two errors the first one tells more.
      await sql`rollback`.execute(db).catch(() => {})
      throw error
    }
  })
}

const isId = (text: string) => /^[0-9a-f-]{36}$/i.test(text)
/** Without the name of a network card, which PostgreSQL does not know. */
const isPlainIp = (text: string) => isIP(text) > 0 && !text.includes('%')

/**
 * Keeps the organization from being removed until this transaction ends. Comes first in whatever changes more than one
 * row: docs/decisions/0007-order-of-locks.md. Whoever is to hold it whole (`holdOrganization`) must not hold it so before.
 */
export async function shareLockOrganization({ db, organization_id }: Tenant): Promise<void> {
  await sql`select from organizations where organization_id = ${organization_id} for key share`.execute(db)
}

/** The organization as it is at one instant, only to be read: long lists that must fit together. */
export async function inSnapshot<T>(
  database: Database,
  scope: Scope,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  // What was counted at another instant than its own would not fit.
  const forgetful = { ...database, memory: emptyMemory() }
  return await inScope(forgetful, reading, scope, work)
}

/** The rows of a query of any length, some at a time. One cursor at once; it ends with the transaction. */
export async function* fetchInBatches<Row>(
  tenant: Tenant,
  query: RawBuilder<Row>,
  size = 1_000,
): AsyncGenerator<Row[]> {
  await sql`declare batches no scroll cursor for ${query}`.execute(tenant.db)
  try {
    for (;;) {
      const { rows } = await sql<Row>`fetch forward ${sql.raw(String(size))} from batches`.execute(tenant.db)
      if (rows.length > 0) yield rows
      if (rows.length < size) break
    }
  } finally {
    await sql`close batches`.execute(tenant.db)
  }
}

/** Goes on in the same transaction for another organization: for somebody who moves there, wholly or not at all. */
export async function switchOrganization({ db, user_id, memory }: Tenant, organization_id: string): Promise<Tenant> {
  await sql`select set_config('app.organization_id', ${organization_id}, true)`.execute(db)
  return { db, organization_id, user_id, memory } as Tenant
}

/** Throws when the database does not answer. */
export async function isReachable(database: Database): Promise<void> {
  await sql`select 1`.execute(database.system)
}

/**
 * Tells the planner about rows that came in bulk. Autovacuum would within a minute; until then it takes a table for
 * empty and picks among its indexes by chance (measured: 900 messages/s instead of 7,000). What is new in an index for
 * searching is put in its place, too: as long as it lies on a heap beside it, reading all records seems as cheap, and a
 * search of 50,000 investors takes 25 ms instead of half a one. Only a table's owner may.
 */
export async function refreshStatistics(database: Database, tables: readonly (keyof DB & string)[]): Promise<void> {
  const client = new pg.Client({
    connectionString: database.connection.connectionString,
    application_name: 'kabar statistics',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`analyze ${tables.join(', ')}`)
    await client.query(
      `select gin_clean_pending_list(i.indexrelid) from pg_index i
       join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam and a.amname = 'gin'
       where i.indrelid = any ($1::regclass[])`,
      [tables],
    )
  } finally {
    await client.end()
  }
}

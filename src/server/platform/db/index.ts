// The database: its pools, and the transaction scope in which every query runs.
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Permission } from '../../../contract/permissions.ts'
import { poolDetectingOutage, type WithConnection, withConnection } from './connection-pool.ts'
import { cancelOnAbort, cancelSlowQueries } from './query-cancellation.ts'
import { openReplica, type Replica } from './replica.ts'
import type { DB } from './types.ts'

// Row and wire are the same object: times are ISO text, days and money stay text, counts are numbers.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  text.endsWith('infinity') ? text : new Date(text).toISOString(),
)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Database {
  /** Sees all organizations, on the few tables that allow it: signing in, and finding work for the engine. */
  readonly system: Kysely<DB>
  /** Sees nothing until a transaction names its organization: use `inTenant`. */
  readonly tenants: Kysely<DB>
  /** Runs on one connection of `tenants`. */
  readonly onConnection: WithConnection<DB>
  /** Used by `inCurrentTenant`. */
  readonly replica: Replica | undefined
  readonly connection: Connection
  /**
   * For work that may be repeated at any time, `{ ...database, signal }`: once the signal aborts, its transactions are
   * rolled back immediately, wherever they are, and throw the reason.
   */
  readonly signal?: AbortSignal
  /** How many connections are open and idle, and how many callers wait for one. */
  connections(): { busy: number; idle: number; waiting: number }
  /** From now on cancels every query that takes longer than seconds. For a process that is stopping. */
  cancelSlowQueries(): void
  /** Closes the pools once all connections are returned, cancelling slow queries: their callers are gone. */
  close(): Promise<void>
}

export interface Connection {
  readonly connectionString: string
  /** The unprivileged role to act as, where the login may bypass row-level security. */
  readonly role: string | undefined
  /** A connection pooler in transaction mode, for the transactions of organizations. Everything else goes to PostgreSQL itself. */
  readonly poolerUrl?: string | undefined
  /** A streaming replica, for lists and other reads of organizations. */
  readonly replicaUrl?: string | undefined
}

/** What every transaction runs with. JIT compilation costs more than any of our queries: 1.7 s instead of 0.3 for the totals of 200,000. */
const settingsOf = ({ role }: Connection) => ({
  ...(role && { role }),
  ...{ timezone: 'UTC', jit: 'off', statement_timeout: '30s', idle_in_transaction_session_timeout: '30s' },
})

declare const proof: unique symbol
/** Tenant scope: an open transaction and the organization it is authorized for. Only `inTenant` creates one. */
export interface Tenant {
  readonly db: Transaction<DB>
  readonly organization_id: string
  /** Absent when the engine acts, not a user. */
  readonly user_id: string | undefined
  /** The language setting of the user who asks; absent when the engine or a worker acts. */
  readonly locale: string | undefined
  /** False for a user whose role, or API token, lacks the permission `see_amounts`. */
  readonly sees_amounts: boolean
  /** Set on a replica: a PostgreSQL snapshot of the primary. The transaction sees everything in it, and perhaps later changes. */
  readonly primary_snapshot: string | undefined
  readonly [proof]: true
}

export function openDatabase(
  connection: Connection,
  /** `maxWaitMs`: to wait for a connection. `maxQueryMs`: for a query, once slow queries are cancelled. */
  options: { poolSize?: number; log?: (message: string) => void; maxWaitMs?: number; maxQueryMs?: number } = {},
): Database {
  const pools: pg.Pool[] = []
  const names: string[] = []
  /** Distinguishes this process from others on the same PostgreSQL. */
  const own = randomBytes(6).toString('base64url')
  let [closed, ended, cancelling] = [false, false, false]
  const cancelQueries = () => {
    for (const url of cancelling ? [] : [connection.connectionString, connection.replicaUrl])
      if (url) void cancelSlowQueries(() => ended, url, names, options.maxQueryMs ?? 5_000)
    cancelling = true
  }
  const open = (
    name: string,
    max: number,
    settings: Record<string, string>,
    { url = connection.connectionString, isPooler = false } = {},
  ) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      application_name: `${name} ${own}`,
      // A pooler shares connections, so there each transaction brings its settings.
      ...(!isPooler && { options: optionsText({ ...settingsOf(connection), ...settings }) }),
      connectionTimeoutMillis: options.maxWaitMs ?? 5_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      pipeline: true,
    })
    // Without a listener a restart of PostgreSQL ends the whole process (exit code 1).
    pool.on('error', (error) => closed || options.log?.(`database connection lost: ${error.message}`))
    pools.push(pool)
    names.push(`${name} ${own}`)
    const dialect = new PostgresDialect({ pool: poolDetectingOutage(pool, { keepsStatements: !isPooler }) })
    return { db: new Kysely<DB>({ dialect }), dialect }
  }
  const poolSize = options.poolSize ?? 10
  const { poolerUrl, replicaUrl } = connection
  const tenants = open('kabar', poolSize, {}, poolerUrl ? { url: poolerUrl, isPooler: true } : {})
  const replica = replicaUrl ? open('kabar replica', poolSize, {}, { url: replicaUrl }) : undefined
  return {
    system: open('kabar system', Math.max(2, Math.ceil(poolSize / 2)), { 'app.scope': 'system' }).db,
    tenants: tenants.db,
    onConnection: withConnection(tenants.db, tenants.dialect),
    replica:
      replica &&
      openReplica({
        primary: tenants.db,
        onConnection: withConnection(replica.db, replica.dialect),
        log: (message) => options.log?.(message),
      }),
    connection,
    connections: () => {
      const sum = (count: (pool: pg.Pool) => number) => pools.reduce((total, pool) => total + count(pool), 0)
      const idle = sum((pool) => pool.idleCount)
      return { busy: sum((pool) => pool.totalCount) - idle, idle, waiting: sum((pool) => pool.waitingCount) }
    },
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
  locale?: string
  /** The user's permissions. If they are missing, the user sees no amounts. */
  permissions?: readonly Permission[]
  /** The client's address, recorded in `record_edits`. */
  ip?: string
  /** The API token that acts for the user, stored in `record_edits` and `audit_events`. */
  token_id?: string | null | undefined
  /** The request that asked for the work, stored with the jobs that it makes. */
  request_id?: string | null | undefined
}

/** Runs `work` in one transaction that sees one organization. Retries after a serialization failure or deadlock. */
export async function inTenant<T>(database: Database, scope: Scope, work: (tenant: Tenant) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inScope(database, 'begin', scope, work)
    } catch (error) {
      if (attempt >= 3 || !['40001', '40P01'].includes(String((error as { code?: unknown }).code))) throw error
    }
  }
}

const beginReadOnly = 'begin isolation level repeatable read read only'

/**
 * The same, read-only (enforced by PostgreSQL) and in one snapshot: results of several statements match, whatever others
 * write concurrently. No caller waits for the end of such a transaction, as it has nothing to commit: if others wait for a
 * connection, the rollback is sent together with their first query.
 */
export async function inReadOnlyTenant<T>(
  database: Database,
  scope: Scope,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  return await inScope(database, beginReadOnly, scope, work)
}

/**
 * The same, on the replica if there is one that has applied all that is committed now. `work` is repeated on the primary if the
 * replica fails meanwhile, so it must not respond to anybody by itself.
 */
export async function inCurrentTenant<T>(
  database: Database,
  scope: Scope,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  const read = await database.replica?.read((db, snapshot) =>
    inScope({ ...database, onConnection: (use) => use(db) }, beginReadOnly, scope, work, snapshot),
  )
  return read ? read.answer : await inReadOnlyTenant(database, scope, work)
}

/** Sends `begin` and the organization in one message, together with the first query. */
async function inScope<T>(
  { onConnection, connection, signal }: Database,
  begin: string,
  { organization_id, user_id, locale, permissions, ip, token_id, request_id }: Scope,
  work: (tenant: Tenant) => Promise<T>,
  primary_snapshot?: string,
): Promise<T> {
  if (!isId(organization_id)) throw new Error('organization_id is not an id')
  if (user_id !== undefined && !isId(user_id)) throw new Error('user_id is not an id')
  if (token_id && !isId(token_id)) throw new Error('token_id is not an id')
  if (request_id && !isId(request_id)) throw new Error('request_id is not an id')
  // The triggers that record changes need user, address and token, and those of jobs the request.
  const context = {
    ...{ organization_id, user_id: user_id ?? '', ip: ip !== undefined && isPlainIp(ip) ? ip : '' },
    ...(token_id && { token_id }),
    ...(request_id && { request_id }),
  }
  // Not `select set_config(…)`, which is planned and run like any other query.
  const set = (name: string, value: string) => `set local ${name} = '${value}'`
  const settings = [
    ...(connection.poolerUrl ? Object.entries(settingsOf(connection)).map(([name, value]) => set(name, value)) : []),
    ...Object.entries(context).map(([name, value]) => set(`app.${name}`, value)),
  ]
  const sees_amounts = user_id === undefined || permissions?.includes('see_amounts') === true
  return await onConnection(async (db) => {
    try {
      await sql.raw([begin, ...settings].join('; ')).execute(db)
      const given = () => work({ db, organization_id, user_id, locale, sees_amounts, primary_snapshot } as Tenant)
      const result = signal ? await cancelOnAbort(signal, connection.connectionString, db, given) : await given()
      const ended = sql`commit`.execute(db)
      if (begin === beginReadOnly) ended.catch(() => {})
      else await ended
      return result
    } catch (error) {
      // Of two errors the first is the more specific.
      await sql`rollback`.execute(db).catch(() => {})
      throw error
    }
  })
}

const optionsText = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const isId = (text: string) => /^[0-9a-f-]{36}$/i.test(text)
/** Without a zone (the name of a network interface), which PostgreSQL does not accept. */
const isPlainIp = (text: string) => isIP(text) > 0 && !text.includes('%')

/**
 * Prevents deletion of the organization until this transaction ends. Must come first in a transaction that changes more than
 * one row: docs/decisions/0007-order-of-locks.md. One that calls `holdOrganization` must not call this before.
 */
export async function shareLockOrganization({ db, organization_id }: Tenant): Promise<void> {
  await sql`select from organizations where organization_id = ${organization_id} for key share`.execute(db)
}

/** The rows of a query of any length, in batches. One cursor at a time; it ends with the transaction. */
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

/**
 * Lets the transaction be idle for five minutes instead of 30 seconds, for a long computation between two queries. Two seconds of
 * processor time can take that long on a busy machine.
 */
export async function allowComputation({ db }: Tenant): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(db)
}

/** Switches the same transaction to another organization: a user who moves there does so entirely or not at all. */
export async function switchOrganization(tenant: Tenant, organization_id: string): Promise<Tenant> {
  await sql`select set_config('app.organization_id', ${organization_id}, true)`.execute(tenant.db)
  return { ...tenant, organization_id }
}

/**
 * Whether the login of `tenants` may bypass row-level security. Behind a pooler it must not: if a `begin` fails, the statement that
 * was sent with it runs without the role.
 */
export async function bypassesRowSecurity({ tenants }: Database): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select rolsuper or rolbypassrls as may from pg_roles where rolname = session_user`.execute(tenants)
  return rows[0]!.may
}

/** Whether the pooler leads to the database of `system`. */
export async function isSameDatabase({ system, tenants }: Database): Promise<boolean> {
  const identity = sql<{ cluster: string; oid: string }>`
    select system_identifier::text as cluster, oid::text from pg_control_system(), pg_database where datname = current_database()`
  const [direct, pooled] = await Promise.all([identity.execute(system), identity.execute(tenants)])
  return isDeepStrictEqual(direct.rows, pooled.rows)
}

/** Throws if the database, or the pooler in front of it, does not respond. */
export async function isReachable({ system, tenants, connection }: Database): Promise<void> {
  const asked = connection.poolerUrl ? [system, tenants] : [system]
  await Promise.all(asked.map((pool) => sql`select 1`.execute(pool)))
}

/**
 * Runs `analyze` after bulk inserts. Autovacuum would within a minute; until then the planner assumes an empty table and picks
 * an arbitrary index (measured: 900 messages/s instead of 7,000). It also merges the pending list of the search indexes:
 * until then reading all records seems as cheap, and a search of 50,000 investors takes 25 ms instead of 0.5.
 */
export async function refreshStatistics(database: Database, tables: readonly (keyof DB & string)[]): Promise<void> {
  const client = new pg.Client({
    connectionString: database.connection.connectionString,
    application_name: 'kabar statistics',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    // One statement, and so one transaction, per table: locks on several could deadlock with another process.
    for (const table of tables) await client.query('select refresh_statistics($1::regclass)', [table])
  } finally {
    await client.end()
  }
}

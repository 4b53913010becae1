// All SQL of backups: a snapshot of all tables by COPY, and loading one into an empty database.
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Database, Tenant } from '../db/index.ts'
import { heldTables, holdStatements, withoutSecretStatements } from '../db/restored.ts'
import { BackupError } from './backup-error.ts'

/** Tables about this installation, not about its data: migrations that ran, and backups that were made. */
const notCopied = ['kysely_migration', 'kysely_migration_lock', 'kabar_restoring', 'backups']

/** Emails that outlive their organization belong to this one. */
const noOrganization = '00000000-0000-0000-0000-000000000000'

/** Values as text that every PostgreSQL reads in the same way; sees all organizations on tables that allow it. */
const settings = [
  '-c app.scope=system -c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c bytea_output=hex',
  '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c jit=off',
].join(' ')

/** Beside the pools, whose statements are limited in time. */
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'kabar backup',
    options: settings,
    keepAlive: true,
  })
  // A lost connection fails the statement; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function rowsOf<Row>(client: pg.Client, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query(text, values)).rows as Row[]
}

// ── one at a time ────────────────────────────────────────────────────────────────────────────────────

export type BackupKind = 'nightly' | 'migration' | 'manual'

export interface BackupRecord {
  kind: BackupKind
  started_at: Date
  finished_at: Date
  file: string | null
  bytes: number | null
  failure: string | null
}

export interface Turn {
  /** When the last nightly backup that succeeded began, and the last that was tried. */
  lastNightly(): Promise<{ succeeded: Date | null; tried: Date | null }>
  record(backup: BackupRecord): Promise<void>
}

/**
 * Holds the right to make a backup while `work` runs. Undefined: another process is making one, on whatever machine. With
 * `waits` it waits for its end instead.
 */
export async function withTurn<T>(
  connectionString: string,
  { waits }: { waits: boolean },
  work: (turn: Turn) => Promise<T>,
): Promise<T | undefined> {
  const client = await connect(connectionString)
  try {
    // The lock belongs to the transaction and not to the connection, so it also holds behind a pooler.
    await client.query('begin')
    const lock = waits ? 'pg_advisory_xact_lock' : 'pg_try_advisory_xact_lock'
    const [row] = await rowsOf<{ mine: unknown }>(
      client,
      `select ${lock}(hashtextextended('kabar: backup', 0)) as mine`,
    )
    if (row!.mine === false) return undefined
    return await work({
      lastNightly: () => lastNightly(client),
      record: (backup) => record(client, backup),
    })
  } finally {
    await client.query('commit').catch(() => {})
    await client.end().catch(() => {})
  }
}

/** False before the migration that adds it: a backup is made before each migration. */
async function hasTable(client: pg.Client): Promise<boolean> {
  return (await rowsOf<{ has: boolean }>(client, `select to_regclass('public.backups') is not null as has`))[0]!.has
}

async function lastNightly(client: pg.Client) {
  const [row] = await rowsOf<{ succeeded: string | null; tried: string | null }>(
    client,
    `select max(started_at) filter (where failure is null) as succeeded, max(started_at) as tried
     from backups where kind = 'nightly'`,
  )
  const asDate = (text: string | null) => (text === null ? null : new Date(text))
  return { succeeded: asDate(row!.succeeded), tried: asDate(row!.tried) }
}

async function record(client: pg.Client, { kind, started_at, finished_at, file, bytes, failure }: BackupRecord) {
  if (!(await hasTable(client))) return
  await client.query(
    'insert into backups (kind, started_at, finished_at, file, bytes, failure) values ($1, $2, $3, $4, $5, $6)',
    [kind, started_at, finished_at, file, bytes, failure],
  )
}

// ── whom to tell ─────────────────────────────────────────────────────────────────────────────────────

/** The oldest organization: whoever set up this installation. */
export async function firstOrganization({ system }: Database): Promise<string | undefined> {
  const row = await system
    .selectFrom('organizations')
    .select('organization_id')
    .where('demo_of', 'is', null)
    .orderBy('created_at')
    .orderBy('organization_id')
    .limit(1)
    .executeTakeFirst()
  return row?.organization_id
}

export async function ownersOf({
  db,
  organization_id,
}: Tenant): Promise<{ name: string; email: string; locale: string }[]> {
  return await db
    .selectFrom('users')
    .select(['name', 'email', 'locale'])
    .where('organization_id', '=', organization_id)
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where('email_key', 'is not', null)
    .orderBy('id')
    .execute()
}

// ── a snapshot ───────────────────────────────────────────────────────────────────────────────────────

export interface Snapshot {
  /** Its moment, by the database's clock. */
  readonly at: Date
  readonly migrations: string[]
  /** Columns that are stored and not computed, by table. */
  readonly tables: Record<string, string[]>
  /** The rows of a table as COPY writes them. */
  rows(table: string): AsyncGenerator<Buffer>
}

/** Runs `work` in one transaction that sees one moment of the database, whatever is written meanwhile. */
export async function inSnapshot<T>(connectionString: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await connect(connectionString)
  try {
    await client.query('begin isolation level repeatable read, read only')
    const [now] = await rowsOf<{ at: string }>(client, 'select now()::text as at')
    const tables = await tablesIn(client)
    const scopes = await scopesOf(client)
    return await work({
      at: new Date(now!.at),
      migrations: await migrationsIn(client),
      tables: columnsOf(tables),
      rows: async function* (table) {
        const { columns, is_limited } = tables.get(table)!
        // Not `copy contacts to`, which row-level security forbids.
        const copy = `copy (select ${listed(columns)} from ${quoted(table)}) to stdout`
        for (const scope of is_limited ? scopes : [undefined]) {
          if (scope) await client.query(`select set_config('app.organization_id', $1, true)`, [scope])
          yield* client.query(copyTo(copy))
        }
      },
    })
  } finally {
    // Ends the transaction, which has nothing to commit.
    await client.end().catch(() => {})
  }
}

/**
 * One for each organization, if this login may only see one after the other: that of a hosted PostgreSQL owns its tables
 * and is subject to their policies. Undefined: all at once.
 */
async function scopesOf(client: pg.Client): Promise<(string | undefined)[]> {
  const [row] = await rowsOf<{ may: boolean }>(
    client,
    'select rolsuper or rolbypassrls as may from pg_roles where rolname = current_user',
  )
  if (row!.may) return [undefined]
  const ids = await rowsOf<{ id: string }>(client, 'select organization_id as id from organizations order by 1')
  // With this scope, some tables would show the rows of every organization each time.
  await client.query(`set local app.scope = ''`)
  return [...ids.map(({ id }) => id), noOrganization]
}

async function migrationsIn(client: pg.Client): Promise<string[]> {
  const [row] = await rowsOf<{ has: boolean }>(
    client,
    `select to_regclass('public.kysely_migration') is not null as has`,
  )
  if (!row!.has) return []
  const rows = await rowsOf<{ name: string }>(client, 'select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

interface Table {
  columns: string[]
  /** Row-level security limits what a login sees of it. */
  is_limited: boolean
}

async function tablesIn(client: pg.Client): Promise<Map<string, Table>> {
  const rows = await rowsOf<Table & { name: string }>(
    client,
    `select c.relname as name, c.relrowsecurity as is_limited, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all ($1)
     group by c.oid order by c.relname`,
    [notCopied],
  )
  return new Map(rows.map(({ name, ...table }) => [name, table]))
}

const columnsOf = (tables: Map<string, Table>) =>
  Object.fromEntries([...tables].map(([name, { columns }]) => [name, columns]))

const quoted = (name: string) => pg.escapeIdentifier(name)
const listed = (names: readonly string[]) => names.map(quoted).join(', ')

// ── a restore ────────────────────────────────────────────────────────────────────────────────────────

export interface Target {
  /** It has tables, other than those of a restore that was interrupted. */
  is_used: boolean
  /** Kabar is running on it. */
  is_open: boolean
}

export async function targetAt(connectionString: string): Promise<Target> {
  return await withClient(connectionString, async (client) => {
    const [row] = await rowsOf<Target>(
      client,
      `select exists (select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)
         and to_regclass('public.kabar_restoring') is null as is_used,
       exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and application_name like 'kabar%') as is_open`,
    )
    return row!
  })
}

/** Removes everything, and marks the database: Kabar does not open it until `finishRestore`. */
export async function beginRestore(connectionString: string): Promise<void> {
  await withClient(connectionString, (client) =>
    inTransaction(client, async () => {
      await client.query('drop schema public cascade')
      await client.query('create schema public')
      await client.query('create table kabar_restoring (since timestamptz not null default now())')
    }),
  )
}

/** Loads all tables in one transaction. Their columns must be those that the backup has. */
export async function loadTables(
  connectionString: string,
  tables: Readonly<Record<string, readonly string[]>>,
  contents: AsyncIterable<{ table: string; rows: AsyncIterable<Buffer> }>,
): Promise<Map<string, number>> {
  return await withClient(connectionString, (client) =>
    inTransaction(client, async () => {
      const present = columnsOf(await tablesIn(client))
      if (!isDeepStrictEqual(present, tables))
        throw new BackupError('The tables of the backup are not those of the release that it says it is of.')
      // Built at the end, all at once, which takes a fraction of the time; and then checked as a whole.
      const { drops, creates } = await indexesAndKeys(client)
      await client.query(`set local maintenance_work_mem = '256MB'`)
      for (const table of Object.keys(tables)) await client.query(`alter table ${quoted(table)} disable trigger user`)
      for (const drop of drops) await client.query(drop)
      const counts = await unlimited(client, Object.keys(tables), async () => {
        await client.query(`truncate ${listed(Object.keys(tables))}`)
        const counts = await copiedIn(client, tables, contents)
        // The check of a foreign key sees what its owner sees.
        for (const create of creates) await client.query(create)
        return counts
      })
      for (const table of Object.keys(tables)) await client.query(`alter table ${quoted(table)} enable trigger user`)
      return counts
    }),
  )
}

async function copiedIn(
  client: pg.Client,
  tables: Readonly<Record<string, readonly string[]>>,
  contents: AsyncIterable<{ table: string; rows: AsyncIterable<Buffer> }>,
) {
  const counts = new Map<string, number>()
  for await (const { table, rows } of contents) {
    const stream = client.query(copyFrom(`copy ${quoted(table)} (${listed(tables[table]!)}) from stdin`))
    await pipeline(rows, stream)
    counts.set(table, stream.rowCount)
  }
  return counts
}

/** The owner of a table sees and writes all rows while `work` runs; PostgreSQL forbids COPY into a table with policies. */
async function unlimited<T>(client: pg.Client, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const rows = await rowsOf<{ name: string }>(
    client,
    'select relname as name from pg_class where relforcerowsecurity and relname = any ($1)',
    [tables],
  )
  for (const { name } of rows) await client.query(`alter table ${quoted(name)} no force row level security`)
  const result = await work()
  for (const { name } of rows) await client.query(`alter table ${quoted(name)} force row level security`)
  return result
}

/** In an order in which they can be executed: foreign keys need indexes. */
async function indexesAndKeys(client: pg.Client): Promise<{ drops: string[]; creates: string[] }> {
  const keys = await rowsOf<{ name: string; of: string; definition: string }>(
    client,
    `select conname as name, conrelid::regclass::text as of, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 2, 1`,
  )
  const indexes = await rowsOf<{ name: string; definition: string }>(
    client,
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f')
     order by 1`,
  )
  return {
    drops: [
      ...keys.map(({ name, of }) => `alter table ${of} drop constraint ${quoted(name)}`),
      ...indexes.map(({ name }) => `drop index ${name}`),
    ],
    creates: [
      ...indexes.map(({ definition }) => definition),
      ...keys.map(({ name, of, definition }) => `alter table ${of} add constraint ${quoted(name)} ${definition}`),
    ],
  }
}

/** Keeps the copy silent until it is released, and lets Kabar open it. `keepsSecrets`: those that its secret encrypts are readable. */
export async function finishRestore(
  connectionString: string,
  { at, keepsSecrets }: { at: string; keepsSecrets: boolean },
): Promise<void> {
  await withClient(connectionString, async (client) => {
    await inTransaction(client, async () => {
      await unlimited(client, heldTables, async () => {
        for (const statement of holdStatements) await client.query(statement, [at])
        if (!keepsSecrets) for (const statement of withoutSecretStatements) await client.query(statement)
      })
      await client.query('drop table kabar_restoring')
    })
    await client.query('analyze')
  })
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(connectionString)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // If the rollback fails as well, the first error says more.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

// All SQL of backups: reading a snapshot of all tables with COPY, and loading one into an empty database.
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Database, Tenant } from '../db/index.ts'
import { heldTables, holdStatements, withoutSecretStatements } from '../db/restored.ts'
import { BackupError } from './backup-error.ts'

/** Tables about this installation itself, which are not part of a backup: its migrations and its backups. */
const notCopied = ['kysely_migration', 'kysely_migration_lock', 'kabar_restoring', 'backups']

/** Stands for the organization of emails that outlive theirs. */
const noOrganization = '00000000-0000-0000-0000-000000000000'

/** Writes values in a form that every PostgreSQL reads the same way, and sees all organizations where the policy allows it. */
const settings = [
  '-c app.scope=system -c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c bytea_output=hex',
  '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c jit=off',
].join(' ')

/** A connection of its own, because the pools limit how long a statement may take. */
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'kabar backup',
    options: settings,
    keepAlive: true,
  })
  // Without a listener a lost connection would end the process; the statement reports the error.
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
  /** When the latest successful nightly backup began, and the latest attempt. */
  lastNightly(): Promise<{ succeeded: Date | null; tried: Date | null }>
  /** Whether this is a restored copy that has not been released, at least for one organization. */
  isHeldCopy(): Promise<boolean>
  record(backup: BackupRecord): Promise<void>
}

/**
 * Runs `work` while no other process makes a backup, on any machine. If another one is making a backup, waits for its end, or
 * without `waits` returns undefined.
 */
export async function withTurn<T>(
  connectionString: string,
  { waits }: { waits: boolean },
  work: (turn: Turn) => Promise<T>,
): Promise<T | undefined> {
  const client = await connect(connectionString)
  try {
    // The lock belongs to the transaction instead of the connection, so it also works through a connection pooler.
    await client.query('begin')
    const lock = waits ? 'pg_advisory_xact_lock' : 'pg_try_advisory_xact_lock'
    const [row] = await rowsOf<{ mine: unknown }>(
      client,
      `select ${lock}(hashtextextended('kabar: backup', 0)) as mine`,
    )
    if (row!.mine === false) return undefined
    return await work({
      lastNightly: () => lastNightly(client),
      isHeldCopy: () => isHeldCopy(client),
      record: (backup) => record(client, backup),
    })
  } finally {
    await client.query('commit').catch(() => {})
    await client.end().catch(() => {})
  }
}

/** False if the migration that adds the table has not run yet, because the backup before an upgrade precedes it. */
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

async function isHeldCopy(client: pg.Client): Promise<boolean> {
  const [row] = await rowsOf<{ is_held: boolean }>(
    client,
    'select exists (select from organizations where restored_from is not null) as is_held',
  )
  return row!.is_held
}

async function record(client: pg.Client, { kind, started_at, finished_at, file, bytes, failure }: BackupRecord) {
  if (!(await hasTable(client))) return
  await client.query(
    'insert into backups (kind, started_at, finished_at, file, bytes, failure) values ($1, $2, $3, $4, $5, $6)',
    [kind, started_at, finished_at, file, bytes, failure],
  )
}

/**
 * Records the backup before an upgrade, on a connection of its own so that no migration waits for this row. Returns the files
 * of earlier attempts: those since the last migration that succeeded.
 */
export async function recordAttempt(connectionString: string, backup: BackupRecord): Promise<string[]> {
  return await withClient(connectionString, async (client) => {
    if (!(await hasTable(client))) return []
    const rows = await rowsOf<{ file: string }>(
      client,
      `select file from backups where kind = 'migration' and failure is null
       and started_at > (select max(timestamp)::timestamptz from kysely_migration)`,
    )
    await record(client, backup)
    return rows.map(({ file }) => file)
  })
}

// ── whom to tell ─────────────────────────────────────────────────────────────────────────────────────

/** The first organization belongs to whoever set up this installation. */
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
}: Tenant): Promise<{ id: string; name: string; email: string; locale: string }[]> {
  return await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'locale'])
    .where('organization_id', '=', organization_id)
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where('email_key', 'is not', null)
    .orderBy('id')
    .execute()
}

// ── a snapshot ───────────────────────────────────────────────────────────────────────────────────────

export interface Snapshot {
  /** The moment of the snapshot, by the database's clock. */
  readonly at: Date
  readonly migrations: string[]
  /** The stored columns of each table; computed ones are left out. */
  readonly tables: Record<string, string[]>
  /** The rows of a table, in the format of COPY. */
  rows(table: string): AsyncGenerator<Buffer>
}

/** Runs `work` in a transaction that does not see writes after its beginning. */
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
        // `copy <table> to` is forbidden with row-level security, `copy (select …) to` is not.
        const copy = `copy (select ${listed(columns)} from ${quoted(table)}) to stdout`
        for (const scope of is_limited ? scopes : [undefined]) {
          if (scope) await client.query(`select set_config('app.organization_id', $1, true)`, [scope])
          yield* client.query(copyTo(copy))
        }
      },
    })
  } finally {
    // Closing the connection ends the transaction, which has nothing to commit.
    await client.end().catch(() => {})
  }
}

/**
 * The organizations to read one at a time. A hosted PostgreSQL has no superuser, only the tables' owner, who is subject to their
 * policies. `[undefined]`: this login sees all organizations at once.
 */
async function scopesOf(client: pg.Client): Promise<(string | undefined)[]> {
  const [row] = await rowsOf<{ may: boolean }>(
    client,
    'select rolsuper or rolbypassrls as may from pg_roles where rolname = current_user',
  )
  if (row!.may) return [undefined]
  const ids = await rowsOf<{ id: string }>(client, 'select organization_id as id from organizations order by 1')
  // Otherwise some tables would show the rows of all organizations for each organization.
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
  /** Whether row-level security limits what a login sees of the table. */
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
  /** It has tables, unless they are left from an interrupted restore. */
  is_used: boolean
  /** Kabar is running on this database. */
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

/** Deletes everything and marks the database, so that Kabar does not open it before `finishRestore`. */
export async function beginRestore(connectionString: string): Promise<void> {
  await withClient(connectionString, (client) =>
    inTransaction(client, async () => {
      await client.query('drop schema public cascade')
      await client.query('create schema public')
      await client.query('create table kabar_restoring (since timestamptz not null default now())')
    }),
  )
}

/** Loads all tables in one transaction. The database must have exactly the columns of the backup. */
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
      // Indexes and foreign keys are created after loading, which takes a fraction of the time and checks all rows.
      const { drops, creates } = await indexesAndKeys(client)
      await client.query(`set local maintenance_work_mem = '256MB'`)
      for (const table of Object.keys(tables)) await client.query(`alter table ${quoted(table)} disable trigger user`)
      for (const drop of drops) await client.query(drop)
      const counts = await unlimited(client, Object.keys(tables), async () => {
        await client.query(`truncate ${listed(Object.keys(tables))}`)
        const counts = await copiedIn(client, tables, contents)
        // Inside `unlimited`, because the check of a foreign key sees only the rows that the table's owner sees.
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

/** Lets the tables' owner see and write all rows while `work` runs: PostgreSQL forbids COPY into a table with policies. */
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

/** Statements that drop and create all indexes and foreign keys, in a possible order: foreign keys need indexes. */
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

/**
 * Makes the copy silent until its release, unless it is a move, and lets Kabar open it. `keepsSecrets`: its secret decrypts
 * what the backup holds.
 */
export async function finishRestore(
  connectionString: string,
  { at, keepsSecrets, isMove }: { at: string; keepsSecrets: boolean; isMove: boolean },
): Promise<void> {
  await withClient(connectionString, async (client) => {
    await inTransaction(client, async () => {
      await unlimited(client, heldTables, async () => {
        if (!isMove) for (const statement of holdStatements) await client.query(statement, [at])
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
    // If the rollback fails too, the first error is more useful.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

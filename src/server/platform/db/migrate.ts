// Migrates the database at start: one process at a time, plain SQL files in order.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Connection } from './index.ts'

/** What the app acts as where its login may bypass row-level security. */
const role = 'kabar_app'

export { role as restrictedRole }

/** A fault that the operator can fix: the message is for them. */
export class UnfitDatabaseError extends Error {}

/** A migration failed, and all were rolled back: the release before still opens the database. */
export class MigrationError extends Error {}

/** The names of the migrations of a release, in order. */
export const migrationsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort()

/** Whether a database with the `applied` migrations belongs to a release with the `known` ones, or to an earlier release. */
export const areKnown = (applied: readonly string[], known: readonly string[]): boolean =>
  applied.every((name, place) => known[place] === name)

export interface MigrateOptions {
  loginOf?: ((role: string) => { connectionString: string; password?: string }) | undefined
  /** Wraps the migrations of a database with data, to make a backup first. Another process may have run them meanwhile. */
  around?: ((isBehind: () => Promise<boolean>, run: () => Promise<void>) => Promise<void>) | undefined
  /** Name of the last migration to run; by default all run. */
  until?: string
  /** A restore is in progress, so that no other start may open the database. */
  restoring?: boolean
}

/**
 * Migrates, and returns how to connect from now on: a login that may bypass row-level security acts as `kabar_app`, which may
 * not. With `loginOf` (the embedded server) the app signs in as `kabar_app` and cannot take another role.
 */
export async function migrate(
  connectionString: string,
  folder: string,
  { loginOf, around, until, restoring = false }: MigrateOptions = {},
): Promise<Connection> {
  const db = connect(connectionString)
  try {
    await refuseOldDatabase(db)
    if (!restoring) await refuseHalfRestored(db)
    await refuseNewerDatabase(db, migrationsIn(folder))
    const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } })
    const run = async () => {
      const { error, results } = until ? await migrator.migrateTo(until) : await migrator.migrateToLatest()
      const failed = results?.find((result) => result.status === 'Error')
      if (failed)
        throw new MigrationError(
          `migration ${failed.migrationName} failed, and nothing was changed: ${(error as Error).message}. ` +
            'The release before still starts on this database: docs/upgrading.md says how to go back to it.',
          { cause: error },
        )
      if (error) throw error
    }
    const isBehind = () => isMigratedInPart(db, migrator)
    if (around && (await isBehind())) await around(isBehind, run)
    else await run()
    if (restoring || !(await mayBypassRowSecurity(db))) return { connectionString, role: undefined }
    await prepareRole(db)
    if (!loginOf) return { connectionString, role }
    const login = loginOf(role)
    const password = login.password === undefined ? sql`` : sql` password ${sql.lit(login.password)}`
    await sql`alter role ${sql.id(role)} login nosuperuser nobypassrls nocreaterole nocreatedb${password}`.execute(db)
    return { connectionString: login.connectionString, role: undefined }
  } finally {
    await db.destroy()
  }
}

/** Throws UnfitDatabaseError if the database is from before the first release, or partly restored. */
export async function refuseUnfit(connectionString: string): Promise<void> {
  const db = connect(connectionString)
  try {
    await refuseOldDatabase(db)
    await refuseHalfRestored(db)
  } finally {
    await db.destroy()
  }
}

function connect(connectionString: string) {
  // One connection for migrations: `set role` and the advisory lock of the migrator belong to it.
  const pool = new pg.Pool({ connectionString, max: 2 })
  // Without a listener the end of an idle connection ends the process. The next query reports it.
  pool.on('error', () => {})
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}

/** The migrations up to the first release became one: a database that has run the former ones cannot run this one. */
async function refuseOldDatabase(db: Kysely<unknown>) {
  if ((await appliedMigrations(db)).includes('0001_core'))
    throw new UnfitDatabaseError(
      'this database is from before the first release. To keep its data, start the version that made it and choose Export everything on Account; ' +
        'then start this version with a new data folder or database and choose Import everything there. See docs/importing.md.',
    )
}

async function refuseNewerDatabase(db: Kysely<unknown>, known: readonly string[]) {
  const applied = await appliedMigrations(db)
  if (areKnown(applied, known)) return
  const unknown = applied.find((name, place) => known[place] !== name)
  throw new UnfitDatabaseError(
    `this database was changed by a newer release (${unknown}). Start that release, or restore the backup that it made before its upgrade (docs/upgrading.md).`,
  )
}

/** Their names in order; none in an empty database. */
async function appliedMigrations(db: Kysely<unknown>): Promise<string[]> {
  const { rows: tables } = await sql`select from pg_class where oid = to_regclass('kysely_migration')`.execute(db)
  if (tables.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function refuseHalfRestored(db: Kysely<unknown>) {
  const { rows } = await sql`select from pg_class where oid = to_regclass('kabar_restoring')`.execute(db)
  if (rows.length > 0)
    throw new UnfitDatabaseError(
      'a restore into this database was interrupted. Run it again: npm run kabar -- restore <file>',
    )
}

/** Whether some migrations have run and others have not. */
async function isMigratedInPart(db: Kysely<unknown>, migrator: Migrator) {
  const { rows } = await sql`select from pg_class where oid = to_regclass('kysely_migration')`.execute(db)
  if (rows.length === 0) return false
  const migrations = await migrator.getMigrations()
  return migrations.some(({ executedAt }) => executedAt) && migrations.some(({ executedAt }) => !executedAt)
}

async function readMigrations(folder: string) {
  const migrations = migrationsIn(folder).map(async (name) => {
    const text = await readFile(join(folder, `${name}.sql`), 'utf8')
    return [name, { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }] as const
  })
  return Object.fromEntries(await Promise.all(migrations))
}

async function mayBypassRowSecurity(db: Kysely<unknown>) {
  const { rows } = await sql<{ may: boolean }>`
    select rolsuper or rolbypassrls as may from pg_roles where rolname = current_user`.execute(db)
  return rows[0]?.may ?? false
}

/** Creates the role unless it exists: it belongs to the server, so another process may be creating it concurrently. */
async function prepareRole(db: Kysely<unknown>) {
  await sql
    .raw(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
    exception when duplicate_object or unique_violation then null; end $$`)
    .execute(db)
  // The audit trail is append-only; no role may truncate it. Servers that start together take turns:
  // PostgreSQL rejects concurrent grants on one table.
  await sql
    .raw(`select pg_advisory_xact_lock(hashtext('kabar: grants'));
      grant usage on schema public to ${role};
      grant select, insert, update, delete on all tables in schema public to ${role};
      grant usage, select on all sequences in schema public to ${role};
      grant execute on all functions in schema public to ${role};
      revoke update, delete on audit_events, record_edits, period_closings from ${role};
      revoke all on kysely_migration, kysely_migration_lock from ${role}`)
    .execute(db)
}

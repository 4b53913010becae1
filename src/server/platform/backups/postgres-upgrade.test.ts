// Upgrades an embedded database of PostgreSQL 17, from npm, to the version of this release: same rows, nothing held back.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { type Embedded, startEmbedded } from '../db/embedded/embedded.ts'
import { formerBinaries, formerMajor } from '../db/embedded/former.ts'
import { openDatabase } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { upgradePostgres } from './postgres-upgrade.ts'

const migrations = join(import.meta.dirname, '../db/migrations')
const folder = mkdtempSync(join(tmpdir(), 'kabar-postgres-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dataDir = join(folder, 'data')
const backups = { folder: join(folder, 'backups'), passphrase: undefined }
const config = { dataDir, backups: backups as never, secret: Buffer.from('a secret of this test'), release: '0.2.0' }
const lines: string[] = []
const upgrade = () => upgradePostgres(config, { migrations, log: (line) => lines.push(line) })

const postgres = join(dataDir, 'postgres')
const cluster = join(postgres, 'cluster')
const versionOf = (path: string) => readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()

/** The rows of every table as text, sorted; the record of restores is of the installation, not of its data. */
async function contents({ connectionString }: Embedded): Promise<Record<string, string[]>> {
  const client = new pg.Client(connectionString)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    )
    const entries: [string, string[]][] = []
    for (const { name } of tables.filter(({ name }) => !/^(kysely_migration|backups)/.test(name))) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
      entries.push([name, rows.map(({ row }) => row)])
    }
    return Object.fromEntries(entries)
  } finally {
    await client.end()
  }
}

let before: Record<string, string[]>
beforeAll(async () => {
  const server = await startEmbedded({ dataDir, binaries: await formerBinaries('17', join(folder, 'former')) })
  const connection = await migrate(server.connectionString, migrations, { loginOf: server.loginOf })
  const database = openDatabase(connection)
  const app = await testApp({}, database)
  await app.openSampleData(await app.signUp())
  await database.close()
  before = await contents(server)
  await server.stop()
})

test('the database is that of the former release until the new one is complete', async () => {
  expect(formerMajor(dataDir)).toBe('17')
  const elsewhere = { ...config, backups: { ...backups, folder: join(folder, 'file') } as never }
  writeFileSync(join(folder, 'file'), '')
  await expect(upgradePostgres(elsewhere, { migrations, log: () => {} })).rejects.toThrow()
  expect(versionOf(cluster)).toBe('17')
})

test('a database that is only partly restored is refused, and so is one that would take the place of an earlier one', async () => {
  const binaries = await formerBinaries('17', join(folder, 'former'))
  const mark = async (statement: string) => {
    const server = await startEmbedded({ dataDir, binaries })
    const client = new pg.Client(server.connectionString)
    await client.connect()
    await client.query(statement)
    await client.end()
    await server.stop()
  }
  await mark('create table kabar_restoring ()')
  await expect(upgrade()).rejects.toThrow('a restore into this database was interrupted')
  await mark('drop table kabar_restoring')
  mkdirSync(`${cluster}-17`)
  await expect(upgrade()).rejects.toThrow('Move it away or delete it')
  rmSync(`${cluster}-17`, { recursive: true })
  expect(existsSync(backups.folder)).toBe(false)
  expect(versionOf(cluster)).toBe('17')
})

test('it is upgraded with all rows and sends on; the former one is kept', async () => {
  await upgrade()
  expect(versionOf(cluster)).toBe('18')
  expect(versionOf(`${cluster}-17`)).toBe('17')
  expect(existsSync(join(dataDir, 'upgrade'))).toBe(false)
  expect(readdirSync(backups.folder)).toEqual([expect.stringMatching(/-before-upgrade\.tar\.gz$/)])
  expect(lines.at(-1)).toMatch(/is upgraded; that of PostgreSQL 17 is kept/)
  const server = await startEmbedded({ dataDir })
  await migrate(server.connectionString, migrations, { loginOf: server.loginOf })
  const after = await contents(server)
  await server.stop()
  expect(Object.keys(before).length).toBeGreaterThan(50)
  expect(before.contacts!.length).toBeGreaterThan(10)
  expect(after).toEqual(before)
  const told = lines.length
  await upgrade()
  expect(lines.length).toBe(told)
})

test('a process that ends while the new database takes its place is continued by the next start', async () => {
  const next = join(dataDir, 'upgrade', 'data', 'postgres')
  mkdirSync(next, { recursive: true })
  renameSync(cluster, join(next, 'cluster'))
  await upgrade()
  expect(versionOf(cluster)).toBe('18')
  expect(existsSync(join(dataDir, 'upgrade'))).toBe(false)
})

test('a version that this release cannot upgrade is reported, and nothing is changed', async () => {
  writeFileSync(join(cluster, 'PG_VERSION'), '12\n')
  await expect(upgrade()).rejects.toThrow('The database is of PostgreSQL 12, which this release cannot upgrade.')
  expect(versionOf(cluster)).toBe('12')
})

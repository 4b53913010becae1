// The nightly backup, and the one before an upgrade: made by one process only, and after a failure people are told.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { push } from '../../../contract/push.ts'
import { deriveKeys, unseal } from '../../keys.ts'
import { testApp } from '../../test/app.ts'
import { ownedDatabase } from '../../test/database.ts'
import { pushBrowser } from '../../test/push-browser.ts'
import { migrate } from '../db/migrate.ts'
import { backupName } from './backup.ts'
import { verifyBackup } from './backup-file.ts'
import { backUpNightly } from './nightly.ts'
import { withTurn } from './queries.ts'
import { readForRestore, restoreBackup } from './restore.ts'
import { backedUp } from './upgrade.ts'

const { database, config, signUp } = await testApp()
const root = mkdtempSync(join(tmpdir(), 'kabar-nightly-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const { connectionString } = database.connection
const keys = deriveKeys(config.secret)
const logged: string[] = []
const log = {
  info: (_: object, text: string) => void logged.push(text),
  error: (_: object, text: string) => void logged.push(text),
}
const at = (hour: number, minute = 0, day = 27) => new Date(2026, 10, day, hour, minute)

let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(root, 'backups-'))
  logged.length = 0
  await sql`delete from backups`.execute(database.system)
})

const settings = (more: object = {}) => ({
  ...{ dataDir: root, secret: config.secret, release: '0.1.0' },
  backups: {
    ...{ folder, passphrase: undefined, time: { hour: 2, minute: 30 }, beforeMigration: true, operator: undefined },
    objectStorage: undefined,
    keep: { days: 2, weeks: 0, months: 0 },
    ...more,
  },
})
const running = (more: object = {}) => ({
  ...{ database, connectionString, keys, log, config: settings(more) },
  ...{ startedAt: at(0, 0, 1), signal: new AbortController().signal },
})
const made = () => readdirSync(folder).sort()
const records = async () =>
  await database.system.selectFrom('backups').select(['kind', 'file', 'failure']).orderBy('started_at').execute()
/** Notifications that wait for browsers. */
const shown = async () => await database.system.selectFrom('push_messages').select(['title', 'path']).execute()

test('it is made once a night by one of several processes, and old backups are deleted', async () => {
  const other = 'kabar-2020-01-01T000000Z.tar.gz'
  const old = ['kabar-2026-11-01T193000Z-nightly.tar.gz', 'kabar-2026-11-02T193000Z-nightly.tar.gz']
  const half = 'kabar-2026-11-03T193000Z-nightly.tar.gz.partial'
  for (const name of [other, ...old, half]) writeFileSync(join(folder, name), '')
  // A restore from object storage was killed.
  const fetched = 'fetched-a1B2c3'
  mkdirSync(join(folder, fetched))
  writeFileSync(join(folder, fetched, 'kabar-2026-11-03T193000Z.tar.gz.age'), '')
  for (const left of [half, fetched]) utimesSync(join(folder, left), at(0, 0, 3), at(0, 0, 3))
  const now = at(2, 31)
  await Promise.all([backUpNightly(running(), now), backUpNightly(running(), now), backUpNightly(running(), now)])
  const name = `kabar-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z-nightly.tar.gz`
  expect(made()).toEqual([other, old[1]!, name].sort())
  expect((await verifyBackup(join(folder, name), undefined)).manifest.release).toBe('0.1.0')
  expect(logged).toEqual(['backup made and verified'])
  await backUpNightly(running(), at(23))
  expect(await records()).toEqual([{ kind: 'nightly', file: join(folder, name), failure: null }])
})

test('it is not made before its time, when turned off, or while another backup is being made', async () => {
  await backUpNightly(running(), at(2, 31, 26))
  await backUpNightly(running(), at(2, 29))
  await backUpNightly(running({ time: undefined }), at(2, 31))
  await withTurn(connectionString, { waits: false }, () => backUpNightly(running(), at(2, 31)))
  expect(await records()).toHaveLength(1)
})

test('a missed backup is made a while after the start', async () => {
  const started = { startedAt: at(9) }
  await backUpNightly({ ...running(), ...started }, at(9, 5))
  expect(made()).toEqual([])
  await backUpNightly({ ...running(), ...started }, at(9, 11))
  expect(made()).toHaveLength(1)
})

test('a failure is audited and told once a night, and the backup is tried again every hour', async () => {
  const owner = await signUp({ email: 'owner@example.com', locale: 'id' })
  await owner.call(push.save, { body: pushBrowser('https://push.example/owner').subscription })
  await sql`delete from mails`.execute(database.system)
  const blocked = join(folder, 'a-file')
  writeFileSync(blocked, '')
  const failing = running({ folder: join(blocked, 'below') })
  await backUpNightly(failing, at(2, 31))
  await backUpNightly(failing, at(3))
  expect(await records()).toHaveLength(1)
  await backUpNightly(failing, at(4))
  expect(await records()).toEqual(
    Array(2).fill({ kind: 'nightly', file: null, failure: expect.stringMatching(/a-file/) }),
  )
  expect(logged).toEqual(Array(2).fill('backup failed, retrying in an hour'))
  const { rows } = await sql<{ id: string; organization_id: string; encrypted: Buffer }>`
    select id, organization_id, encrypted from mails`.execute(database.system)
  const letters = rows.map((row) =>
    JSON.parse(unseal(keys('mail'), `${row.organization_id}|${row.id}`, row.encrypted).toString()),
  )
  expect(letters).toMatchObject([{ to: { address: 'owner@example.com' }, subject: 'Pencadangan Kabar gagal' }])
  expect(await shown()).toEqual([{ title: 'Pencadangan Kabar gagal', path: '/account#status' }])
  const audited = await sql`select from audit_events where action = 'backup_failed'`.execute(database.system)
  expect(audited.rows).toHaveLength(1)
  await backUpNightly(running({ operator: 'it@example.com' }), at(5, 1))
  expect(made().filter((name) => name.endsWith('.tar.gz'))).toHaveLength(1)
})

test('an operator who is a member of any organization is told in their browsers as well', async () => {
  const operator = await signUp({ email: 'it@example.com' })
  await operator.call(push.save, { body: pushBrowser('https://push.example/it').subscription })
  await sql`delete from push_messages`.execute(database.system)
  const blocked = join(folder, 'a-file')
  writeFileSync(blocked, '')
  await backUpNightly(running({ folder: join(blocked, 'below'), operator: 'IT@example.com' }), at(2, 31))
  expect(await shown()).toEqual([{ title: 'The backup of Kabar failed', path: '/account#status' }])
})

test('a stop aborts it and leaves no file or record', async () => {
  const stopping = new AbortController()
  const stopped = backUpNightly({ ...running(), signal: stopping.signal }, at(2, 31))
  stopping.abort()
  await stopped
  expect(made().filter((name) => !name.endsWith('.partial'))).toEqual([])
  expect(await records()).toEqual([])
})

test('before an upgrade the first of several processes makes a backup, from which the old data can be restored', async () => {
  const all = join(import.meta.dirname, '../db/migrations')
  const before = join(folder, 'migrations')
  mkdirSync(before)
  const first = readdirSync(all).sort().slice(0, 18)
  for (const name of first) writeFileSync(join(before, name), readFileSync(join(all, name)))
  const url = await ownedDatabase()
  await migrate(url, before, { around: backedUp(url, settings(), () => {}) })
  await insertOrganization(url)
  // No migration is pending, so no backup is made.
  await migrate(url, before, { around: backedUp(url, settings(), () => {}) })
  expect(made()).toEqual(['migrations'])

  const lines: string[] = []
  const upgrade = () => migrate(url, all, { around: backedUp(url, settings(), (line) => lines.push(line)) })
  await Promise.all([upgrade(), upgrade()])
  const [name, ...others] = made().filter((file) => file !== 'migrations')
  expect([name, others]).toEqual([expect.stringMatching(/-before-upgrade\.tar\.gz$/), []])
  expect(lines).toEqual([`making a backup before the upgrade: ${join(folder, name!)}`])

  const target = await ownedDatabase()
  const restoring = { connectionString: target, dataDir: root, migrations: all, passphrase: undefined, replaces: false }
  const backup = await readForRestore(join(folder, name!), restoring)
  expect(backup.manifest.migrations).toHaveLength(18)
  await restoreBackup(join(folder, name!), backup, config.secret, restoring)
  const client = new pg.Client({ connectionString: target, options: '-c app.scope=system' })
  await client.connect()
  const { rows } = await client.query('select name, restored_from is not null as is_held from organizations')
  await client.end()
  expect(rows).toEqual([{ name: 'Bintang', is_held: true }])
  // Last: its backups replace that one if they are made within the same second.
  await expectUpgradesKept(url)
})

/** Three backups before upgrades are kept; in a copy that is not released, all are. */
async function expectUpgradesKept(url: string) {
  for (const day of [1, 2, 3, 4, 5])
    writeFileSync(join(folder, `kabar-2025-01-0${day}T000000Z-before-upgrade.tar.gz`), '')
  const upgrades = () => made().filter((file) => file.includes('before-upgrade')).length
  const upgrade = () =>
    backedUp(url, settings(), () => {})!(
      async () => true,
      async () => {},
    )
  const restored = (from: Date | null) => async (client: pg.Client) =>
    await client.query('update organizations set restored_from = $1', [from])
  await asOwner(url, restored(new Date()))
  const before = upgrades()
  await upgrade()
  expect(upgrades()).toBeGreaterThanOrEqual(before)
  await asOwner(url, restored(null))
  await upgrade()
  expect(upgrades()).toBe(3)
}

async function asOwner(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url, options: '-c app.scope=system' })
  await client.connect()
  await work(client).finally(() => client.end())
}

test('an upgrade that fails at every start leaves one backup, and none of another upgrade is deleted', async () => {
  const all = join(import.meta.dirname, '../db/migrations')
  const [before, broken, mended] = ['before', 'broken', 'mended'].map((name) => join(root, name))
  for (const place of [before!, broken!, mended!]) cpSync(all, place, { recursive: true })
  writeFileSync(join(broken!, '9999_broken.sql'), 'select 1 / 0')
  writeFileSync(join(mended!, '9999_broken.sql'), 'select 1')
  const url = await ownedDatabase()
  await migrate(url, before!)
  await insertOrganization(url)
  const older = 'kabar-2025-01-01T000000Z-before-upgrade.tar.gz'
  writeFileSync(join(folder, older), '')
  const start = (from: string, minute: number) =>
    migrate(url, from, {
      around: backedUp(
        url,
        settings(),
        () => {},
        () => at(9, minute),
      ),
    })
  for (const minute of [1, 2, 3]) await expect(start(broken!, minute)).rejects.toThrow(/9999_broken failed/)
  const name = backupName(at(9, 3), { passphrase: undefined }, 'before-upgrade')
  expect(made()).toEqual([older, name])
  expect((await verifyBackup(join(folder, name), undefined)).summary.tables.organizations).toMatchObject({ rows: 1 })
  // A copy of the original may have its folder, so nothing but its own attempts is deleted.
  const hold = async (client: pg.Client) => await client.query('update organizations set restored_from = now()')
  await asOwner(url, hold)
  await expect(start(broken!, 4)).rejects.toThrow(/9999_broken failed/)
  expect(made()).toEqual([older, backupName(at(9, 4), { passphrase: undefined }, 'before-upgrade')])
  await start(mended!, 5)
  expect(made()).toHaveLength(2)
  // The next upgrade is another one.
  writeFileSync(join(mended!, '9999_second.sql'), 'select 1')
  await start(mended!, 6)
  expect(made()).toHaveLength(3)
})

test('if the backup fails, the upgrade does not begin', async () => {
  const run = () => Promise.reject(new Error('migrated'))
  const blocked = join(folder, 'a-file')
  writeFileSync(blocked, '')
  const failing = backedUp(connectionString, settings({ folder: join(blocked, 'below') }), () => {})!
  await expect(failing(async () => true, run)).rejects.toThrow(/^the backup before the upgrade failed, and nothing was/)
  const off = backedUp(connectionString, settings({ beforeMigration: false, folder: blocked }), () => {})!
  await expect(off(async () => true, run)).rejects.toThrow('migrated')
})

async function insertOrganization(url: string) {
  const client = new pg.Client({ connectionString: url, options: '-c app.scope=system' })
  await client.connect()
  await client.query(
    `insert into organizations (name, country, time_zone, base_currency) values ('Bintang', 'ID', 'Asia/Jakarta', 'IDR')`,
  )
  await client.end()
}

// Backups copied to object storage: encrypted, pruned there, restored from there, and a failure is told.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { restore } from '../../cli/backups.ts'
import { readSettings, type Settings } from '../../config.ts'
import { deriveKeys } from '../../keys.ts'
import { testApp } from '../../test/app.ts'
import { ownedDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { backUpNightly } from './nightly.ts'
import { openObjectStorage } from './object-storage.ts'
import { startS3StandIn } from './s3-stand-in.ts'

const { database, config, signUp } = await testApp()
const { connectionString } = database.connection
const root = mkdtempSync(join(tmpdir(), 'kabar-storage-'))
const storage = await startS3StandIn('key')
afterAll(async () => {
  await storage.stop()
  rmSync(root, { recursive: true, force: true })
})

const settingsWith = (more: Record<string, string> = {}): Settings =>
  readSettings({
    ...{ DATA_DIR: join(root, 'data'), BACKUP_DIR: mkdtempSync(join(root, 'backups-')), BACKUP_KEEP_DAYS: '2' },
    ...{ BACKUP_KEEP_WEEKS: '0', BACKUP_KEEP_MONTHS: '0', BACKUP_PASSPHRASE: 'a long enough passphrase' },
    ...{ BACKUP_S3: `${storage.url}/bucket/kabar`, BACKUP_S3_KEY_ID: 'key', BACKUP_S3_SECRET: 'secret', ...more },
  })

const logged: string[] = []
const log = { info: () => {}, error: (_: object, text: string) => void logged.push(text) }
const night = (settings: Settings, { hour = 2, signal = new AbortController().signal } = {}) =>
  backUpNightly(
    {
      ...{ database, connectionString, keys: deriveKeys(config.secret), log, signal },
      ...{ config: { ...settings, secret: config.secret }, startedAt: new Date(2026, 10, 1) },
    },
    new Date(2026, 10, 27, hour, 31),
  )
const filesIn = ({ backups }: Settings) => readdirSync(backups.folder).filter((name) => !name.endsWith('.partial'))
const failures = async () => await database.system.selectFrom('backups').select(['file', 'failure']).execute()
const old = (day: number) => `bucket/kabar/kabar-2026-11-0${day}T193000Z-nightly.tar.gz.age`

beforeEach(async () => {
  storage.objects.clear()
  Object.assign(storage.faults, { forbidsDeleting: false, isSilent: false })
  logged.length = 0
  await sql`delete from backups`.execute(database.system)
})

test('a nightly backup is copied, and old ones are deleted there, not other files', async () => {
  for (const name of [old(1), old(2), 'bucket/kabar/letter.txt', 'bucket/kabar-2026-11-01T193000Z-nightly.tar.gz.age'])
    storage.objects.set(name, Buffer.from('x'))
  const settings = settingsWith()
  await night(settings)
  const [name] = readdirSync(settings.backups.folder)
  expect([...storage.objects.keys()].sort()).toEqual(
    [
      'bucket/kabar-2026-11-01T193000Z-nightly.tar.gz.age',
      old(2),
      `bucket/kabar/${name}`,
      'bucket/kabar/letter.txt',
    ].sort(),
  )
  expect(storage.objects.get(`bucket/kabar/${name}`)!.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  expect(await failures()).toEqual([{ file: join(settings.backups.folder, name!), failure: null }])
})

test('if copying fails, the backup has failed, and its message says where the file is', async () => {
  const settings = settingsWith({ BACKUP_S3_KEY_ID: 'wrong' })
  await night(settings)
  const [{ file, failure } = { file: '', failure: '' }] = await failures()
  const [name] = filesIn(settings)
  expect([file, failure]).toEqual([
    null,
    expect.stringMatching(
      /^Copying the backup to 127\.0\.0\.1:\d+\/bucket failed: Unknown access key \(HTTP status 403\)\. The /,
    ),
  ])
  expect(failure).toContain(`The backup itself is complete, in ${join(settings.backups.folder, name!)}`)
})

test.each([
  [404, '<html><body>Not found</body></html>'],
  [404, ''],
  [405, ''],
  [302, ''],
  [200, '<!doctype html><title>Welcome</title>'],
])('a web server that answers %s "%s" is told from object storage', async (status, body) => {
  const web = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(status).end(body))
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const at = `127.0.0.1:${(web.address() as AddressInfo).port}`
  const its = openObjectStorage({ url: `http://${at}/bucket/kabar`, keyId: 'key', secret: 'secret', region: undefined })
  const reason = `the answer (HTTP status ${status}) is not one of S3. Is BACKUP_S3 the address of an S3 server?`
  await expect(its.list()).rejects.toThrow(`Listing the backups in ${at}/bucket failed: ${reason}`)
  const file = join(root, 'one')
  writeFileSync(file, 'x')
  await expect(its.put(file)).rejects.toThrow(
    `Copying the backup to ${at}/bucket failed: ${reason} The backup itself is complete, in ${file}`,
  )
  web.closeAllConnections()
  web.close()
})

test('while copying fails every hour, only the latest backup of the day stays on the disk', async () => {
  const settings = settingsWith({ BACKUP_S3_KEY_ID: 'wrong' })
  for (const hour of [2, 4, 6]) await night(settings, { hour })
  expect(await failures()).toHaveLength(3)
  expect(filesIn(settings)).toEqual([expect.stringContaining(new Date(2026, 10, 27, 6, 31).toISOString().slice(0, 13))])
})

test('if old backups cannot be deleted there, the backup has not failed', async () => {
  for (const day of [1, 2]) storage.objects.set(old(day), Buffer.from('x'))
  storage.faults.forbidsDeleting = true
  const settings = settingsWith()
  await night(settings)
  expect(await failures()).toEqual([{ file: expect.any(String), failure: null }])
  expect(logged).toEqual(['deleting old backups failed'])
})

test('a stop does not wait for a storage that is silent', async () => {
  storage.faults.isSilent = true
  const stopping = new AbortController()
  const settings = settingsWith()
  const running = night(settings, { signal: stopping.signal })
  await until(
    'the copying',
    async () => filesIn(settings),
    (files) => files.length > 0,
  )
  stopping.abort()
  await running
  expect(await failures()).toEqual([])
})

test('a restored copy neither copies its backups beside those of the original nor deletes any, until its release', async () => {
  await signUp({ email: 'copy@example.com' })
  const held = (from: Date | null) => sql`update organizations set restored_from = ${from}`.execute(database.system)
  for (const day of [1, 2, 3]) storage.objects.set(old(day), Buffer.from('x'))
  const settings = settingsWith()
  const originals = 'kabar-2026-11-01T193000Z-nightly.tar.gz.age'
  writeFileSync(join(settings.backups.folder, originals), '')
  const before = [...storage.objects.keys()]
  await held(new Date())
  await night(settings)
  expect([...storage.objects.keys()]).toEqual(before)
  expect(filesIn(settings)).toEqual([originals, expect.stringContaining('2026-11-2')])
  await held(null)
  await sql`delete from backups`.execute(database.system)
  await night(settings, { hour: 3 })
  expect(storage.objects.size).toBe(2)
})

test('the latest is restored on a machine that has only the settings', async () => {
  await signUp({ email: 'owner@example.com' })
  await night(settingsWith())
  storage.objects.set('bucket/kabar/kabar-2020-01-01T000000Z-nightly.tar.gz.age', Buffer.from('older'))
  // Not ours, and its name leads out of the folder.
  storage.objects.set('bucket/kabar/kabar-z/../../../evil.tar.gz.age', Buffer.from('evil'))
  storage.objects.set('bucket/kabar/kabar-old.tar.gz.age', Buffer.from('renamed'))
  const settings = settingsWith({ DATA_DIR: join(root, 'new') })
  const target = await ownedDatabase()
  const reach = async () => ({ connectionString: target, leave: async () => {} })
  const wish = { replaces: false, without_secret: false }
  expect(await restore({ ...wish, file: 's3:latest' }, settings, undefined, reach)).toMatch(
    /^Restored the backup of 20/,
  )
  expect(readFileSync(join(settings.dataDir, 'secret'))).toEqual(config.secret)
  expect(readdirSync(settings.backups.folder)).toEqual([])
  await expect(restore({ ...wish, file: 's3:kabar.tar.gz' }, settings, undefined, reach)).rejects.toThrow(
    `There is no kabar.tar.gz in ${storage.url}/bucket/kabar.`,
  )
  // Whoever may write there, but does not know the passphrase, could otherwise bring in a database and a secret.
  storage.objects.set('bucket/kabar/kabar-2099-01-01T000000Z.tar.gz.age', Buffer.from('not encrypted, but long enough'))
  await expect(restore({ ...wish, file: 's3:latest' }, settings, undefined, reach)).rejects.toThrow('is not encrypted')
})

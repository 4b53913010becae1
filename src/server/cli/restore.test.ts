// Secrets on the command line: which one opens a restored copy, that of the folder, of APP_SECRET or of the backup.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { lockDataDir } from '../platform/db/embedded/lock.ts'
import { migrate } from '../platform/db/migrate.ts'
import { testApp } from '../test/app.ts'
import { commandLine } from '../test/command-line.ts'
import { ownedDatabase } from '../test/database.ts'

const { database, signUp } = await testApp()
const kabar = await commandLine()
const migrations = join(import.meta.dirname, '../platform/db/migrations')
const root = mkdtempSync(join(tmpdir(), 'kabar-restore-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const folderWith = (secret?: string) => {
  const folder = mkdtempSync(join(root, 'data-'))
  if (secret) writeFileSync(join(folder, 'secret'), secret, { mode: 0o600 })
  return folder
}
const secretIn = (folder: string, name = 'secret') => readFileSync(join(folder, name), 'utf8')
const secretsIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('secret'))

const [original, other] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
const its = { DATABASE_URL: database.connection.connectionString, DATA_DIR: folderWith(original) }
const passphrase = { BACKUP_PASSPHRASE: 'a long enough passphrase' }
const [file, bare] = [join(root, 'one.age'), join(root, 'one.tar.gz')]
await signUp()
expect(await kabar(`backup --to ${file}`, { ...its, ...passphrase })).toMatchObject({ code: 0 })
expect(await kabar(`backup --to ${bare}`, its)).toMatchObject({ code: 0 })

test('without APP_SECRET the secret of the backup replaces another one, which stays beside it', async () => {
  const copy = { DATABASE_URL: await ownedDatabase(), DATA_DIR: folderWith(other), ...passphrase }
  const { code, out } = await kabar(`restore ${file}`, copy)
  expect([code, secretIn(copy.DATA_DIR)]).toEqual([0, original])
  const [now, former, ...more] = secretsIn(copy.DATA_DIR)
  expect([now, more]).toEqual(['secret', []])
  expect(former).toMatch(/^secret\.former-\d{4}-\d\d-\d\dT\d{6}Z$/)
  expect(secretIn(copy.DATA_DIR, former)).toBe(other)
  expect(out).toContain(`The secret of the backup is in ${join(copy.DATA_DIR, 'secret')} now`)
  expect(out).toContain(join(copy.DATA_DIR, former!))
  for (const name of [now!, former!]) expect(statSync(join(copy.DATA_DIR, name)).mode & 0o077).toBe(0)
  // Again: the secret fits now, so it stays, and so does the former one.
  expect(await kabar(`restore ${file} --replace`, copy)).toMatchObject({ code: 0 })
  expect(secretsIn(copy.DATA_DIR)).toEqual(['secret', former])
})

test('with another APP_SECRET the secret of the backup is written to a file, and Kabar must get it', async () => {
  const copy = { DATABASE_URL: await ownedDatabase(), DATA_DIR: folderWith(), ...passphrase }
  const { code, out } = await kabar(`restore ${file}`, { ...copy, APP_SECRET: other })
  const kept = join(copy.DATA_DIR, 'secret.restored')
  expect([code, secretsIn(copy.DATA_DIR), readFileSync(kept, 'utf8')]).toEqual([0, ['secret.restored'], original])
  expect(statSync(kept).mode & 0o077).toBe(0)
  expect(out).toContain(`Before you start Kabar, set APP_SECRET on every machine to the content of ${kept}`)
  expect(await kabar('doctor --json', { ...copy, APP_SECRET: original })).toMatchObject({
    out: expect.stringMatching(/the secret decrypts them|no phone has been linked/),
  })
})

test('a refused or failed restore changes no secret', async () => {
  const url = await ownedDatabase()
  const client = new pg.Client(url)
  await client.connect()
  await client.query('create table theirs ()')
  await client.end()
  for (const [folder, before] of [
    [folderWith(), []],
    [folderWith(other), ['secret']],
  ] as const) {
    const copy = { DATABASE_URL: url, DATA_DIR: folder, ...passphrase }
    const refused = { code: 1, err: expect.stringMatching(/^The database is not empty/) }
    expect(await kabar(`restore ${file}`, copy)).toMatchObject(refused)
    expect(secretsIn(folder)).toEqual(before)
  }
})

test('a restore that is interrupted at its end leaves the former secret, and can be repeated', async () => {
  const copy = { DATABASE_URL: await ownedDatabase(), DATA_DIR: folderWith(other), ...passphrase }
  const obstacle = join(copy.DATA_DIR, 'secret.restored')
  mkdirSync(obstacle)
  expect(await kabar(`restore ${file}`, copy)).toMatchObject({ code: 1, out: '' })
  expect(secretIn(copy.DATA_DIR)).toBe(other)
  await expect(migrate(copy.DATABASE_URL, migrations)).rejects.toThrow('a restore into this database was interrupted')
  rmSync(obstacle, { recursive: true })
  expect(await kabar(`restore ${file}`, copy)).toMatchObject({ code: 0 })
  expect(secretIn(copy.DATA_DIR)).toBe(original)
})

test('a backup without its secret needs it in the folder or in APP_SECRET', async () => {
  const copy = { DATABASE_URL: await ownedDatabase(), DATA_DIR: folderWith(other) }
  expect(await kabar(`restore ${bare}`, copy)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/secret\.former-/),
  })
  expect(await kabar(`restore ${bare} --without-secret`, copy)).toMatchObject({ code: 0 })
  expect([secretIn(copy.DATA_DIR), secretsIn(copy.DATA_DIR)]).toEqual([other, ['secret']])
  expect(await kabar(`restore ${bare} --replace`, { ...copy, APP_SECRET: original })).toMatchObject({ code: 0 })
})

test('a new secret is refused while another Kabar has the data folder', async () => {
  const dataDir = folderWith(original)
  const lock = await lockDataDir(dataDir)
  const { code, err } = await kabar('rotate-secret', { DATA_DIR: dataDir })
  await lock.release()
  expect([code, err]).toEqual([1, expect.stringMatching(/^Kabar is running\. Stop Kabar first/)])
  expect(err).not.toContain('DATA_DIR')
})

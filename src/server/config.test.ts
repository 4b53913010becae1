// Settings and data folder: reading settings writes nothing; secret and id are created once and private; errors take one line.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fastify } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig, readSettings } from './config.ts'
import { programOf } from './test/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'kabar-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const program = await programOf('src/server/main.ts')
const file = join(folder, 'a-file')
writeFileSync(file, '')
// A file, a path below a file, and a folder in which even root cannot create anything.
const wrong = [file, join(file, 'below'), '/proc/kabar']

test('reading the settings creates nothing', () => {
  const dataDir = join(folder, 'untouched')
  expect(readSettings({ DATA_DIR: dataDir }).dataDir).toBe(dataDir)
  expect(existsSync(dataDir)).toBe(false)
})

test('the first start creates the secret and the installation’s id, readable by this user only, and later ones keep them', () => {
  const dataDir = join(folder, 'made', 'here')
  const first = readConfig({ DATA_DIR: dataDir })
  expect(readConfig({ DATA_DIR: dataDir })).toEqual(first)
  expect(readdirSync(dataDir).sort()).toEqual(['instance', 'secret'])
  expect(statSync(dataDir).mode & 0o077).toBe(0)
  for (const name of ['instance', 'secret']) expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0)
  writeFileSync(join(dataDir, 'secret'), 'half')
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(
    /^DATA_DIR must be an intact data folder: .*secret is damaged$/,
  )
})

test('of two first starts, none reads what the other has only begun to write', async () => {
  const folders = Array.from({ length: 100 }, (_, n) => join(folder, 'twice', String(n)))
  const reader = new Worker(
    `const { existsSync, readFileSync } = require('node:fs')
     const { parentPort, workerData } = require('node:worker_threads')
     parentPort.postMessage('ready')
     for (const dataDir of workerData)
       for (const name of ['secret', 'instance']) {
         while (!existsSync(dataDir + '/' + name));
         parentPort.postMessage(readFileSync(dataDir + '/' + name, 'utf8').trim().length)
       }`,
    { eval: true, workerData: folders },
  )
  const read: unknown[] = []
  reader.on('message', (length) => read.push(length))
  await once(reader, 'message')
  for (const dataDir of folders) readConfig({ DATA_DIR: dataDir })
  await once(reader, 'exit')
  expect(read).toHaveLength(201)
  expect(read.filter((length) => typeof length === 'number' && length < 32)).toEqual([])
})

test.each(wrong)('the error of an invalid data folder, %s, names it', (dataDir) => {
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(ConfigError)
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(/^DATA_DIR must be a writable folder: .+$/)
})

test('a start with an invalid data folder fails with one line', async () => {
  const ends = wrong.map((dataDir) => {
    const env = { ...process.env, DATABASE_URL: '', PORT: '0', DATA_DIR: dataDir }
    return new Promise<{ code: unknown; err: string }>((resolve) => {
      execFile(process.execPath, [program], { env }, (error, _, err) => resolve({ code: error?.code, err: err.trim() }))
    })
  })
  for (const end of await Promise.all(ends))
    expect(end).toEqual({ code: 1, err: expect.stringMatching(/^Kabar cannot start: .*\bDATA_DIR\b.*$/) })
})

test.each([
  ['APP_SECRET', 'changeme'],
  ['APP_SECRET', 'x'.repeat(31)],
  ['APP_SECRET', ' '.repeat(32)],
  ['APP_SECRET', 'a'.repeat(64)],
  ['APP_SECRET', 'changeme'.repeat(4)],
  ['APP_SECRET', `${'secret'.repeat(6)}sec`],
  ['APP_SECRET', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['APP_SECRET', '0123456789abcdef0123456789abcdef'],
  ['APP_SECRET', 'please-change-me-32-characters-long!'],
  ['APP_SECRET', 'your-super-secret-key-goes-in-here-1'],
  ['APP_SECRET', `short${' '.repeat(40)}`],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://x'],
  ['DATABASE_POOLER_URL', 'mysql://x'],
  ['PUBLIC_URL', 'kabar.example'],
  ['BACKUP_PASSPHRASE', 'short'],
  ['BACKUP_S3', 'my-bucket'],
  ['BACKUP_S3', 'https://s3.example.com'],
  ['BACKUP_TIME', '24:00'],
  ['BACKUP_KEEP_DAYS', 'all'],
  ['OPERATOR_EMAIL', 'nobody'],
  ['REGISTRATION', 'maybe'],
  ['TEST_TIMINGS', 'lease=soon'],
  ['TEST_TIMINGS', 'patience=4'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '127.0.0.1,proxy.example'],
  ['TRUST_PROXY', '10.0.0.0/33'],
])('%s=%s is rejected, and nothing is created', (name, value) => {
  const dataDir = join(folder, 'never')
  expect(() => readConfig({ DATA_DIR: dataDir, [name]: value })).toThrow(new RegExp(`^${name} must .+$`))
  expect(existsSync(dataDir)).toBe(false)
})

test('a pooler alone is rejected: migrations and workers do without it', () => {
  const alone = { DATABASE_POOLER_URL: 'postgres://pooler/kabar' }
  expect(() => readSettings(alone)).toThrow(/^DATABASE_URL must be set/)
  const both = { ...alone, DATABASE_URL: 'postgres://server/kabar' }
  expect(readSettings(both)).toMatchObject({ databaseUrl: both.DATABASE_URL, poolerUrl: alone.DATABASE_POOLER_URL })
})

test('timeouts have their defaults, or the values of a test', () => {
  expect(readSettings({}).timings).toEqual({})
  const { timings } = readSettings({ TEST_TIMINGS: 'lease=4,evidence=2,acknowledgement=15,read=1' })
  expect(timings).toEqual({ leaseSeconds: 4, evidenceMs: 2_000, acknowledgementMs: 15_000, readMs: 1_000 })
})

test('backups are made every night, unless they are off', () => {
  const { backups } = readSettings({ DATA_DIR: folder })
  expect(backups).toEqual({
    ...{ folder: join(folder, 'backups'), passphrase: undefined, operator: undefined },
    ...{
      objectStorage: undefined,
      time: { hour: 2, minute: 30 },
      keep: { days: 7, weeks: 4, months: 6 },
      beforeMigration: true,
    },
  })
  expect(readSettings({ BACKUP_TIME: 'off', BACKUP_DIR: '/mnt' }).backups).toMatchObject({
    folder: '/mnt',
    time: undefined,
  })
})

test('backups go to object storage only encrypted, and with an access key', () => {
  const url = 'https://s3.example.com/bucket'
  const given = { BACKUP_S3: url, BACKUP_S3_KEY_ID: 'id', BACKUP_S3_SECRET: 'secret' }
  expect(() => readSettings({ ...given, BACKUP_S3_SECRET: '' })).toThrow(
    /^BACKUP_S3_KEY_ID and BACKUP_S3_SECRET must be/,
  )
  expect(() => readSettings(given)).toThrow(/^BACKUP_PASSPHRASE must be set if BACKUP_S3 is/)
  expect(readSettings({ ...given, BACKUP_PASSPHRASE: 'a long enough one' }).backups.objectStorage).toEqual({
    ...{ url, keyId: 'id', secret: 'secret', region: undefined },
  })
})

test('proxies are addresses, networks and names of private networks', () => {
  const given = '127.0.0.1, 10.0.0.0/8,::1,fc00::/7, loopback'
  const { trustProxy } = readSettings({ TRUST_PROXY: given })
  expect(trustProxy).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fc00::/7', 'loopback'])
  // Fastify must accept the same values.
  expect(() => fastify({ trustProxy })).not.toThrow()
  expect(readSettings({ TRUST_PROXY: '' }).trustProxy).toBe(false)
})

test('generated secrets are accepted', () => {
  const made = Array.from({ length: 500 }, () => [
    randomBytes(16).toString('hex'),
    randomBytes(32).toString('hex'),
    randomBytes(24).toString('base64'),
    Array.from(randomBytes(32), (byte) => byte % 10).join(''),
  ]).flat()
  expect(made.filter((secret) => readSettings({ APP_SECRET: secret }).appSecret !== secret)).toEqual([])
})

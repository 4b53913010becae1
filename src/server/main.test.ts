// The process: which faults it survives, and which start it refuses.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { holdSecretLock, type SecretLock } from './platform/db/same-secret.ts'
import { cloneTemplate, ownedDatabase } from './test/database.ts'
import { kabarProcess, programOf } from './test/process.ts'
import { until } from './test/until.ts'

/** On SIGWINCH a promise without a handler is rejected, somewhere below `folder`. */
const failing = (folder: string) => {
  const code = `process.on('SIGWINCH', () => {
    const error = new Error('planted')
    error.stack = 'Error: planted\\n    at async handler (file://${folder}/index.js:1:1)'
    Promise.reject(error)
  })`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`, LOG_LEVEL: 'warn' }
}

const [connection, another] = [await cloneTemplate(), await cloneTemplate()]
const database = { DATABASE_URL: connection.connectionString, APP_SECRET: randomBytes(32).toString('base64') }
const baileys = await kabarProcess({ ...database, ...failing('/kabar/node_modules/baileys/lib/Socket') })
const stranger = await kabarProcess({ ...database, APP_SECRET: randomBytes(32).toString('base64') })
const suspended = await kabarProcess(database)
const own = await kabarProcess({ ...database, ...failing('/kabar/src/server/messaging/engine') })

const rightSecret = randomBytes(32).toString('base64')
const phones = { DATABASE_URL: another.connectionString, APP_SECRET: rightSecret }
const withPhones = await kabarProcess(phones)

/** Starts Kabar, which is expected to refuse. */
async function endOf(environment: Record<string, string>): Promise<{ code: unknown; err: string }> {
  const program = await programOf('src/server/main.ts')
  const env = { ...process.env, PORT: '0', ...environment }
  return await new Promise((resolve) => {
    execFile(process.execPath, [program], { env }, (error, _, err) => resolve({ code: error?.code, err: err.trim() }))
  })
}

test('an unhandled rejection inside Baileys is logged, and does not end the process', async () => {
  await baileys.start()
  baileys.signal('SIGWINCH')
  await until('the warning', () => baileys.printed().includes('unhandled Baileys rejection'))
  expect(await baileys.status('/health/live')).toBe(200)
  expect(baileys.exitCode()).toBeNull()
  // A process with another secret would reject everybody's sessions.
  await expect(stranger.start()).rejects.toThrow('exited with 1')
})

test('an unhandled rejection of our own ends the process, for a supervisor to restart it', async () => {
  await own.start()
  own.signal('SIGWINCH')
  expect(await until('the end', own.exitCode, (code) => code !== null)).toBe(1)
  await until('the log', () => own.printed().includes('uncaught exception, stopping'))
})

test('a process whose secret does not decrypt the keys of the phones does not start', async () => {
  await withPhones.start()
  await withPhones.register()
  const id = await withPhones.connect()
  await withPhones.stop()
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-former-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const next = join(dataDir, 'secret.next')
  writeFileSync(next, rightSecret)
  expect(await endOf({ ...phones, APP_SECRET: randomBytes(32).toString('base64'), DATA_DIR: dataDir })).toEqual({
    code: 1,
    err:
      'Kabar cannot start: APP_SECRET is not the secret that encrypted the keys of the phones. ' +
      `Set APP_SECRET on every machine to the content of ${next}, then delete that file.`,
  })
  await withPhones.start()
  const status = async () => (await withPhones.get<{ status: string }>(`/v1/whatsapp/sessions/${id}`)).status
  await until('the phone', status, (now) => now === 'working')
  await withPhones.stop()
})

test('a process whose data folder another one has taken stops', async () => {
  await suspended.start()
  writeFileSync(join(suspended.dataDir, 'lock', '2'), '{}')
  expect(await until('the end', suspended.exitCode, (code) => code !== null)).toBe(1)
})

test('a process with another secret does not start beside one that runs', async () => {
  const { connectionString } = await cloneTemplate()
  const [first, second] = [randomBytes(32), randomBytes(32)].map((secret) => secret.toString('hex'))
  const locks: SecretLock[] = []
  const hold = async (check: string) => {
    const lock = await holdSecretLock(connectionString, check)
    locks.push(lock)
    return lock.isShared
  }
  onTestFinished(async () => void (await Promise.all(locks.map((lock) => lock.release()))))
  expect([await hold(first!), await hold(first!), await hold(second!)]).toEqual([true, true, false])
  await Promise.all(locks.splice(0).map((lock) => lock.release()))
  const alone = async () => {
    const isShared = await hold(second!)
    if (!isShared) await locks.pop()!.release()
    return isShared
  }
  // PostgreSQL ends a connection a moment after its client.
  expect(await until('the end of the others', alone)).toBe(true)
})

test('a port that is in use is refused in one line that names its variable', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-port-'))
  const taken = createServer().listen(0, '127.0.0.1')
  afterAll(() => {
    taken.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await once(taken, 'listening')
  const port = String((taken.address() as AddressInfo).port)
  const startWith = (own: Record<string, string>) => endOf({ ...database, DATA_DIR: dataDir, ...own })
  const refusal = (name: string) => ({
    code: 1,
    err: `Kabar cannot start: ${name} is in use by another program. Stop it, or choose another ${name}.`,
  })
  expect(await startWith({ PORT: '0', METRICS_PORT: port })).toEqual(refusal('METRICS_PORT'))
  expect(await startWith({ PORT: port })).toEqual(refusal('PORT'))
})

test('a data folder into which a restore was begun is refused in one line', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-restoring-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  writeFileSync(join(dataDir, 'restoring'), '')
  const { code, err } = await endOf({ DATABASE_URL: '', DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(err).toContain(`Kabar cannot start: a restore into ${dataDir} was interrupted. Run it again`)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})

test('a database from before the first release is refused in one line, and not changed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-old-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const url = await ownedDatabase()
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`)
    await client.query(`insert into kysely_migration values ('0001_core', '2026-01-01T00:00:00.000Z')`)
    expect(await endOf({ DATABASE_URL: url, DATA_DIR: dataDir })).toEqual({
      code: 1,
      err: expect.stringMatching(/^Kabar cannot start: .*Export everything.*$/),
    })
    const { rows } = await client.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    expect(rows).toEqual([{ relname: 'kysely_migration' }])
  } finally {
    await client.end()
  }
})

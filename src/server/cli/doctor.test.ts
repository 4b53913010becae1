// The doctor's checks, each with a healthy and an unhealthy installation.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { waSessions } from '../../contract/wa-sessions.ts'
import { readSettings } from '../config.ts'
import { deriveKeys, seal } from '../keys.ts'
import { inTenant, openDatabase } from '../platform/db/index.ts'
import { testApp } from '../test/app.ts'
import { mailServer } from '../test/mail-server.ts'
import { examine, type Finding, report } from './doctor.ts'

const { database, signUp } = await testApp()
const folder = mkdtempSync(join(tmpdir(), 'kabar-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, 'secret'), 'x'.repeat(64), { mode: 0o600 })
const secret = Buffer.from('x'.repeat(64))
const closed = 'ws://127.0.0.1:1/ws/chat'

/** The doctor reads the table of migrations, which the app's role may not read. */
const { connectionString } = database.connection
const administrator = openDatabase({ connectionString, role: undefined }, { poolSize: 2 })
afterAll(() => administrator.close())
const owner = administrator.system
/** Not this machine's usual address, and nothing answers there. */
const silent = 'https://127.0.0.2:1'
const healthy = { PUBLIC_URL: silent, TRUST_PROXY: '127.0.0.1', WHATSAPP_WEB_SOCKET_URL: closed }
async function look(environment: Record<string, string> = {}, more: object = {}): Promise<Record<string, Finding>> {
  const settings = readSettings({
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://kabar@db.example/kabar',
    ...healthy,
    ...environment,
  })
  const findings = await examine({ settings, secret, database: administrator, now: new Date(), ...more })
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]))
}
const statusOf = async (check: string, environment?: Record<string, string>, more?: object) =>
  (await look(environment, more))[check]?.status

test('settings, secret, address and clock', async () => {
  const found = await look()
  for (const check of ['node', 'secret', 'address', 'migrations', 'clock', 'whatsapp', 'keys of phones', 'copy'])
    expect(found[check]).toMatchObject({ check, status: 'ok' })
  // The test database runs with fsync off, because its data need not survive a crash.
  expect(found.database).toMatchObject({ status: 'fault', text: expect.stringMatching(/fsync/) })
  expect(await statusOf('secret', {}, { secret: undefined })).toBe('fault')
  expect(await statusOf('address', { PUBLIC_URL: '' })).toBe('warning')
  expect(await statusOf('address', { PUBLIC_URL: 'http://kabar.example' })).toBe('fault')
  expect(await statusOf('address', { TRUST_PROXY: '' })).toBe('warning')
  expect(await statusOf('address', { HOST: '0.0.0.0' })).toBe('warning')
  expect(await statusOf('clock', {}, { now: new Date(Date.now() + 30_000) })).toBe('warning')
  expect(await statusOf('clock', {}, { now: new Date(Date.now() - 300_000) })).toBe('fault')
  chmodSync(join(folder, 'secret'), 0o644)
  expect((await look()).secret).toMatchObject({ status: 'fault', advice: `chmod 600 ${join(folder, 'secret')}` })
  chmodSync(join(folder, 'secret'), 0o600)
})

test('the public address is asked, unless it is of this machine only', async () => {
  const app = createHttpServer((request, response) => {
    // Any other server, such as that of a parked domain, answers each address with a page.
    response.end(request.url === '/api/health/live' ? '{"status":"live"}' : '<!doctype html>')
  }).listen(0, '127.0.0.2')
  await once(app, 'listening')
  const { port } = app.address() as { port: number }
  expect(await statusOf('reachable', { PUBLIC_URL: `http://127.0.0.2:${port}` })).toBe('ok')
  const elsewhere = { PUBLIC_URL: `http://127.0.0.2:${port}/other` }
  expect((await look(elsewhere)).reachable).toMatchObject({
    status: 'warning',
    text: expect.stringMatching(/answers 200, but not as Kabar does$/),
  })
  app.closeAllConnections()
  await new Promise((resolve) => app.close(resolve))
  expect((await look(elsewhere)).reachable).toMatchObject({
    status: 'warning',
    text: expect.stringMatching(/^http:.* does not lead to Kabar from here: .*ECONNREFUSED/),
    advice: expect.stringContaining('hairpin NAT'),
  })
  expect(await statusOf('reachable', { PUBLIC_URL: '' })).toBeUndefined()
})

test('the mail server: none, one that answers, and one that does not', async () => {
  const { url } = await mailServer()
  const from = { MAIL_FROM: 'kabar@example.com' }
  expect(await statusOf('mail')).toBe('warning')
  expect(await statusOf('mail', { SMTP_URL: url, ...from })).toBe('ok')
  const wrong = await look({ SMTP_URL: 'smtp://ada:hidden@127.0.0.1:1', ...from })
  expect(wrong.mail).toMatchObject({ status: 'fault', text: expect.stringMatching(/^127\.0\.0\.1: .*ECONNREFUSED/) })
  expect(wrong.mail!.text).not.toContain('hidden')
})

test('a database that cannot be reached is a fault, and the other checks go on', async () => {
  const found = await look({}, { database: new Error('connection refused') })
  expect(found.database).toMatchObject({ status: 'fault', text: 'cannot be reached: connection refused' })
  expect(Object.keys(found)).toEqual(['node', 'secret', 'address', 'reachable', 'mail', 'disk', 'database'])
})

test('migrations that are pending, and those of a newer release', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999_next', '')`.execute(owner)
  expect((await look()).migrations).toMatchObject({ status: 'fault', text: 'the database is of a newer release' })
  await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(owner)
  const { rows } = await sql<{ name: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration) returning name`.execute(owner)
  expect((await look()).migrations).toMatchObject({ status: 'warning', text: '1 are pending' })
  await sql`insert into kysely_migration (name, timestamp) values (${rows[0]!.name}, '')`.execute(owner)
})

test('phones, their keys, late emails and a copy that is not released', async () => {
  const person = await signUp()
  const { id } = (await person.call(waSessions.list)).body.data[0]!
  const { rows } = await sql<{ organization_id: string }>`
    update wa_sessions set desired_status = 'running', account = '62812' where id = ${id} returning organization_id`.execute(
    database.system,
  )
  const { organization_id } = rows[0]!
  expect((await look()).whatsapp).toMatchObject({
    status: 'fault',
    text: expect.stringMatching(/^0 of 1 .*ECONNREFUSED/),
  })
  const listening = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const { port } = listening.address() as { port: number }
  const reachable = { WHATSAPP_WEB_SOCKET_URL: `ws://127.0.0.1:${port}/ws/chat` }
  expect(await statusOf('whatsapp', reachable)).toBe('warning')
  await sql`update wa_sessions set status = 'working' where id = ${id}`.execute(database.system)
  expect(await statusOf('whatsapp', reachable)).toBe('ok')
  listening.close()

  const value = seal(deriveKeys(secret)('wa-credentials'), `${organization_id}|${id}|creds`, 'x')
  await inTenant(database, { organization_id }, ({ db }) =>
    db.insertInto('wa_credentials').values({ organization_id, session_id: id, key: 'creds', value }).execute(),
  )
  expect(await statusOf('keys of phones')).toBe('ok')
  const wrong = { secret: Buffer.from('another') }
  const adviceFor = async (environment: Record<string, string>) =>
    (await look(environment, wrong))['keys of phones']?.advice
  const set = { APP_SECRET: randomBytes(32).toString('base64') }
  expect(await statusOf('keys of phones', {}, wrong)).toBe('fault')
  expect(await adviceFor({})).toMatch(/^Put the former secret back/)
  expect(await adviceFor(set)).toMatch(/^Set APP_SECRET to the secret with which Kabar ran before/)
  writeFileSync(join(folder, 'secret.next'), 'y'.repeat(64))
  expect(await adviceFor(set)).toContain(join(folder, 'secret.next'))
  expect(await adviceFor({})).toMatch(/^A change of secret was interrupted/)
  writeFileSync(join(folder, 'secret.next'), set.APP_SECRET)
  writeFileSync(join(folder, 'secret.restored'), 'z'.repeat(64))
  expect(await adviceFor(set)).toContain(join(folder, 'secret.restored'))
  rmSync(join(folder, 'secret.restored'))
  rmSync(join(folder, 'secret.next'))

  await sql`insert into mails (organization_id, encrypted, give_up_at, next_attempt_at)
    values (${organization_id}, '', now(), now() - interval '1 hour')`.execute(database.system)
  expect(await statusOf('queue of emails')).toBe('warning')
  await sql`update organizations set restored_from = now() where organization_id = ${organization_id}`.execute(
    database.system,
  )
  const all = expect.stringMatching(/^restored from .*: it sends nothing, no backup goes to object storage/)
  expect((await look()).copy).toMatchObject({ status: 'warning', text: all })
  await signUp()
  const some = expect.stringMatching(/: 1 of 2 organizations are not released and send nothing, no backup/)
  expect((await look()).copy).toMatchObject({ text: some })
})

test('the age of the last backup, and a failed backup', async () => {
  const made = join(folder, 'one')
  writeFileSync(made, '')
  const backup = (hours: number, failure: string | null = null) =>
    database.system
      .insertInto('backups')
      .values({
        ...{ kind: 'nightly', failure, file: failure ? null : made, bytes: failure ? null : 1 },
        started_at: new Date(Date.now() - hours * 3_600_000),
        finished_at: new Date(),
      })
      .execute()
  expect(await statusOf('backups')).toBe('warning')
  await backup(100)
  expect((await look()).backups).toMatchObject({ status: 'fault', text: `the last one is 4 d old: ${made}` })
  await backup(30)
  expect(await statusOf('backups')).toBe('warning')
  await backup(2)
  expect(await statusOf('backups')).toBe('ok')
  expect((await look({ BACKUP_DIR: folder })).backups?.text).toMatch(/on the disk of the data$/)
  expect(await statusOf('backups', { BACKUP_TIME: 'off' })).toBe('warning')
  rmSync(made)
  const gone = expect.stringMatching(/one, which is not on this machine$/)
  expect((await look()).backups).toMatchObject({ status: 'warning', text: gone })
  await backup(1, 'no space left')
  expect((await look()).backups).toMatchObject({ status: 'fault', text: expect.stringMatching(/: no space left$/) })
})

test('the report has a line for each check, and says what to do', () => {
  const findings: Finding[] = [
    { check: 'disk', status: 'ok', text: '78 GB free' },
    { check: 'mail', status: 'fault', text: 'refused', advice: 'Check SMTP_URL.' },
  ]
  expect(report(findings)).toBe(
    'OK       disk  78 GB free\nFAULT    mail  refused\n               → Check SMTP_URL.\n\nFaults: 1. Warnings: 0.',
  )
})

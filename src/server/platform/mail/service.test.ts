import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Config, readConfig } from '../../config.ts'
import { deriveKeys } from '../../keys.ts'
import { testDatabase } from '../../test/database.ts'
import { mailServer, readable } from '../../test/mail-server.ts'
import { until } from '../../test/until.ts'
import { inTenant } from '../db/index.ts'
import { queueMail, startMail } from './service.ts'

const database = await testDatabase()
const smtp = await mailServer()
const dataDir = await mkdtemp(join(tmpdir(), 'kabar-mail-'))
afterAll(() => rm(dataDir, { recursive: true }))
const config: Config = readConfig({ DATA_DIR: dataDir })
const bySmtp = { ...config, smtpUrl: smtp.url }
const lines: { context: Record<string, unknown>; message: string }[] = []
const line = (context: object, message: string) => void lines.push({ context: { ...context }, message })
const log = { info: line, warn: line, error: line }
const organization_id = await newOrganization()
const letter = {
  to: { name: 'Ayu “A” Lestari', address: 'ayu@example.com' },
  subject: 'Selamat pagi ☀',
  paragraphs: ['First.'],
}
const queue = (seconds?: number) =>
  inTenant(database, { organization_id }, (tenant) => queueMail(tenant, deriveKeys(config.secret), letter, seconds))
const queued = async () => {
  const { rows } = await sql<{ attempts: number; next_attempt_at: string; seconds: number }>`
    select attempts, next_attempt_at, extract(epoch from next_attempt_at - clock_timestamp())::float as seconds from mails`.execute(
    database.system,
  )
  return rows
}

beforeEach(async () => {
  await sql`delete from mails`.execute(database.system)
  Object.assign(smtp.state, { refusal: undefined, tries: 0 })
  smtp.mails.length = 0
  lines.length = 0
})

test('without a mail server an email is a private file, and the log says where', async () => {
  const worker = startMail({ database, config, log })
  await queue()
  await until('the line in the log', () => lines[0])
  await worker.stop()
  const [file] = await readdir(join(dataDir, 'outbox'))
  const path = join(dataDir, 'outbox', file!)
  expect(file).toMatch(/^[0-9a-f-]{36}\.eml$/)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(lines).toEqual([
    { context: { mail_id: file!.slice(0, -4), file: path }, message: expect.stringContaining('SMTP_URL') },
  ])
  const content = readable(await readFile(path, 'utf8'))
  expect(content).toContain('ayu@example.com')
  expect(content).toContain('Auto-Submitted: auto-generated')
  expect(content).toContain('First.')
  expect(await queued()).toEqual([])
})

test('files in the outbox are deleted after seven days', async () => {
  const outbox = join(dataDir, 'outbox')
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const [name, days] of [
    ['old.eml', 8],
    ['cut.eml.part', 8],
    ['new.eml', 6],
    ['mine.txt', 8],
  ] as const) {
    await writeFile(join(outbox, name), 'x')
    await utimes(join(outbox, name), daysAgo(days), daysAgo(days))
  }
  const worker = startMail({ database, config, log })
  const left = ['mine.txt', 'new.eml']
  await until(
    'the deletion of the old files',
    async () => !(await readdir(outbox)).some((name) => /^(old|cut)/.test(name)),
  )
  await worker.stop()
  expect((await readdir(outbox)).filter((name) => !/^[0-9a-f-]{36}/.test(name)).sort()).toEqual(left)
})

test('an email that cannot be sent is retried, and arrives once', async () => {
  smtp.state.refusal = 451
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(database.system)
  await queue()
  let worker = startMail({ database, config: bySmtp, log })
  await until('the postponement', () => lines[0])
  await worker.stop()
  const [waiting] = await queued()
  expect(waiting!.attempts).toBe(1)
  // The next attempt is 30 s after the failure, which was between the first query and the second.
  expect(Date.parse(waiting!.next_attempt_at) - Date.parse(rows[0]!.at)).toBeGreaterThanOrEqual(30_000)
  expect(waiting!.seconds).toBeLessThanOrEqual(30)
  expect(JSON.stringify(lines)).not.toContain('ayu@')
  smtp.state.refusal = undefined
  await sql`update mails set next_attempt_at = clock_timestamp()`.execute(database.system)
  worker = startMail({ database, config: bySmtp, log })
  await until('the mail', () => smtp.mails[0])
  await worker.stop()
  expect(smtp.mails).toHaveLength(1)
  expect(await queued()).toEqual([])
})

test('a permanently rejected recipient fails immediately', async () => {
  smtp.state.refusal = 550
  await queue()
  const worker = startMail({ database, config: bySmtp, log })
  await until('the line in the log', () => lines.find(({ message }) => message === 'mail failed permanently'))
  await worker.stop()
  expect(smtp.state.tries).toBe(1)
  expect(await queued()).toEqual([])
})

test('an email whose next retry would be too late fails', async () => {
  smtp.state.refusal = 451
  await queue(10)
  const worker = startMail({ database, config: bySmtp, log })
  await until('the line in the log', () => lines.find(({ message }) => message === 'mail failed permanently'))
  await worker.stop()
  expect(await queued()).toEqual([])
})

test('an email that waited too long for a worker is not sent', async () => {
  await queue(0)
  const worker = startMail({ database, config: bySmtp, log })
  await until('the line in the log', () => lines[0])
  await worker.stop()
  expect(lines).toMatchObject([{ message: 'mail failed permanently' }])
  expect(smtp.mails).toEqual([])
  expect(await queued()).toEqual([])
})

test('two workers send each email once, and take over the emails of a killed one', async () => {
  for (let n = 0; n < 10; n++) await queue()
  await sql`update mails set lease_token = gen_random_uuid(), lease_until = clock_timestamp() - interval '1 second'`.execute(
    database.system,
  )
  const workers = [1, 2].map(() => startMail({ database, config: bySmtp, log }))
  await until('all mails', async () => (await queued()).length === 0)
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(smtp.mails).toHaveLength(10)
})

test('a mail server that does not respond does not delay a stop, and the email is kept', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const called = new Promise<Socket>((resolve) => silent.once('connection', resolve))
  const { port } = silent.address() as AddressInfo
  await queue()
  const worker = startMail({
    database,
    config: { ...bySmtp, smtpUrl: `smtp://127.0.0.1:${port}` },
    log,
    shutdownTimeoutMs: 50,
  })
  const line = await called
  await worker.stop()
  // A wait for the mail server until its timeout of 10 s would have logged a failure.
  expect(lines).toEqual([])
  expect(await queued()).toMatchObject([{ attempts: 1 }])
  line.destroy()
  silent.close()
  await until('the log entry', () => lines[0])
})

test('with another secret emails cannot be decrypted, and none is lost', async () => {
  await queue()
  const worker = startMail({ database, config: { ...bySmtp, secret: Buffer.from('another secret altogether') }, log })
  await until('the line in the log', () => lines[0])
  await worker.stop()
  expect(smtp.mails).toEqual([])
  expect(await queued()).toMatchObject([{ attempts: 1 }])
})

test('a mail server requires a sender address', () => {
  expect(() => readConfig({ DATA_DIR: dataDir, SMTP_URL: smtp.url })).toThrow(/^MAIL_FROM must be/)
  expect(() => readConfig({ DATA_DIR: dataDir, SMTP_URL: 'mail.example' })).toThrow(/^SMTP_URL must be/)
  expect(() => readConfig({ DATA_DIR: dataDir, MAIL_FROM: 'nobody' })).toThrow(/^MAIL_FROM must be/)
  const sent = readConfig({ DATA_DIR: dataDir, SMTP_URL: smtp.url, MAIL_FROM: 'Kabar <kabar@example.com>' })
  expect(sent).toMatchObject({ smtpUrl: smtp.url, mailFrom: 'Kabar <kabar@example.com>' })
})

async function newOrganization() {
  const row = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  return row.organization_id
}

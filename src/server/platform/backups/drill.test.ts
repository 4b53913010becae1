// Restore drill: makes a backup during writes, restores it into another database as its owner, and compares rows and files.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { apiTokens } from '../../../contract/api-tokens.ts'
import { auth } from '../../../contract/auth.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { organization } from '../../../contract/organization.ts'
import { users } from '../../../contract/users.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { morningMails } from '../../identity/users/service.ts'
import { deriveKeys } from '../../keys.ts'
import { broadcastsForEngine } from '../../messaging/broadcasts/engine-port.ts'
import type { Driver } from '../../messaging/drivers/driver.ts'
import { simulator } from '../../messaging/drivers/index.ts'
import { startEngine } from '../../messaging/engine/engine.ts'
import { tasks } from '../../messaging/wa-sessions/queries.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { ownedDatabase } from '../../test/database.ts'
import {
  arrivals,
  begun,
  connectPhone,
  noLatency,
  quiet,
  readyFor,
  sent,
  session,
  show,
  stopPhone,
  testEngine,
} from '../../test/engine.ts'
import { replaceDatabase } from '../../test/global-setup.ts'
import { keepFile, pdfFile } from '../../test/media-files.ts'
import { until } from '../../test/until.ts'
import { type Database, inTenant, openDatabase } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { heldTables } from '../db/restored.ts'
import { claimMail } from '../mail/queries.ts'
import { queueMail } from '../mail/service.ts'
import { type MadeBackup, makeBackup } from './backup.ts'
import { readBackupFile, verifyBackup, writeBackupFile } from './backup-file.ts'
import { beginRestore } from './queries.ts'
import { readForRestore, restoreBackup } from './restore.ts'
import type { Entry } from './tar.ts'

const migrations = join(import.meta.dirname, '../db/migrations')
const passphrase = 'a long enough passphrase'
const email = 'owner@example.com'
const folder = mkdtempSync(join(tmpdir(), 'kabar-drill-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [dataDir, copyDir] = [join(folder, 'data'), join(folder, 'copy')]
const path = join(folder, 'backups', 'backup.tar.gz.age')

const house = await testEngine({ keepsSessions: true })
const { secret } = house.config
const connectionString = house.database.connection.connectionString
const options = { connectionString, dataDir, secret, passphrase, release: '0.1.0' }
const target = await ownedDatabase()
const restoring = { connectionString: target, dataDir: copyDir, migrations, passphrase, replaces: false }

/** Ten in the morning in Jakarta on a day to come, when a morning email is due whatever the time is now. */
const morning = new Date(new Date(Date.now() + 2 * 86_400_000).setUTCHours(3, 0, 0, 0))

let made: MadeBackup
let broadcastId: string
let sessionId: string
let organizationId: string

/** Before the backup there are a broadcast that waits for its phone and a queued email. During the backup contacts are added. */
beforeAll(async () => {
  mkdirSync(join(dataDir, 'simulator'), { recursive: true })
  writeFileSync(join(dataDir, 'simulator', 'phone.log'), '{"kind":"message"}\n'.repeat(100_000))
  writeFileSync(join(dataDir, 'simulator', 'new.log'), '')
  const person = await house.signUp({ email })
  const { openSampleData, signUp } = await testApp({}, house.database)
  await openSampleData(await signUp({ email: 'demo@example.com' }))
  const engine = house.start()
  const ready = await readyFor(person, 5)
  broadcastId = ready.id
  sessionId = ready.sessionId
  await stopPhone(person, sessionId)
  await begun(person, broadcastId)
  await engine.stop()
  await person.call(waSessions.start, { params: { id: sessionId } })
  organizationId = await organizationOf(house.database, email)
  await keepFile(house.database, organizationId, 'Laporan.pdf', pdfFile(1_500_000))
  await inTenant(house.database, { organization_id: organizationId }, (tenant) => queueMail(tenant, keys, letter))
  const scheduled = await person.call(broadcasts.create, {
    body: {
      name: 'Later',
      session_id: sessionId,
      body: 'News',
      audience: { all_contacts: true },
      send_at: '2099-01-01T08:00',
    },
  })
  expect((await person.call(broadcasts.schedule, { params: { id: scheduled.body.id } })).status).toBe(200)
  await person.call(users.updateProfile, { body: { morning_mail: true } })
  await person.call(apiTokens.create, { body: { name: 'n8n', permissions: [], expires_on: null } })
  made = await whileAdding(person, () => makeBackup(path, options))
})

const keys = deriveKeys(secret)
const farAway = new Date('2100-01-01')
const letter = { to: { name: 'Ada', address: 'ada@example.com' }, subject: 'News', paragraphs: ['News'] }

async function organizationOf(database: Database, address: string): Promise<string> {
  const user = await database.system
    .selectFrom('users')
    .select('organization_id')
    .where('email_key', '=', address)
    .executeTakeFirstOrThrow()
  return user.organization_id
}

/** Adds two contacts per transaction, again and again, from before the work until after it. */
async function whileAdding<T>(person: Caller, work: () => Promise<T>): Promise<T> {
  let [isOver, count] = [false, 0]
  const addPair = async () => {
    await inTenant(house.database, { organization_id: organizationId }, async ({ db, organization_id }) => {
      for (const name of ['Pair A', 'Pair B'])
        await db
          .insertInto('contacts')
          .values({ organization_id, name: `${name} ${count}` })
          .execute()
    })
    count += 1
  }
  await addPair()
  const adding = (async () => {
    while (!isOver) await addPair()
  })()
  const result = await work()
  const within = count
  isOver = true
  await adding
  expect(within).toBeGreaterThan(1)
  expect((await person.call(contacts.list, { query: { per_page: 10 } })).body.pagination.total).toBe(5 + 2 * count)
  return result
}

/** Row counts and order-independent digests of all tables, read as a superuser who sees all rows. */
async function contentsOf(url: string) {
  const client = new pg.Client(replaceDatabase(inject('templateUrl'), new URL(url).pathname.slice(1)))
  await client.connect()
  try {
    const found: Record<string, { rows: number; digest: string }> = {}
    for (const table of Object.keys(made.manifest.tables)) {
      const { rows } = await client.query(
        `select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as digest from ${table} t`,
      )
      found[table] = rows[0]
    }
    return found
  } finally {
    await client.end()
  }
}

describe('a backup', () => {
  test('is one file with one snapshot, readable only by this user, and lists its content', async () => {
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(existsSync(`${path}.partial`)).toBe(false)
    const { manifest, summary, secret: kept } = await verifyBackup(path, passphrase)
    expect(manifest).toEqual(made.manifest)
    expect(kept).toBe(secret.toString())
    expect(Object.keys(summary.tables)).toEqual(Object.keys(manifest.tables))
    // Contacts are added in pairs, so a snapshot contains both of a pair or neither. Five others make the number odd.
    expect(summary.tables.contacts!.rows % 2).toBe(1)
    expect(summary.tables.contacts!.rows).toBeGreaterThan(5)
  })

  test('without a passphrase contains no secret', async () => {
    const bare = join(folder, 'plain.tar.gz')
    expect(await makeBackup(bare, { ...options, passphrase: undefined })).toMatchObject({ secret: undefined })
    for await (const { content } of readBackupFile(bare, undefined)) expect(content.includes(secret)).toBe(false)
  })

  test('that fails leaves no file', async () => {
    const place = join(folder, 'nothing', 'backup.tar.gz')
    const nowhere = { ...options, connectionString: 'postgres://kabar@127.0.0.1:1/kabar' }
    await expect(makeBackup(place, nowhere)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(existsSync(place) || existsSync(`${place}.partial`)).toBe(false)
  })
})

describe('a restore refuses, before anything is changed:', () => {
  const read = (file: string, words: string | undefined = passphrase) =>
    readForRestore(file, { migrations, passphrase: words })
  const changed = (name: string, bytes: Buffer) => {
    const file = join(folder, name)
    writeFileSync(file, bytes)
    return file
  }
  const plain = join(folder, 'without-encryption')
  beforeAll(() => rewrite(path, plain, (entry) => [entry]))
  /** Writes the backup without encryption, because deriving the key takes a third of a second each time. */
  async function rewrite(from: string, to: string, change: (entry: Entry) => Entry[]) {
    async function* entries() {
      for await (const entry of readBackupFile(from, passphrase)) yield* change(entry)
    }
    await writeBackupFile(to, entries(), { at: new Date(), passphrase: undefined })
  }
  async function rewritten(name: string, change: (entry: Entry) => Entry[]) {
    await rewrite(plain, join(folder, name), change)
    return join(folder, name)
  }
  const edited = (name: string, change: (manifest: Record<string, unknown>) => void) =>
    rewritten(name, (entry) => {
      if (entry.name !== 'manifest.json') return [entry]
      const manifest = JSON.parse(entry.content.toString())
      change(manifest)
      return [{ ...entry, content: Buffer.from(JSON.stringify(manifest)) }]
    })

  test('a missing file, and a file that is no backup', async () => {
    await expect(read(join(folder, 'missing'))).rejects.toThrow(/^There is no file .*missing\.$/)
    await expect(read(changed('text', Buffer.from('hello')))).rejects.toThrow(/cannot be unpacked/)
  })

  test('a wrong passphrase, and a missing one', async () => {
    await expect(read(path, 'another passphrase')).rejects.toThrow('The passphrase is not that of this backup.')
    await expect(readForRestore(path, { migrations, passphrase: undefined })).rejects.toThrow(
      /^The backup is encrypted/,
    )
  })

  test('a backup that is cut off anywhere, or damaged', async () => {
    const bytes = readFileSync(path)
    for (const length of [100, 200_000, bytes.length - 1])
      await expect(read(changed('cut', bytes.subarray(0, length)))).rejects.toThrow(/damaged|cut off/)
    const whole = readFileSync(plain)
    await expect(read(plain)).resolves.toBeDefined()
    // In the middle, and in the checksum at the end of the file.
    for (const place of [whole.length >> 1, whole.length - 6]) {
      const damaged = Buffer.from(whole)
      damaged[place]! ^= 1
      await expect(read(changed('bad', damaged))).rejects.toThrow(/damaged/)
      await expect(read(changed('cut', whole.subarray(0, place)))).rejects.toThrow(/cut off/)
    }
  })

  test('a backup whose content differs from its summary', async () => {
    const without = (part: string) => (entry: Entry) => (entry.name.startsWith(part) ? [] : [entry])
    await expect(read(await rewritten('less 0', without('tables/transactions/')))).rejects.toThrow(
      /transactions differ/,
    )
    await expect(read(await rewritten('less 1', without('files/simulator/phone')))).rejects.toThrow(/phone\.log differ/)
    await expect(read(await rewritten('less 2', without('summary.json')))).rejects.toThrow(/its end is missing/)
  })

  test('a backup of a newer release', async () => {
    const newer = await edited('newer', (manifest) => (manifest.migrations as string[]).push('9999_next'))
    await expect(read(newer)).rejects.toThrow(/^The backup is of Kabar 0\.1\.0, which is newer/)
    const format = await edited('format', (manifest) => Object.assign(manifest, { format: 2 }))
    await expect(read(format)).rejects.toThrow(/newer release/)
  })

  test('a database that is not empty, or on which Kabar is running', async () => {
    const backup = await read(path)
    const into = (url: string, replaces: boolean) =>
      restoreBackup(path, backup, secret, { ...restoring, connectionString: url, replaces })
    // Kabar is running on the database that was backed up. Its idle connections may have been closed, so this opens one.
    await sql`select 1`.execute(house.database.system)
    await expect(into(connectionString, true)).rejects.toThrow('Kabar is running on this database. Stop it first.')
    const other = await ownedDatabase()
    const client = new pg.Client(other)
    await client.connect()
    await client.query('create table theirs ()')
    await expect(into(other, false)).rejects.toThrow(/^The database is not empty\./)
    await client.query('select from theirs')
    await client.end()
  })
})

describe('a restored copy', () => {
  let copy: Database
  /** Content right after the restore, before Kabar opened the copy. */
  let after: Awaited<ReturnType<typeof contentsOf>>
  let app: Awaited<ReturnType<typeof testApp>>
  let owner: Caller
  const opened: string[] = []

  beforeAll(async () => {
    const backup = await readForRestore(path, restoring)
    // An interrupted restore prevents a start, but not another restore.
    await beginRestore(target)
    await expect(migrate(target, migrations)).rejects.toThrow(/a restore into this database was interrupted/)
    await restoreBackup(path, backup, secret, restoring)
    after = await contentsOf(target)
    copy = openDatabase(await migrate(target, migrations), { poolSize: 4 })
    app = await testApp({}, copy)
    const { body } = await app.call(auth.login, { body: { email, password: 'correct horse battery' } })
    owner = { ...body, call: (endpoint, input) => app.call(endpoint, input, body.access_token) } as Caller
  })
  afterAll(() => copy?.close())

  test('has the same rows, sums and files', async () => {
    const before = await contentsOf(connectionString)
    const grown = ['contacts', 'contact_numbers', 'contact_emails', 'record_counts', 'record_changes', 'rate_limits']
    const same = (contents: typeof before) =>
      Object.fromEntries(Object.entries(contents).filter(([name]) => ![...grown, ...heldTables].includes(name)))
    expect(same(after)).toEqual(same(before))
    expect(Object.values(same(before)).filter(({ rows }) => rows > 0).length).toBeGreaterThan(20)
    for (const [table, { rows }] of Object.entries(made.summary.tables))
      if (!heldTables.includes(table)) expect({ table, rows: after[table]!.rows }).toEqual({ table, rows })
    for (const name of ['phone.log', 'new.log'])
      expect(readFileSync(join(copyDir, 'simulator', name))).toEqual(readFileSync(join(dataDir, 'simulator', name)))
    // Pairs of contacts, and the five of the broadcast.
    const { pagination } = (await owner.call(contacts.list, { query: { per_page: 10 } })).body
    expect(pagination.total % 2).toBe(1)
    expect(pagination.total).toBeGreaterThan(6)
  })

  test('can be backed up by the owner of its database, who sees one organization at a time', async () => {
    const { summary } = await makeBackup(join(folder, 'again.tar.gz'), { ...options, connectionString: target })
    const now = await contentsOf(target)
    for (const [table, { rows }] of Object.entries(summary.tables))
      expect({ table, rows }).toEqual({ table, rows: now[table]!.rows })
  })

  test('sends nothing and connects no phone', async () => {
    const profile = await owner.call(users.profile)
    expect(profile.body.restored_from).toBe(made.manifest.at)
    expect(await show(owner, broadcastId)).toMatchObject({ status: 'paused', pause_reason: 'restored' })
    // All earlier sessions were ended by the restore; this one was opened in the copy.
    const { rows } = await sql`
      select from auth_sessions where organization_id = ${organizationId} and revoked_at is null`.execute(copy.system)
    expect(rows).toHaveLength(1)
    const { rows: tokens } = await sql<{ is_revoked: boolean }>`
      select revoked_at is not null as is_revoked from api_tokens`.execute(copy.system)
    expect(tokens).toEqual([{ is_revoked: true }])
    expect(await claimMail(copy)).toBeUndefined()
    await inTenant(copy, { organization_id: organizationId }, (tenant) => queueMail(tenant, keys, letter))
    expect(await claimMail(copy)).toBeUndefined()
    expect(await morningMails(copy, morning)).toEqual([])
    expect(await broadcastsForEngine.due(house.database, farAway)).toHaveLength(1)
    expect(await broadcastsForEngine.due(copy, farAway)).toEqual([])
    // Its phones take no place among those that a worker connects.
    expect(await tasks(copy, randomUUID())).toEqual([])
    await owner.call(broadcasts.resume, { params: { id: broadcastId } })
    // Another organization, which is not held back, sends: so the engine has run.
    startCopy()
    const neighbour = await app.signUp({ email: 'neighbour@example.com' })
    const [other] = (await neighbour.call(waSessions.list)).body.data
    await neighbour.call(waSessions.update, { params: { id: other!.id }, body: { driver: 'simulator' } })
    await connectPhone(neighbour)
    expect(opened).toEqual([other!.id])
    expect((await show(owner, broadcastId)).counts).toMatchObject({ pending: 5 })
  })

  test('is released once by an admin; then its phone connects and the broadcast is sent', async () => {
    // The copy's scheduled broadcast is due now, but the original may have sent it.
    await sql`update broadcasts set send_at = now() where status = 'scheduled'`.execute(copy.system)
    expect((await owner.call(organization.release)).status).toBe(204)
    const list = (await owner.call(broadcasts.list, { query: { status: 'paused' } })).body.data
    expect(list.filter(({ name }) => name === 'Later')).toMatchObject([{ pause_reason: 'restored' }])
    expect((await owner.call(organization.release)).problem.code).toBe('state_conflict')
    expect((await owner.call(users.profile)).body.restored_from).toBeNull()
    await until(
      'a working phone',
      () => session(owner, sessionId),
      ({ status }) => status === 'working',
    )
    const { counts } = await sent(owner, broadcastId)
    expect(counts).toMatchObject({ pending: 0 })
    const arrived = await arrivals(join(copyDir, 'simulator'), sessionId)
    expect([...arrived.values()].map((messages) => messages.map(({ count }) => count))).toEqual(Array(5).fill([1]))
    expect(await claimMail(copy)).toMatchObject({ organization_id: organizationId })
    expect(await morningMails(copy, morning)).toHaveLength(1)
    const { rows } = await sql<{ action: string }>`
      select action from audit_events where organization_id = ${organizationId} and action like 'copy%' order by action desc`.execute(
      copy.system,
    )
    expect(rows.map(({ action }) => action)).toEqual(['copy_restored', 'copy_released'])
  })

  /** Starts the copy's engine, with a simulator that records which phones connect. */
  function startCopy() {
    const phones = simulator({ folder: join(copyDir, 'simulator'), latency: noLatency })
    const noting: Driver = {
      ...phones,
      open: (session) => {
        opened.push(session.sessionId)
        return phones.open(session)
      },
    }
    const engine = startEngine({
      ...{ database: copy, broadcasts: broadcastsForEngine, keys, drivers: { simulator: noting } },
      ...{ ownerId: randomUUID(), log: quiet, pollMs: 50 },
    })
    afterAll(() => engine.stop())
  }
})

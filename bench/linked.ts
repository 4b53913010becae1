// Benchmark of the linked device against bare Baileys, with the fake WhatsApp in another process: known and new recipients
// (with 75 ms latency), memory of an idle session, and a CPU profile.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { deriveKeys } from '../src/server/keys.ts'
import { broadcastsForEngine } from '../src/server/messaging/broadcasts/engine-port.ts'
import { memoryVault } from '../src/server/messaging/drivers/conformance.ts'
import type { Driver, DriverSession } from '../src/server/messaging/drivers/driver.ts'
import { linkedDevice } from '../src/server/messaging/drivers/index.ts'
import { filterLibsignalConsole } from '../src/server/messaging/drivers/linked-device/console-filter.ts'
import { startEngine } from '../src/server/messaging/engine/engine.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/embedded.ts'
import { type Database, inTenant, openDatabase } from '../src/server/platform/db/index.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { connect, freshState } from '../src/server/test/fake-whatsapp/bare-client.ts'
import { until } from '../src/server/test/until.ts'
import type { Figure } from './figure.ts'
import { profiled } from './profile.ts'

const known = 2_000
/** Fewer, because bare Baileys takes two and a half consecutive round trips for each. */
const freshForBare = 40
const fresh = 400
const lineMs = 75
const idle = 40
const quiet = { error: console.error, warn: () => {}, info: () => {} }

/** Sends to all of them; resolves when the network has acknowledged the last one. */
type SendAll = (numbers: readonly string[]) => Promise<void>

export async function linkedFigures(): Promise<Figure[]> {
  // libsignal prints whole sessions.
  filterLibsignalConsole()
  // Runs first, because the driver speeds up libsignal when it is loaded.
  const bare = await withFake(async (fake) => speedOf(fake, ['1', '4'], freshForBare, await bareSender(fake)))
  const { own, top } = await withFake(async (fake) => {
    const driver = await driverSender(fake)
    const own = await speedOf(fake, ['2', '5'], fresh, driver.sendAll)
    const { top } = await profiled(() => driver.sendAll(numbersOf('2', known)))
    await driver.close()
    return { own, top }
  })
  const engine = await withFake(throughEngine)
  const perSession = await withFake(memoryOfIdle)
  console.log(`\nCPU profile of the driver, self time:\n${top}`)
  const beside = (value: number) => ({ name: 'bare Baileys', value })
  return [
    { name: 'linked device, known recipients', value: own.known, unit: 'messages/s', beside: beside(bare.known) },
    { name: '  its processor time', value: own.knownMs, unit: 'ms/message', beside: beside(bare.knownMs) },
    { name: '  through engine and database', value: engine.known, unit: 'messages/s', beside: beside(bare.known) },
    { name: '  its processor time', value: engine.knownMs, unit: 'ms/message', beside: beside(bare.knownMs) },
    {
      name: `linked device, new ones, ${lineMs} ms line`,
      value: own.fresh,
      unit: 'messages/s',
      beside: beside(bare.fresh),
    },
    { name: '  its processor time', value: own.freshMs, unit: 'ms/message', beside: beside(bare.freshMs) },
    { name: '  through engine and database', value: engine.fresh, unit: 'messages/s', beside: beside(bare.fresh) },
    { name: '  its processor time', value: engine.freshMs, unit: 'ms/message', beside: beside(bare.freshMs) },
    { name: 'memory of an idle linked session', value: perSession, unit: 'MB heap' },
  ]
}

/** Numbers of ordinary recipients, different for each set. */
const numbersOf = (set: string, count: number) =>
  Array.from({ length: count }, (_, index) => `+62812${set}${String(10_000 + index)}5550`)

/** Messages per second, and the CPU time of this process for each, which depends less on other programs. */
interface Speed {
  known: number
  knownMs: number
  fresh: number
  freshMs: number
}

async function speedOf(fake: Fake, [set, freshSet]: [string, string], count: number, sendAll: SendAll): Promise<Speed> {
  const people = numbersOf(set, known)
  await sendAll(people)
  const repeated = await timed(known, () => sendAll(people))
  await fake.line(lineMs)
  const first = await timed(count, () => sendAll(numbersOf(freshSet, count)))
  await fake.line(0)
  return { known: repeated.perSecond, knownMs: repeated.ms, fresh: first.perSecond, freshMs: first.ms }
}

/** `work` may return the seconds to count instead. */
async function timed(count: number, work: () => Promise<number | undefined | void>) {
  const [startedAt, used] = [performance.now(), process.cpuUsage()]
  const seconds = (await work()) ?? (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(used)
  return { perSecond: Number((count / seconds).toFixed(1)), ms: Number(((user + system) / 1_000 / count).toFixed(2)) }
}

async function bareSender(fake: Fake): Promise<SendAll> {
  const state = freshState()
  const first = connect(fake, state)
  await fake.scan('+6281200000101', await first.qr())
  await first.closed()
  const client = connect(fake, state)
  await client.opened()
  return async (numbers) => {
    const before = client.acks.length
    for (const number of numbers)
      await client.socket.sendMessage(`${number.slice(1)}@s.whatsapp.net`, { text: 'Kabar baik dari kami' })
    await until('the last acknowledgement', () => client.acks.length >= before + numbers.length, Boolean, {
      withinMs: 120_000,
    })
  }
}

async function driverSender(fake: Fake) {
  const driver = linkedDevice({ webSocketUrl: fake.url, log: quiet })
  const session = await opened(fake, driver, '+6281200000102')
  const sendAll: SendAll = async (numbers) => {
    const waiting = [...numbers]
    // As many in flight as with the engine.
    const lanes = Array.from({ length: driver.abilities.inFlight }, async () => {
      for (let to = waiting.shift(); to; to = waiting.shift())
        await session.send({ id: idOf(), to, text: 'Kabar baik dari kami' })
    })
    await Promise.all(lanes)
  }
  return { sendAll, close: () => session.close() }
}

const idOf = () => `3EB0${randomUUID().replaceAll('-', '').slice(0, 18).toUpperCase()}`

/** Opens a session and links it to the account's phone. */
async function opened(fake: Fake, driver: Driver, account: string): Promise<DriverSession> {
  let isConnected = false
  const session = await driver.open({
    sessionId: account,
    vault: memoryVault(),
    on: async (event) => {
      if (event.type === 'qr') void fake.scan(account, event.qr)
      if (event.type === 'connected') isConnected = true
    },
    sentText: async () => undefined,
  })
  await until('the connection', () => isConnected)
  return session
}

async function throughEngine(fake: Fake): Promise<Speed> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-bench-'))
  const server = await startEmbedded({ dataDir })
  const database = openDatabase(await migrate(server.connectionString, 'src/server/platform/db/migrations'))
  const scope = await organization(database)
  const engine = startEngine({
    database,
    broadcasts: broadcastsForEngine,
    keys: deriveKeys(Buffer.alloc(32)),
    drivers: { linked_device: linkedDevice({ webSocketUrl: fake.url, log: quiet }) },
    ownerId: randomUUID(),
    log: quiet,
  })
  try {
    await link(database, scope, fake)
    const broadcast = (count: number) => broadcastTo(database, scope, count)
    await addContacts(database, scope, '3', known)
    await broadcast(known)
    const repeated = await timed(known, () => broadcast(known))
    await addContacts(database, scope, '6', fresh)
    await fake.line(lineMs)
    const first = await timed(fresh, () => broadcast(fresh))
    await fake.line(0)
    return { known: repeated.perSecond, knownMs: repeated.ms, fresh: first.perSecond, freshMs: first.ms }
  } finally {
    await engine.stop()
    await database.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Scope {
  organization_id: string
  session_id: string
}

async function organization(database: Database): Promise<Scope> {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR', name: 'Bench' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const values = { organization_id, name: 'Phone', driver: 'linked_device', desired_status: 'running' }
  const session = await inTenant(database, { organization_id }, ({ db }) =>
    db.insertInto('wa_sessions').values(values).returning('id').executeTakeFirstOrThrow(),
  )
  return { organization_id, session_id: session.id }
}

async function link(database: Database, { session_id }: Scope, fake: Fake) {
  const session = () =>
    database.system
      .selectFrom('wa_sessions')
      .select(['status', 'qr'])
      .where('id', '=', session_id)
      .executeTakeFirstOrThrow()
  const { qr } = await until('a QR', session, (now) => now.qr !== null)
  await fake.scan('+6281200000103', qr!)
  await until('the connection', session, ({ status }) => status === 'working')
}

/** Replaces the contacts, so that a broadcast goes to the new ones only. */
async function addContacts(database: Database, scope: Scope, set: string, count: number) {
  await inTenant(database, scope, async ({ db, organization_id }) => {
    await sql`update contacts set deleted_at = now()`.execute(db)
    await sql`insert into contacts (organization_id, name, phone, phone_key)
      select ${organization_id}, 'Contact', p, p from unnest(${numbersOf(set, count)}::text[]) p`.execute(db)
  })
}

/** Seconds from the first message sent to the last acknowledgement. */
async function broadcastTo(database: Database, scope: Scope, count: number): Promise<number> {
  return await inTenant(database, scope, ({ db }) =>
    db
      .insertInto('broadcasts')
      .values({ ...scope, name: 'News', body: 'Kabar baik dari kami', all_contacts: true, status: 'preparing' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  ).then(async ({ id }) => {
    const looked = () =>
      inTenant(database, scope, async ({ db }) => {
        const { rows } = await sql<{ begun: number; sent: number }>`
          select count(*) filter (where status <> 'pending') as begun, count(*) filter (where sent_at is not null) as sent
          from recipients where broadcast_id = ${id}`.execute(db)
        return rows[0]!
      })
    await until('the first message', looked, ({ begun }) => begun > 0)
    const startedAt = performance.now()
    // Polls rarely, so that polling does not affect the result.
    const lookedNow = () => delay(100).then(looked)
    await until('the last acknowledgement', lookedNow, ({ sent }) => sent >= count, { withinMs: 120_000 })
    return (performance.now() - startedAt) / 1_000
  })
}

/** Megabytes per session beyond the first one, which loads the library. */
async function memoryOfIdle(fake: Fake): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const driver = linkedDevice({ webSocketUrl: fake.url, log: quiet })
  const sessions = [await opened(fake, driver, '+6281200000200')]
  collect()
  const before = process.memoryUsage().heapUsed
  for (let number = 1; number <= idle; number++)
    sessions.push(await opened(fake, driver, `+62812000002${String(number).padStart(2, '0')}`))
  collect()
  const after = process.memoryUsage().heapUsed
  for (const session of sessions) await session.close()
  return Number(((after - before) / idle / 1e6).toFixed(2))
}

interface Fake {
  readonly url: string
  scan(account: string, qr: string): Promise<void>
  line(latencyMs: number): Promise<void>
  close(): void
}

/** A new fake each time: a used one still stores earlier messages. */
async function withFake<Result>(work: (fake: Fake) => Promise<Result>): Promise<Result> {
  const fake = await startFake()
  try {
    return await work(fake)
  } finally {
    fake.close()
  }
}

/** In another process, so that its CPU time is not counted. */
async function startFake(): Promise<Fake> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', 'src/server/test/fake-whatsapp/main.ts', '--port', '0'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let printed = ''
  child.stdout!.on('data', (text) => {
    printed += text
  })
  const addressOf = () => /WEB_SOCKET_URL=(ws:\/\/127\.0\.0\.1:(\d+)\S*)/.exec(printed)
  const [, url, port] = (await until('the fake', addressOf))!
  const post = async (path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
  }
  return {
    url: url!,
    scan: (account, qr) => post('scan', { account, qr }),
    line: (latencyMs) => post('line', { latencyMs: String(latencyMs) }),
    close: () => void child.kill(),
  }
}

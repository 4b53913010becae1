// Benchmark of the engine: messages per second, compared with its statements alone, which are the limit of the database.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { deriveKeys } from '../src/server/keys.ts'
import { broadcastsForEngine } from '../src/server/messaging/broadcasts/engine-port.ts'
import { writeSends } from '../src/server/messaging/chats/service.ts'
import { simulator } from '../src/server/messaging/drivers/index.ts'
import * as claims from '../src/server/messaging/engine/claims/queries.ts'
import { startEngine } from '../src/server/messaging/engine/engine.ts'
import * as leases from '../src/server/messaging/engine/leases/queries.ts'
import * as queries from '../src/server/messaging/engine/queries.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/embedded.ts'
import { hint } from '../src/server/platform/db/hints.ts'
import {
  type Database,
  inTenant,
  openDatabase,
  refreshStatistics,
  type Tenant,
} from '../src/server/platform/db/index.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import type { Report } from './figure.ts'
import { databaseProcessorMs } from './processor.ts'
import { overheard, receiptMs } from './receipts.ts'
import { recipients as sentBefore } from './seed.ts'

/**
 * Throughput from the end of freezing until the last read receipt, with fsync on. Then the latency of receipts, alone and
 * during another broadcast, and that of a pause and of an answer to STOP during a third. `history`: messages sent before.
 */
export async function engineFigures(recipients: number, history: number, report: Report): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-bench-'))
  const server = await startEmbedded({ dataDir })
  const database = openDatabase(await migrate(server.connectionString, 'src/server/platform/db/migrations'))
  try {
    const scope = await prepare(database, recipients, history)
    const idle = process.memoryUsage().rss
    const driver = overheard(
      simulator({
        folder: join(dataDir, 'simulator'),
        latency: { acknowledgeMs: 0, deliverMs: 0, readMs: 0 },
      }),
    )
    const engine = await startedEngine(database, scope, driver)
    const sent = await throughEngine(database, scope, dataDir, recipients)
    report(
      {
        name: `processor for each message, of ${recipients}`,
        value: Math.round((sent.processorMs / recipients) * 1_000),
        unit: 'µs of this process, without the database',
        ...(sent.databaseMs !== undefined && {
          beside: { name: 'of the database', value: Math.round((sent.databaseMs / recipients) * 1_000) },
        }),
      },
      ...sent.memory.map((bytes, index) => ({
        name: `memory above idle, ${index * 25} % of ${recipients}`,
        value: Math.round((bytes - idle) / 1e6),
        unit: 'MB',
      })),
    )
    const watched = { database, scope, broadcast: sent.id, tell: driver.tell }
    const quiet = await receiptMs(watched)
    const busy = await whileSending(database, scope, () => receiptMs(watched))
    const asPlayed = (name: string, how: 'middle' | 'most') => ({
      name: `${name}, of ${recipients}`,
      value: quiet[how],
      unit: 'ms; the page asks every 2,000',
      beside: { name: 'while another is sent', value: busy[how] },
    })
    report(asPlayed('receipt until the page’s answer has it', 'middle'), asPlayed('the slowest of 40', 'most'))
    const { pauseMs, answerMs } = await interrupted(database, scope, driver)
    report(
      { name: `pause takes effect, of ${recipients}`, value: Math.round(pauseMs), unit: 'ms' },
      { name: `STOP answered in the middle of ${recipients}`, value: Math.round(answerMs), unit: 'ms' },
    )
    await engine.stop()
    const plain = await plainInsert(database, scope)
    report({
      name: `audience of ${recipients} frozen`,
      value: Number(sent.freezeSeconds.toFixed(2)),
      unit: 's',
      beside: { name: 'one plain INSERT … SELECT', value: Number(plain.toFixed(2)) },
    })
    const ceiling = await statementsAlone(database, scope)
    report({
      name: `engine, ${recipients} recipients`,
      value: Math.round(recipients / sent.seconds),
      unit: 'messages/s',
      beside: { name: 'its statements alone', value: Math.round(recipients / ceiling) },
    })
  } finally {
    await database.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Scope {
  organization_id: string
  session_id: string
}

async function prepare(database: Database, recipients: number, history: number): Promise<Scope> {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR', name: 'Bench' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const scope = await inTenant(database, { organization_id }, async (tenant) => {
    const { db } = tenant
    await sql`select set_config('statement_timeout', '0', true)`.execute(db)
    await sql`insert into contacts (organization_id, name, phone, phone_key)
      select ${organization_id}, 'Contact ' || n, p.phone, p.phone from generate_series(1, ${recipients}::int) n,
        lateral (select '+62812' || (3000000 + n)::text || '55' as phone) p`.execute(db)
    const session = await db
      .insertInto('wa_sessions')
      .values({ organization_id, name: 'WhatsApp', driver: 'simulator', desired_status: 'running' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sentBefore(tenant, history)
    return { organization_id, session_id: session.id }
  })
  if (history > 0) await refreshStatistics(database, ['recipients', 'contacts', 'broadcasts'])
  return scope
}

async function addBroadcast(database: Database, scope: Scope, status: string): Promise<string> {
  return await inTenant(database, scope, async (tenant) => {
    const row = await tenant.db
      .insertInto('broadcasts')
      .values({ ...scope, name: 'News', body: 'Halo {{ contact.name }}', all_contacts: true, status })
      .returning('id')
      .executeTakeFirstOrThrow()
    await hint(tenant, 'broadcasts')
    return row.id
  })
}

/** Starts the engine and links its session. */
async function startedEngine(database: Database, scope: Scope, driver: ReturnType<typeof simulator>) {
  const log = { error: console.error, warn: console.error, info: () => {} }
  const engine = startEngine({
    database,
    broadcasts: broadcastsForEngine,
    keys: deriveKeys(Buffer.alloc(32)),
    drivers: { simulator: driver },
    ownerId: randomUUID(),
    log,
  })
  const session = async () =>
    (
      await database.system
        .selectFrom('wa_sessions')
        .select('status')
        .where('id', '=', scope.session_id)
        .executeTakeFirst()
    )?.status
  await poll(async () => (await session()) === 'scan_qr')
  await driver.simulate!(scope.session_id, { event: 'scan' })
  await poll(async () => (await session()) === 'working')
  return engine
}

async function throughEngine(database: Database, scope: Scope, dataDir: string, recipients: number) {
  const id = await addBroadcast(database, scope, 'preparing')
  const startedAt = performance.now()
  const counts = async () =>
    await inTenant(
      database,
      scope,
      async ({ db }) =>
        (
          await sql<{
            all: number
            read: number
          }>`select count(*) as all, count(*) filter (where status = 'read') as read
        from recipients where organization_id = ${scope.organization_id} and broadcast_id = ${id}`.execute(db)
        ).rows[0]!,
    )
  // Not by counting recipients: each count would read those that are being frozen.
  const status = async () =>
    await inTenant(
      database,
      scope,
      async ({ db }) =>
        (await db.selectFrom('broadcasts').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
    )
  await poll(async () => (await status()) !== 'preparing', 5)
  const frozen = performance.now()
  const used = process.cpuUsage()
  const usedByDatabase = databaseProcessorMs(dataDir)
  /** Bytes at 0, 25, 50, 75 and 100 %. */
  const memory: number[] = []
  await poll(
    async () => {
      const { all, read } = await counts()
      while (memory.length <= Math.floor((read / all) * 4)) memory.push(process.memoryUsage().rss)
      return all === read
      // Polls rarely: counting 100,000 recipients takes some 20 ms of CPU time.
    },
    Math.max(250, recipients / 400),
  )
  const seconds = (performance.now() - frozen) / 1000
  const { user, system } = process.cpuUsage(used)
  const databaseMs = usedByDatabase === undefined ? undefined : databaseProcessorMs(dataDir)! - usedByDatabase
  const processorMs = (user + system) / 1_000
  return { id, seconds, freezeSeconds: (frozen - startedAt) / 1000, processorMs, databaseMs, memory }
}

/** Runs `work` during a broadcast to all contacts, which is then cancelled. */
async function whileSending<T>(database: Database, scope: Scope, work: () => Promise<T>): Promise<T> {
  const id = await addBroadcast(database, scope, 'preparing')
  const inside = (query: RawBuilder<{ holds: boolean }>) =>
    inTenant(database, scope, async ({ db }) => (await query.execute(db)).rows[0]!.holds)
  const ours = sql`organization_id = ${scope.organization_id}`
  await poll(() => inside(sql`select status <> 'preparing' as holds from broadcasts where ${ours} and id = ${id}`), 5)
  const open = sql`select from recipients where ${ours} and broadcast_id = ${id}`
  await poll(() => inside(sql`select exists (${open} and sent_at is not null) as holds`), 5)
  const done = await work()
  await inside(sql`update broadcasts set status = 'cancelled' where ${ours} and id = ${id} returning true as holds`)
  await poll(() => inside(sql`select not exists (${open} and decide_at is not null) as holds`))
  return done
}

/** Milliseconds until STOP is answered and until a pause takes effect, in the middle of a broadcast. */
async function interrupted(database: Database, scope: Scope, driver: ReturnType<typeof simulator>) {
  const id = await addBroadcast(database, scope, 'preparing')
  const inside = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(database, scope, work)
  const first = async <Row>(query: (tenant: Tenant) => { execute(db: Tenant['db']): Promise<{ rows: Row[] }> }) =>
    await inside(async (tenant) => (await query(tenant).execute(tenant.db)).rows[0]!)
  const ours = sql`organization_id = ${scope.organization_id}`
  const isBegun = () => sql<{ begun: boolean }>`select exists (select from recipients
    where ${ours} and broadcast_id = ${id} and sent_at is not null) as begun`
  // Polled first: until the audience is frozen, the query for sent recipients would read all of them.
  const isFrozen = () => sql<{ frozen: boolean }>`select status <> 'preparing' as frozen from broadcasts
    where ${ours} and id = ${id}`
  await poll(async () => (await first(isFrozen)).frozen, 5)
  await poll(async () => (await first(isBegun)).begun, 5)
  const { from } = await first(() => sql<{ from: string }>`select phone as from from contacts where ${ours} limit 1`)
  const wrote = performance.now()
  await driver.simulate!(scope.session_id, { event: 'message', from, text: 'STOP' })
  const { pressed } = await first(
    () => sql<{ pressed: string }>`update broadcasts set status = 'paused', pause_reason = 'user'
      where ${ours} and id = ${id} returning clock_timestamp()::text as pressed`,
  )
  await poll(
    async () =>
      (
        await first(
          () =>
            sql<{
              answered: boolean
            }>`select exists (select from wa_answers where ${ours} and sent_at is not null) as answered`,
        )
      ).answered,
    5,
  )
  const answerMs = performance.now() - wrote
  await poll(
    async () =>
      (
        await first(
          () =>
            sql<{
              open: boolean
            }>`select exists (select from recipients where ${ours} and decide_at is not null) as open`,
        )
      ).open === false,
  )
  // The last message that the broadcast sent after the pause, without answers.
  const { ms } = await first(
    () => sql<{
      ms: number | null
    }>`select extract(epoch from max(s.at) - ${pressed}::timestamptz)::float8 * 1000 as ms from wa_sends s
      join recipients r on r.organization_id = s.organization_id and r.session_id = s.session_id and r.wa_message_id = s.wa_message_id
      where s.organization_id = ${scope.organization_id} and r.broadcast_id = ${id}`,
  )
  return { answerMs, pauseMs: Math.max(0, ms ?? 0) }
}

/** Baseline of freezing: the same number of rows into a table with two indexes, in one statement. */
async function plainInsert(database: Database, { organization_id }: Scope): Promise<number> {
  return await inTenant(database, { organization_id }, async ({ db }) => {
    await sql`create temporary table plain (id uuid primary key default uuid_v7(), name text, phone text unique) on commit drop`.execute(
      db,
    )
    const startedAt = performance.now()
    await sql`insert into plain (name, phone) select name, phone from contacts where organization_id = ${organization_id}`.execute(
      db,
    )
    return (performance.now() - startedAt) / 1000
  })
}

/** The engine's statements for each message, one batch after another on one connection. */
async function statementsAlone(database: Database, scope: Scope): Promise<number> {
  const id = await addBroadcast(database, scope, 'sending')
  await inTenant(database, scope, (tenant) =>
    queries.freezeAudience(tenant, { id, session_id: scope.session_id, all_contacts: true }),
  )
  const fence = await inTenant(database, scope, (tenant) =>
    leases.acquireLease(tenant, scope.session_id, randomUUID(), 7_200),
  )
  const term = { ...scope, fence: fence! }
  const startedAt = performance.now()
  for (;;) {
    const sent = await inTenant(database, scope, async (tenant) => {
      const rules = await leases.lockLease(tenant, term)
      const claimed = await claims.claim(tenant, id, 500, rules!.now)
      const decisions = claimed.map((row) => ({
        place: row.place,
        wa_message_id: randomUUID(),
        text: 'Halo',
        reason: null,
      }))
      if (decisions.length > 0) {
        const sends = claimed.map(({ address_key }, index) => ({
          address_key,
          wa_message_id: decisions[index]!.wa_message_id,
          jitter: 0,
        }))
        await writeSends(tenant, scope.session_id, new Date(), sends)
        await queries.markSending(tenant, term, decisions, 60_000)
      }
      return decisions
    })
    if (sent.length === 0) break
    const at = new Date()
    await inTenant(database, scope, async (tenant) => {
      const ids = sent.map(({ wa_message_id }) => wa_message_id)
      await queries.applyReceipts(
        tenant,
        await claims.lockMessages(tenant, scope.session_id, ids),
        sent.map((message) => ({
          wa_message_id: message.wa_message_id,
          status: 'read',
          sent_at: at,
          delivered_at: at,
          read_at: at,
        })),
      )
    })
  }
  return (performance.now() - startedAt) / 1000
}

async function poll(holds: () => Promise<boolean>, everyMs = 50) {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, everyMs))
}

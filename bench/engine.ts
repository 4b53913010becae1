// Messages a second through the whole engine, and through its statements alone: the database's own ceiling.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { writeSends } from '../src/server/chats/service.ts'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { type Database, inTenant, openDatabase } from '../src/server/db/index.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { simulator } from '../src/server/drivers/index.ts'
import * as claims from '../src/server/engine/claims/queries.ts'
import { startEngine } from '../src/server/engine/engine.ts'
import * as leases from '../src/server/engine/leases/queries.ts'
import * as queries from '../src/server/engine/queries.ts'
import { deriveKeys } from '../src/server/keys.ts'

export interface Figure {
  name: string
  value: number
  unit: string
  beside?: { name: string; value: number }
}

/** Every state durable (fsync on), delivered and read receipts included. */
export async function engineFigures(recipients: number): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-bench-'))
  const server = await startEmbedded({ dataDir })
  const database = openDatabase(await migrate(server.connectionString, 'src/server/db/migrations'))
  try {
    const scope = await prepare(database, recipients)
    const idle = process.memoryUsage().rss
    const engine = await throughEngine(database, scope, join(dataDir, 'simulator'))
    const ceiling = await statementsAlone(database, scope)
    return [
      {
        name: `engine, ${recipients} recipients`,
        value: Math.round(recipients / engine.seconds),
        unit: 'messages/s',
        beside: { name: 'its statements alone', value: Math.round(recipients / ceiling) },
      },
      { name: `audience of ${recipients} frozen`, value: Number(engine.freezeSeconds.toFixed(2)), unit: 's' },
      { name: 'memory above idle at the end', value: Math.round((process.memoryUsage().rss - idle) / 1e6), unit: 'MB' },
    ]
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

async function prepare(database: Database, recipients: number): Promise<Scope> {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR', name: 'Bench' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  return await inTenant(database, { organization_id }, async ({ db }) => {
    await sql`insert into contacts (organization_id, name, phone, phone_key)
      select ${organization_id}, 'Contact ' || n, p.phone, p.phone from generate_series(1, ${recipients}::int) n,
        lateral (select '+62812' || (3000000 + n)::text || '55' as phone) p`.execute(db)
    const session = await db
      .insertInto('wa_sessions')
      .values({ organization_id, name: 'WhatsApp', driver: 'simulator', wanted: 'running' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { organization_id, session_id: session.id }
  })
}

async function addBroadcast(database: Database, scope: Scope, status: string): Promise<string> {
  return await inTenant(database, scope, async ({ db }) => {
    const row = await db
      .insertInto('broadcasts')
      .values({ ...scope, name: 'News', body: 'Halo {{ contact.name }}', all_contacts: true, status })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
}

async function throughEngine(database: Database, scope: Scope, folder: string) {
  const driver = simulator({ folder, latency: { acknowledgeMs: 0, deliverMs: 0, readMs: 0 } })
  const log = { error: console.error, warn: console.error, info: () => {} }
  const engine = startEngine({
    database,
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

  const id = await addBroadcast(database, scope, 'preparing')
  const begun = performance.now()
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
  await poll(async () => (await counts()).all > 0, 5)
  const frozen = performance.now()
  await poll(async () => {
    const { all, read } = await counts()
    return all === read
  })
  const seconds = (performance.now() - frozen) / 1000
  await engine.stop()
  return { seconds, freezeSeconds: (frozen - begun) / 1000 }
}

/** What the engine asks of the database for each message, one batch after another on one connection. */
async function statementsAlone(database: Database, scope: Scope): Promise<number> {
  const id = await addBroadcast(database, scope, 'sending')
  await inTenant(database, scope, (tenant) =>
    queries.freezeAudience(tenant, { id, session_id: scope.session_id, all_contacts: true }),
  )
  const fence = await inTenant(database, scope, (tenant) =>
    leases.acquireLease(tenant, scope.session_id, randomUUID(), 600),
  )
  const term = { ...scope, fence: fence! }
  const begun = performance.now()
  for (;;) {
    const sent = await inTenant(database, scope, async (tenant) => {
      const rules = await leases.holdTerm(tenant, term)
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
          dice: 0,
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
  return (performance.now() - begun) / 1000
}

async function poll(holds: () => Promise<boolean>, everyMs = 50) {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, everyMs))
}

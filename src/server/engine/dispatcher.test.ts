// A process that was frozen between writing down what leaves and letting it leave: it may be somebody else's by now.
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant, type Tenant } from '../db/index.ts'
import type { DriverSession } from '../drivers/driver.ts'
import { simulator } from '../drivers/index.ts'
import { testDatabase } from '../test/database.ts'
import { quiet } from '../test/engine.ts'
import { until } from '../test/until.ts'
import { startDispatcher } from './dispatcher.ts'
import * as leases from './leases/queries.ts'
import { openLedger } from './receipts.ts'

const database = await testDatabase()

test('nothing leaves once the lease may have run out, though it was claimed before', async () => {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const inside = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(database, { organization_id }, work)
  const term = await inside(async (tenant) => {
    const { db } = tenant
    const phone = { organization_id, name: 'WhatsApp', driver: 'simulator', pacing_mode: 'off' }
    const session = await db.insertInto('wa_sessions').values(phone).returning('id').executeTakeFirstOrThrow()
    const news = { organization_id, session_id: session.id, name: 'News', body: 'Halo', status: 'sending' }
    const broadcast = await db.insertInto('broadcasts').values(news).returning('id').executeTakeFirstOrThrow()
    await sql`
      insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key, text)
      values (${organization_id}, ${broadcast.id}, ${session.id}, 'A', '+628125550', '+628125550', 'Halo')`.execute(db)
    const fence = await leases.acquireLease(tenant, session.id, randomUUID(), 30)
    return { organization_id, session_id: session.id, fence: fence! }
  })
  const left: string[] = []
  // As long as it is claimed, and no longer.
  let looks = 0
  const dispatcher = startDispatcher({
    ...{ database, term, trusted: () => looks++ === 0, log: quiet, pollMs: 10 },
    abilities: simulator({ folder: '/nowhere' }).abilities,
    connection: {
      send: async ({ id }) => {
        left.push(id)
        return { status: 'sent' }
      },
    } as DriverSession,
    ledger: openLedger(database, term, quiet),
    messageKey: randomBytes(32),
  })
  const recipient = () =>
    inside(async ({ db }) => {
      const { rows } = await sql<{ status: string; attempts: number }>`
        select status, attempts from recipients`.execute(db)
      return rows[0]!
    })
  expect(await until('what became of it', recipient, ({ status, attempts }) => attempts === 1 && status !== 'sending'))
    // Who has the session now lets it leave.
    .toEqual({ status: 'pending', attempts: 1 })
  await dispatcher.stop()
  expect(left).toEqual([])
})

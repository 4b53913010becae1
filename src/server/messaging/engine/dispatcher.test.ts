// The dispatcher in a process that was suspended or has a wrong clock: what is sent, and what is stored.

import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { inTenant, type Tenant } from '../../platform/db/index.ts'
import { testDatabase } from '../../test/database.ts'
import { quiet } from '../../test/engine.ts'
import { until } from '../../test/until.ts'
import { broadcastsForEngine } from '../broadcasts/engine-port.ts'
import { DriverError, type DriverSession } from '../drivers/driver.ts'
import { simulator } from '../drivers/index.ts'
import { startDispatcher } from './dispatcher.ts'
import * as leases from './leases/queries.ts'
import { openReceiptWriter } from './receipt-writer.ts'

const database = await testDatabase()
afterEach(() => vi.useRealTimers())

const request_id = randomUUID()
const logged: object[] = []
const log = { ...quiet, error: (detail: object) => void logged.push(detail) }

/** One recipient and its dispatcher; `network` implements the send. */
async function sendOne(trusted: () => boolean, network: DriverSession['send'], isDeleted = false) {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const inside = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(database, { organization_id, request_id }, work)
  const term = await inside(async (tenant) => {
    const { db } = tenant
    const phone = { organization_id, name: 'WhatsApp', driver: 'simulator', pacing_mode: 'off' }
    const session = await db.insertInto('wa_sessions').values(phone).returning('id').executeTakeFirstOrThrow()
    const news = { organization_id, session_id: session.id, name: 'News', body: 'Halo', status: 'sending' }
    const broadcast = await db.insertInto('broadcasts').values(news).returning('id').executeTakeFirstOrThrow()
    await sql`
      insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key, text)
      values (${organization_id}, ${broadcast.id}, ${session.id}, 'A', '+628125550', '+628125550', 'Halo')`.execute(db)
    if (isDeleted)
      await sql`
        with gone as (insert into contacts (organization_id, name, deleted_at) values (${organization_id}, 'A', now()) returning id)
        update recipients set contact_id = gone.id from gone`.execute(db)
    const fence = await leases.acquireLease(tenant, session.id, randomUUID(), 300)
    return { organization_id, session_id: session.id, fence: fence! }
  })
  const dispatcher = startDispatcher({
    ...{ database, broadcasts: broadcastsForEngine, term, isLeaseValid: trusted, log, pollMs: 10 },
    abilities: { ...simulator({ folder: '/nowhere' }).abilities, evidenceMs: 60_000 },
    connection: { send: network } as DriverSession,
    receiptWriter: openReceiptWriter(database, term, quiet),
    messageKey: randomBytes(32),
    capacity: () => 1_000,
  })
  const recipient = () =>
    inside(async ({ db }) => {
      const { rows } = await sql<{ status: string; attempts: number; seconds: number | null }>`
        select status, attempts, extract(epoch from decide_at - clock_timestamp())::float8 as seconds from recipients`.execute(
        db,
      )
      return rows[0]!
    })
  const known = await until(
    'the outcome',
    recipient,
    ({ status, attempts }) => status === 'skipped' || (attempts === 1 && status !== 'sending'),
  )
  await dispatcher.stop()
  const { hold_until } = (await inside((tenant) => leases.lockLease(tenant, term)))!
  return { ...known, hold_until }
}

test('nothing is sent once the lease may have expired, even if claimed before', async () => {
  const left: string[] = []
  // Valid during the claim only.
  let looks = 0
  const known = await sendOne(
    () => looks++ === 0,
    async ({ id }) => {
      left.push(id)
      return { status: 'sent' }
    },
  )
  // The next owner may send it.
  expect(known).toMatchObject({ status: 'pending' })
  expect(left).toEqual([])
})

test('a deferred message is not sent to a contact deleted in the meantime', async () => {
  const known = await sendOne(
    () => true,
    async () => ({ status: 'sent' }),
    true,
  )
  expect(known).toMatchObject({ status: 'skipped', attempts: 0 })
})

test.each([-3_600_000, 3_600_000])(
  'a clock that is off by %i ms does not change the time limit for evidence',
  async (ms) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    const known = await sendOne(
      () => true,
      async () => {
        throw new DriverError('unknown', 'line_lost')
      },
    )
    expect(known.status).toBe('unknown')
    expect(known.seconds).toBeLessThanOrEqual(60)
    expect(known.seconds).toBeGreaterThan(0)
  },
)

test.each([-3_600_000, 3_600_000])('nor the duration of a hold: %i ms', async (ms) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  const { hold_until } = await sendOne(
    () => true,
    async () => {
      throw new DriverError('session', 'rate_overlimit')
    },
  )
  vi.useRealTimers()
  const minutes = (Date.parse(hold_until!) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(4)
  expect(minutes).toBeLessThanOrEqual(5.01)
})

test('an unexpected error of the driver is logged with the request that started the broadcast', async () => {
  logged.length = 0
  const known = await sendOne(
    () => true,
    () => Promise.reject(new Error('odd')),
  )
  expect(known).toMatchObject({ status: 'unknown' })
  expect(logged).toMatchObject([{ err: { message: 'odd' }, request_id }])
})

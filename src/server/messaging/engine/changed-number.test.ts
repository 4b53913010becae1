// A contact's preferred number changes while a broadcast is being sent: the contact gets one message, with a true final status.
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant, type Tenant } from '../../platform/db/index.ts'
import { update } from '../../records/contacts/service.ts'
import { testDatabase } from '../../test/database.ts'
import { quiet } from '../../test/engine.ts'
import { until } from '../../test/until.ts'
import { broadcastsForEngine } from '../broadcasts/engine-port.ts'
import type { DriverSession } from '../drivers/driver.ts'
import { simulator } from '../drivers/index.ts'
import { startDispatcher } from './dispatcher.ts'
import * as leases from './leases/queries.ts'
import { openReceiptWriter } from './receipt-writer.ts'

const database = await testDatabase()
/** Noon in Jakarta, which is within all sending hours. */
const noon = Date.parse('2026-11-23T05:00:00Z')
const [one, two, three] = ['+628125550001', '+628125550002', '+628125550003'] as const

interface Sent {
  id: string
  to: string
}

/** Starts a broadcast to contacts with these preferred numbers. `other`: another number of the first contact. */
async function onTheWay(mode: 'off' | 'careful', phones: readonly string[], other: string | null) {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const inside = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(database, { organization_id }, work)
  const { session_id, people } = await inside(async ({ db }) => {
    const phone = { organization_id, name: 'WhatsApp', driver: 'simulator', pacing_mode: mode }
    const session = await db.insertInto('wa_sessions').values(phone).returning('id').executeTakeFirstOrThrow()
    const people: string[] = []
    for (const [nth, number] of phones.entries()) {
      const others = nth === 0 && other ? [other] : []
      const { rows } = await sql<{ id: string }>`
        insert into contacts (organization_id, name, phone, phone_key, other_phones, other_phone_keys)
        values (${organization_id}, ${`Budi ${nth}`}, ${number}, ${number},
          ${JSON.stringify(others.map((each) => ({ label: 'work', phone: each })))}::jsonb, ${others}::text[]) returning id`.execute(
        db,
      )
      people.push(rows[0]!.id)
    }
    const news = {
      organization_id,
      session_id: session.id,
      name: 'News',
      body: 'Halo {{ contact.name }}',
      status: 'sending',
    }
    const { id } = await db.insertInto('broadcasts').values(news).returning('id').executeTakeFirstOrThrow()
    await sql`
      insert into recipients (organization_id, broadcast_id, session_id, contact_id, name, address, address_key, due_at)
      select ${organization_id}, ${id}, ${session.id}, id, name, phone, phone_key, ${new Date(noon - 60_000)} from contacts
      order by name`.execute(db)
    return { session_id: session.id, people }
  })
  const prefer = (nth: number, change: Parameters<typeof update>[2] extends infer C ? Omit<C, 'version'> : never) =>
    inside(async (tenant) => {
      const { rows } = await sql<{ version: number }>`select version from contacts where id = ${people[nth]!}`.execute(
        tenant.db,
      )
      return await update(tenant, people[nth]!, { ...change, version: rows[0]!.version })
    })
  const recipients = () =>
    inside(async ({ db }) => {
      const { rows } = await sql<{ address: string; status: string; reason: string | null }>`
        select address, status, reason from recipients order by name`.execute(db)
      return rows
    })
  /** Sends until no message is left. */
  const sendAll = async (send: (message: Sent) => Promise<{ status: 'sent' }>) => {
    const fence = await inside((tenant) => leases.acquireLease(tenant, session_id, randomUUID(), 120))
    const term = { organization_id, session_id, fence: fence! }
    let now = noon
    const dispatcher = startDispatcher({
      broadcasts: broadcastsForEngine,
      // The clock advances a minute each time it is read, so that pacing never waits.
      ...{
        database,
        term,
        isLeaseValid: () => true,
        log: quiet,
        pollMs: 10,
        capacity: () => 1_000,
        time: () => (now += 60_000),
      },
      abilities: simulator({ folder: '/nowhere' }).abilities,
      connection: { send } as unknown as DriverSession,
      receiptWriter: openReceiptWriter(database, term, quiet),
      messageKey: randomBytes(32),
    })
    await until('the end', recipients, (rows) => rows.every(({ status }) => /sent|skipped|failed/.test(status)))
    await dispatcher.stop()
  }
  return { prefer, recipients, sendAll }
}

const recorder = () => {
  const sends: Sent[] = []
  const send = async ({ id, to }: Sent) => {
    sends.push({ id, to })
    return { status: 'sent' as const }
  }
  return { sends, send, to: () => sends.map(({ to }) => to) }
}

test.each(['off', 'careful'] as const)(
  'a message that waits goes to the number preferred by then, pacing %s',
  async (mode) => {
    const { prefer, recipients, sendAll } = await onTheWay(mode, [one], two)
    await prefer(0, { phone: two })
    const phone = recorder()
    await sendAll(phone.send)
    expect(phone.to()).toEqual([two])
    expect(await recipients()).toEqual([{ address: two, status: 'sent', reason: null }])
  },
)

test('a message in flight keeps its number, and the contact gets no second message', async () => {
  const { prefer, recipients, sendAll } = await onTheWay('off', [one], two)
  const phone = recorder()
  await sendAll(async (message) => {
    await prefer(0, { phone: two })
    return await phone.send(message)
  })
  expect(phone.to()).toEqual([one])
  expect(await recipients()).toEqual([{ address: one, status: 'sent', reason: null }])
})

test('a number that moved from one recipient to another gets only one message', async () => {
  const { prefer, recipients, sendAll } = await onTheWay('off', [one, two], null)
  await prefer(1, { phone: three })
  await prefer(0, { phone: two })
  const phone = recorder()
  await sendAll(phone.send)
  expect(new Set(phone.to()).size).toBe(phone.sends.length)
  expect(phone.to()).toContain(three)
  expect(await recipients()).toEqual([
    { address: one, status: 'skipped', reason: 'same_number' },
    { address: three, status: 'sent', reason: null },
  ])
})

test('a message is not sent to a number that has been removed, nor to a new number that has opted out', async () => {
  const removed = await onTheWay('off', [one], null)
  await removed.prefer(0, { phone: '' })
  const out = await onTheWay('off', [one], null)
  await out.prefer(0, { phone: two, consent: 'opted_out' })
  for (const { sendAll } of [removed, out]) {
    const phone = recorder()
    await sendAll(phone.send)
    expect(phone.sends).toEqual([])
  }
  expect(await removed.recipients()).toMatchObject([{ status: 'skipped', reason: 'no_number' }])
  expect(await out.recipients()).toMatchObject([{ status: 'skipped', reason: 'opted_out' }])
})

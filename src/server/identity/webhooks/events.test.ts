// Which changes become which events: written with the change, or not at all.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { erasures } from '../../../contract/erasures.ts'
import { investments } from '../../../contract/investments.ts'
import { transactions } from '../../../contract/transactions.ts'
import { WebhookEvent, webhooks } from '../../../contract/webhooks.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'

const { signUp, database } = await testApp()

async function withWebhook(events: readonly WebhookEvent[] = WebhookEvent.options) {
  const person = await signUp()
  const body = { name: 'ERP', url: 'https://erp.example/', events: [...events] }
  const { id } = made(await person.call(webhooks.create, { body }))
  return { ...person, webhook_id: id }
}

type Event = { type: string; data: Record<string, unknown> }
/** The events since the last call, in order. */
async function eventsOf(person: Caller): Promise<Event[]> {
  return await inTenant(database, { organization_id: organizationOf(person) }, async ({ db }) => {
    const { rows } = await sql<Event & { id: string }>`
      delete from webhook_deliveries where organization_id = ${organizationOf(person)} returning id, type, data`.execute(
      db,
    )
    return rows.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ type, data }) => ({ type, data }))
  })
}
const typesOf = async (person: Caller) => (await eventsOf(person)).map(({ type }) => type)

test('a contact: added, changed, deleted, restored', async () => {
  const person = await withWebhook()
  const body = { name: 'Ayu', phone: '+6281234567890', notes: 'Private' }
  const { id } = made(await person.call(contacts.create, { body }))
  const [created] = await eventsOf(person)
  expect(created).toEqual({
    type: 'contact.created',
    data: {
      ...{ id, name: 'Ayu', preferred_name: '', phone: '+6281234567890', email: '', company: '', job_title: '' },
      ...{ language: '', consent: 'unknown', version: 1, changed: null },
      created_at: expect.stringMatching(/^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
    },
  })
  const params = { id }
  made(await person.call(contacts.update, { params, body: { version: 1, name: 'Ayu Lestari', notes: 'x' } }))
  expect(await eventsOf(person)).toMatchObject([
    { type: 'contact.updated', data: { id, name: 'Ayu Lestari', version: 2, changed: ['name', 'notes'] } },
  ])
  await person.call(contacts.remove, { params })
  await person.call(contacts.restore, { params })
  expect(await eventsOf(person)).toMatchObject([
    { type: 'contact.deleted', data: { id } },
    { type: 'contact.restored', data: { id, name: 'Ayu Lestari', changed: ['deleted_at'] } },
  ])
})

test('amounts are decimal texts with the decimals of their currency', async () => {
  const person = await withWebhook()
  const investor = await addInvestor(person)
  const committed = { committed_amount: '25000.5', status_id: await statusOf(person, 'committed') }
  const investment = await addInvestment(person, { investor_id: investor.id, ...committed })
  const [created] = await eventsOf(person)
  expect(created).toMatchObject({
    type: 'investment.created',
    data: {
      id: investment.id,
      committed_amount: '25000.50',
      expected_amount: null,
      funded: '0.00',
      currency: 'USD',
      category: 'committed',
    },
  })
  const { id } = await addTransaction(person, investment.id, { amount: '1000' })
  // The sum of the investment changes, too, but not the investment.
  expect(await eventsOf(person)).toMatchObject([
    {
      type: 'transaction.created',
      data: {
        id,
        investment_id: investment.id,
        investor_id: investor.id,
        amount: '1000.00',
        currency: 'USD',
        settled_on: '2026-01-15',
      },
    },
  ])
  const params = { id: investment.id, transaction_id: id }
  made(await person.call(transactions.update, { params, body: { version: 1, note: 'x' } }))
  await person.call(transactions.remove, { params })
  await person.call(transactions.restore, { params })
  const { version } = made(await person.call(investments.get, { params: { id: investment.id } }))
  made(await person.call(investments.update, { params: { id: investment.id }, body: { version, probability: 80 } }))
  expect(await eventsOf(person)).toMatchObject([
    { type: 'transaction.updated', data: { changed: ['note'] } },
    { type: 'transaction.deleted', data: { id } },
    { type: 'transaction.restored' },
    { type: 'investment.updated', data: { funded: '1000.00', changed: ['probability'] } },
  ])
})

test('a number that opts out, of a contact or of nobody', async () => {
  const person = await withWebhook(['contact.opted_out'])
  const { id } = made(await person.call(contacts.create, { body: { name: 'Ayu', phone: '+6281234567890' } }))
  const organization_id = organizationOf(person)
  const optOut = (key: string) =>
    inTenant(database, { organization_id }, ({ db }) =>
      db
        .insertInto('opt_outs')
        .values({ organization_id, phone_key: key, created_at: new Date('2026-11-20T08:00:00Z') })
        .execute(),
    )
  for (const key of ['+6281234567890', '+6281234567891', '123@lid']) await optOut(key)
  const at = '2026-11-20T08:00:00.000Z'
  expect(await eventsOf(person)).toEqual([
    { type: 'contact.opted_out', data: { contact_id: id, phone: '+6281234567890', at } },
    { type: 'contact.opted_out', data: { contact_id: null, phone: '+6281234567891', at } },
    { type: 'contact.opted_out', data: { contact_id: null, phone: null, at } },
  ])
})

test('only what a webhook that is on has chosen, once for each', async () => {
  const person = await withWebhook(['contact.created'])
  const other = made(
    await person.call(webhooks.create, {
      body: { name: 'B', url: 'https://b.example/', events: ['contact.created', 'contact.updated'] },
    }),
  )
  const { id } = made(await person.call(contacts.create, { body: { name: 'Ayu' } }))
  made(await person.call(contacts.update, { params: { id }, body: { version: 1, name: 'Ayu L' } }))
  expect(await typesOf(person)).toEqual(['contact.created', 'contact.created', 'contact.updated'])
  made(await person.call(webhooks.update, { params: { id: other.id }, body: { version: 1, active: false } }))
  made(await person.call(contacts.update, { params: { id }, body: { version: 2, name: 'Ayu' } }))
  expect(await typesOf(person)).toEqual([])
})

test('a change that is rolled back is no event, and nobody hears of other organizations', async () => {
  const [person, neighbour] = [await withWebhook(), await withWebhook()]
  const organization_id = organizationOf(person)
  const work = inTenant(database, { organization_id }, async ({ db }) => {
    await db.insertInto('contacts').values({ organization_id, name: 'Ayu' }).execute()
    const { rows } = await sql`select from webhook_deliveries`.execute(db)
    expect(rows).toHaveLength(1)
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await eventsOf(person)).toEqual([])
  made(await person.call(contacts.create, { body: { name: 'Ayu' } }))
  expect([await typesOf(neighbour), await typesOf(person)]).toEqual([[], ['contact.created']])
})

test('many contacts in one statement are as many events', async () => {
  const person = await withWebhook()
  const organization_id = organizationOf(person)
  await inTenant(database, { organization_id }, async ({ db }) => {
    await sql`insert into contacts (organization_id, name) select ${organization_id}, 'C' || i from generate_series(1, 1000) i`.execute(
      db,
    )
    await sql`update contacts set company = 'Acme', updated_at = now() where organization_id = ${organization_id}`.execute(
      db,
    )
    await sql`update contacts set updated_at = now() where organization_id = ${organization_id}`.execute(db)
  })
  const types = await typesOf(person)
  expect([types.length, new Set(types)]).toEqual([2_000, new Set(['contact.created', 'contact.updated'])])
})

test('an erased person is in no event, except that they are gone', async () => {
  const person = await withWebhook()
  const { id } = made(await person.call(contacts.create, { body: { name: 'Ayu Lestari', phone: '+6281234567890' } }))
  made(await person.call(contacts.create, { body: { name: 'Budi' } }))
  made(await person.call(erasures.create, { body: { contact_id: id, confirmation: 'Ayu Lestari' } }))
  expect(await eventsOf(person)).toMatchObject([
    { type: 'contact.created', data: { name: 'Budi' } },
    { type: 'contact.deleted', data: { id } },
  ])
})

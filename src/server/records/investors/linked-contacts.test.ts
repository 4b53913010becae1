// Investors and their contacts: who is linked, who is reachable, and the last message.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { investors } from '../../../contract/investors.ts'
import { inTenant, type Tenant } from '../../platform/db/index.ts'
import { testApp } from '../../test/app.ts'
import { addInvestor, made } from '../../test/records.ts'

const { signUp, database } = await testApp()

const day = (nth: number) => new Date(Date.UTC(2026, 0, nth, 8, 30, 0, 250)).toISOString()

const Contact = fc.record({
  has_phone: fc.boolean(),
  consent: fc.constantFrom('unknown', 'opted_in', 'opted_out'),
  has_opted_out_by_number: fc.boolean(),
  is_deleted: fc.boolean(),
  /** Days on which a message was sent; null for one that was never sent. */
  sent: fc.array(fc.option(fc.integer({ min: 1, max: 28 })), { maxLength: 3 }),
})
type Contact = typeof Contact extends fc.Arbitrary<infer Value> ? Value : never
const Investor = fc.record({ do_not_contact: fc.boolean(), contacts: fc.array(Contact, { maxLength: 3 }) })

test('each investor shows the status of its own contacts', async () => {
  const person = await signUp()
  const cases = fc.sample(Investor, 40)
  const organization_id = organizationOf(person.access_token)
  const expected = new Map<string, unknown>()
  const broadcasts = await inTenant(database, { organization_id }, makeBroadcasts)
  for (const { do_not_contact, contacts } of cases) {
    const { id } = await addInvestor(person, { name: 'Budi', do_not_contact })
    const shown = await inTenant(database, { organization_id }, async (tenant) => {
      const ids: { id: string; contact: Contact }[] = []
      for (const contact of contacts)
        ids.push({ id: await link(tenant, { investor_id: id, contact, ...broadcasts }), contact })
      return ids
    })
    const isOut = ({ contact }: { contact: Contact }) =>
      contact.consent === 'opted_out' || (contact.has_phone && contact.has_opted_out_by_number)
    const live = shown.filter(({ contact }) => !contact.is_deleted)
    const days = shown.flatMap(({ contact }) => contact.sent.filter((nth) => nth !== null))
    expected.set(id, {
      contacts: live.map((each) => [each.id, isOut(each) ? 'opted_out' : each.contact.consent]).sort(),
      is_reachable: !do_not_contact && live.some((each) => each.contact.has_phone && !isOut(each)),
      last_contacted_at: days.length === 0 ? null : day(Math.max(...days)),
    })
  }
  const listed = made(await person.call(investors.list, { query: { per_page: 100 } })).data
  expect(listed).toHaveLength(cases.length)
  for (const { id, contacts, is_reachable, last_contacted_at } of listed)
    expect({
      contacts: contacts.map((contact) => [contact.id, contact.consent]).sort(),
      is_reachable,
      last_contacted_at,
    }).toEqual(expected.get(id))
  const reachable = made(await person.call(investors.list, { query: { per_page: 100, is_reachable: 'true' } })).data
  expect(reachable.every((investor) => investor.is_reachable)).toBe(true)
  expect(reachable).toHaveLength(listed.filter((investor) => investor.is_reachable).length)
})

function organizationOf(accessToken: string): string {
  return JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()).org
}

let nth = 0

async function makeBroadcasts({ db, organization_id }: Tenant) {
  const session = await db
    .insertInto('wa_sessions')
    .values({ organization_id, name: 'Office', driver: 'simulator' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const broadcast = await db
    .insertInto('broadcasts')
    .values({ organization_id, name: 'News', session_id: session.id, status: 'completed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { session_id: session.id, broadcast_id: broadcast.id }
}

async function link(
  { db, organization_id }: Tenant,
  of: { investor_id: string; contact: Contact; session_id: string; broadcast_id: string },
): Promise<string> {
  const { contact, investor_id, session_id, broadcast_id } = of
  const phone = `+62811${1_000_000 + nth++}`
  const { id } = await db
    .insertInto('contacts')
    .values({
      organization_id,
      name: 'Ayu',
      ...(contact.has_phone && { phone, phone_key: phone }),
      consent: contact.consent,
      deleted_at: contact.is_deleted ? sql`now()` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (contact.has_opted_out_by_number)
    await db.insertInto('opt_outs').values({ organization_id, phone_key: phone, evidence: 'Asked' }).execute()
  await db
    .insertInto('investor_contacts')
    .values({ organization_id, investor_id, contact_id: id, role: 'other' })
    .execute()
  for (const [place, sent] of contact.sent.entries())
    await db
      .insertInto('recipients')
      .values({
        organization_id,
        broadcast_id,
        session_id,
        contact_id: id,
        name: 'Ayu',
        address: phone,
        address_key: `${phone} ${place}`,
        status: sent === null ? 'failed' : 'sent',
        wa_message_id: `${phone} ${place}`,
        due_at: null,
        sent_at: sent === null ? null : day(sent),
      })
      .execute()
  return id
}

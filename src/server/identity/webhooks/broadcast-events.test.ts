// Events of a broadcast, its recipients and the replies to it, with the engine running.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { type WebhookEvent, webhooks } from '../../../contract/webhooks.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, draft, ordinary, sent, testEngine } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'

const { start, signUp, database } = await testEngine()
/** A number of the simulator that answers STOP. */
const stops = '+6281234560005'

interface Change {
  contact_id: string
  status: string
  sent_at: string | null
}
type Row = { type: WebhookEvent; data: { recipients: Change[] } & Record<string, unknown> }

const eventsOf = (person: Caller) =>
  inTenant(database, { organization_id: organizationOf(person) }, async ({ db }) => {
    const { rows } = await sql<Row>`select type, data from webhook_deliveries order by id`.execute(db)
    return rows
  })
const ofType = async (person: Caller, type: WebhookEvent) => (await eventsOf(person)).filter((row) => row.type === type)

async function withWebhook() {
  const person = await signUp()
  const events = [
    'broadcast.status_changed',
    'broadcast.recipients_changed',
    'reply.received',
    'contact.opted_out',
  ] as const
  made(await person.call(webhooks.create, { body: { name: 'ERP', url: 'https://erp.example/', events: [...events] } }))
  return person
}

test('a broadcast tells its states, those of its recipients, replies and opt-outs', async () => {
  const engine = start()
  const person = await withWebhook()
  const session_id = await connectPhone(person)
  const [one, two] = await addContacts(person, [ordinary(1), stops])
  const { id } = await draft(person, session_id, { all_contacts: true })
  await person.call(broadcasts.send, { params: { id } })
  await sent(person, id)
  const [optOut] = await until(
    'the opt-out',
    () => ofType(person, 'contact.opted_out'),
    (seen) => seen.length > 0,
  )
  expect(optOut!.data).toMatchObject({ contact_id: two, phone: stops })
  expect((await ofType(person, 'reply.received'))[0]!.data).toMatchObject({
    ...{ contact_id: two, phone: stops, text: 'STOP', broadcast_id: id, session_id, is_truncated: false },
  })
  const statuses = (await ofType(person, 'broadcast.status_changed')).map(({ data }) => data.status)
  expect(statuses.at(0)).toBe('preparing')
  expect(statuses.slice(-2)).toEqual(['sending', 'completed'])
  const changes = await until(
    'the receipts',
    async () => (await ofType(person, 'broadcast.recipients_changed')).flatMap(({ data }) => data.recipients),
    (seen) => seen.some(({ contact_id, status }) => contact_id === one && status === 'read'),
  )
  const ofOne = changes.filter(({ contact_id }) => contact_id === one)
  expect(new Set(ofOne.map(({ status }) => status)).size).toBe(ofOne.length)
  expect(ofOne.at(-1)).toMatchObject({ status: 'read', sent_at: expect.stringMatching(/Z$/) })
  await engine.stop()
})

test('many recipients that change at once are events of a hundred; a message to oneself is none', async () => {
  const person = await withWebhook()
  const organization_id = organizationOf(person)
  await inTenant(database, { organization_id }, async ({ db }) => {
    await sql`
      with s as (select id from wa_sessions where organization_id = ${organization_id} limit 1),
      b as (insert into broadcasts (organization_id, name, session_id, status) select ${organization_id}, 'News', id, 'sending' from s returning id, session_id),
      t as (insert into broadcasts (organization_id, name, session_id, status, test_of)
        select ${organization_id}, 'Test', session_id, 'sending', id from b returning id, session_id)
      insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key, status, due_at)
      select ${organization_id}, x.id, x.session_id, 'R', '+1', x.id || '/' || i, 'pending', now()
      from (select id, session_id, 250 as count from b union all select id, session_id, 1 from t) x cross join generate_series(1, x.count) i`.execute(
      db,
    )
    expect((await sql`select from webhook_deliveries`.execute(db)).rows).toEqual([])
    await sql`update recipients set status = 'cancelled', due_at = null where organization_id = ${organization_id}`.execute(
      db,
    )
    await sql`update broadcasts set status = 'cancelled' where organization_id = ${organization_id}`.execute(db)
  })
  const changes = await ofType(person, 'broadcast.recipients_changed')
  expect(changes.map(({ data }) => data.recipients.length).sort()).toEqual([100, 100, 50])
  expect(new Set(changes.flatMap(({ data }) => data.recipients.map(({ status }) => status)))).toEqual(
    new Set(['cancelled']),
  )
  expect(await ofType(person, 'broadcast.status_changed')).toMatchObject([
    { data: { name: 'News', status: 'cancelled', previous_status: 'sending' } },
  ])
})

// Delivery guarantees within one process: each recipient gets one correct final status, and no message twice.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { investors } from '../../../contract/investors.ts'
import { templates } from '../../../contract/templates.ts'
import { users } from '../../../contract/users.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant } from '../../platform/db/index.ts'
import {
  addContacts,
  begun,
  connectPhone,
  draft,
  ordinary,
  readyFor,
  sent,
  session,
  show,
  stopPhone,
  testEngine,
} from '../../test/engine.ts'
import { addInvestment, addInvestor, statusOf } from '../../test/records.ts'
import { until } from '../../test/until.ts'

const { start, signUp, witness, database, folder } = await testEngine()
start()

describe('a broadcast', () => {
  test('reaches every recipient once, with their own text, and ends read', async () => {
    const person = await signUp()
    const { sessionId, id } = await readyFor(person, 40)
    const started = await person.call(broadcasts.send, { params: { id } })
    expect(started.status).toBe(200)
    await sent(person, id)
    const done = await until(
      'all read receipts',
      () => show(person, id),
      ({ counts }) => counts.read === 40,
    )
    expect(done.counts).toMatchObject({ pending: 0, sending: 0, unknown: 0, failed: 0, read: 40 })
    const arrived = await witness(sessionId)
    expect(arrived.size).toBe(40)
    for (const frames of arrived.values()) expect(frames).toHaveLength(1)
    expect(arrived.get(ordinary(6))![0]!.text).toBe('Halo Contact 7')
    const rows = await person.call(broadcasts.recipients, { params: { id }, query: { per_page: 200 } })
    for (const row of rows.body.data) {
      expect(row.wa_message_id).toMatch(/^3EB0[0-9A-F]{18}$/)
      expect(arrived.get(row.address)![0]!.id).toBe(row.wa_message_id)
      expect([row.sent_at, row.delivered_at, row.read_at].every(Boolean)).toBe(true)
    }
  })

  test('counts of its states always add up to its audience', async () => {
    const person = await signUp()
    const { id } = await readyFor(person, 60)
    await person.call(broadcasts.send, { params: { id } })
    const seen: number[] = []
    await until(
      'completion',
      async () => {
        const now = await show(person, id)
        if (now.status !== 'preparing') seen.push(Object.values(now.counts).reduce((sum, count) => sum + count, 0))
        return now
      },
      ({ status }) => status === 'completed',
    )
    expect(new Set(seen)).toEqual(new Set([60]))
  })

  test('count deltas are folded after a while', async () => {
    const person = await signUp()
    const { id, sessionId } = await readyFor(person, 3)
    await person.call(broadcasts.send, { params: { id } })
    const read = () => show(person, id)
    const { counts } = await until('all read receipts', read, (now) => now.counts.read === 3)
    const organization_id = await organizationOf(sessionId)
    const changes = () =>
      inTenant(database, { organization_id }, ({ db }) =>
        db.selectFrom('broadcast_count_changes').select('at').where('broadcast_id', '=', id).execute(),
      )
    expect(await changes()).not.toEqual([])
    await inTenant(database, { organization_id }, ({ db }) =>
      sql`update broadcast_count_changes set at = at - interval '1 minute'`.execute(db),
    )
    await until('the summed changes', changes, (rows) => rows.length === 0)
    expect((await read()).counts).toEqual(counts)
  })

  test('two concurrent send requests send it once', async () => {
    const person = await signUp()
    const { sessionId, id } = await readyFor(person, 30)
    const presses = await Promise.all(
      Array.from({ length: 20 }, () => person.call(broadcasts.send, { params: { id } })),
    )
    expect(presses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await sent(person, id)
    for (const frames of (await witness(sessionId)).values()) expect(frames).toHaveLength(1)
  })

  test('skips opt-outs, missing numbers, deleted contacts and missing values', async () => {
    const person = await signUp()
    const sessionId = await connectPhone(person)
    const [optedOut, , deleted] = await addContacts(person, [ordinary(1), ordinary(2), ordinary(3)])
    await person.call(contacts.create, { body: { name: 'No number', email: 'a@example.com' } })
    await person.call(contacts.update, { params: { id: optedOut! }, body: { version: 1, consent: 'opted_out' } })
    const { id } = await draft(person, sessionId, { all_contacts: true }, 'Dear {{ contact.company }}')
    await person.call(contacts.remove, { params: { id: deleted! } })
    await person.call(broadcasts.send, { params: { id } })
    await sent(person, id)
    const { body } = await person.call(broadcasts.recipients, { params: { id } })
    expect(Object.fromEntries(body.data.map((row) => [row.name, row.reason]))).toEqual({
      'Contact 1': 'opted_out',
      'Contact 2': 'missing_variable:contact.company',
      'No number': 'no_number',
    })
    expect(body.data.every((row) => row.status === 'skipped')).toBe(true)
  })

  test('shows the figures of the contact’s investor, and skips contacts without one', async () => {
    const person = await signUp()
    const sessionId = await connectPhone(person)
    const [one, two, nobody] = await addContacts(person, [ordinary(1), ordinary(2), ordinary(3)])
    const investorOf = async (name: string, contactId: string) => {
      const { id } = await addInvestor(person, { name })
      await person.call(investors.setContact, { params: { id, contact_id: contactId }, body: { role: 'self' } })
      return id
    }
    const status_id = await statusOf(person, 'committed')
    const commit = async (investor_id: string, currency: string, committed_amount: string) =>
      await addInvestment(person, { investor_id, currency, committed_amount, status_id })
    const first = await investorOf('PT Satu', one!)
    await commit(first, 'IDR', '500000000')
    await commit(first, 'USD', '10000')
    await commit(await investorOf('PT Dua', two!), 'USD', '0.5')
    const text = '{{ investor.name }}: {{ investor.outstanding }}{% for i in investments %}+{% endfor %}'
    const { id } = await draft(person, sessionId, { all_contacts: true }, text)
    await person.call(broadcasts.send, { params: { id } })
    await sent(person, id)
    const arrived = await witness(sessionId)
    expect(arrived.get(ordinary(1))![0]!.text).toBe('PT Satu: IDR 500,000,000 + USD 10,000++')
    expect(arrived.get(ordinary(2))![0]!.text).toBe('PT Dua: USD 0.50+')
    const { body } = await person.call(broadcasts.recipients, { params: { id } })
    expect(body.data.find(({ contact_id }) => contact_id === nobody)).toMatchObject({
      status: 'skipped',
      reason: 'missing_variable:investor.name,investor.outstanding',
    })
  })

  test('writes amounts in the contact’s language, else in that of the text', async () => {
    const person = await signUp()
    await person.call(users.updateProfile, { body: { locale: 'id' } })
    const sessionId = await connectPhone(person)
    const [ayu, ben] = await addContacts(person, [ordinary(1), ordinary(2)])
    await person.call(contacts.update, { params: { id: ben! }, body: { version: 1, language: 'en' } })
    const status_id = await statusOf(person, 'committed')
    for (const contact_id of [ayu!, ben!]) {
      const { id } = await addInvestor(person)
      await person.call(investors.setContact, { params: { id, contact_id }, body: { role: 'self' } })
      await addInvestment(person, { investor_id: id, currency: 'IDR', committed_amount: '500000000', status_id })
    }
    const body = 'Sisa: {{ investor.outstanding }}'
    const inGerman = { name: 'German', body, language: 'de' }
    const { body: template } = await person.call(templates.create, { body: inGerman })
    const texts = async (message: object) => {
      const audience = { all_contacts: true }
      const draft = { name: 'News', session_id: sessionId, audience, ...message }
      const { body: made } = await person.call(broadcasts.create, { body: draft })
      await person.call(broadcasts.send, { params: { id: made.id } })
      await sent(person, made.id)
      const { body: page } = await person.call(broadcasts.recipients, { params: { id: made.id } })
      return page.data.map(({ text }) => text)
    }
    expect(await texts({ template_id: template.id })).toEqual(['Sisa: 500.000.000 IDR', 'Sisa: IDR 500,000,000'])
    // Custom labels follow the language of the sender.
    expect(await texts({ body })).toEqual(['Sisa: IDR 500.000.000', 'Sisa: IDR 500,000,000'])
  })

  test('keeps its text although the template is changed while it is sent', async () => {
    const person = await signUp()
    const sessionId = await connectPhone(person)
    await addContacts(person, [ordinary(1)])
    const { id, template_id } = await draft(person, sessionId, { all_contacts: true }, 'First text')
    await person.call(broadcasts.send, { params: { id } })
    await person.call(templates.update, { params: { id: template_id! }, body: { version: 1, body: 'Second text' } })
    await sent(person, id)
    expect((await witness(sessionId)).get(ordinary(1))![0]!.text).toBe('First text')
  })
})

describe('pause, cancel, opt-out', () => {
  test('pause stops it, resume finishes it, every recipient gets it once', async () => {
    const person = await signUp()
    const { sessionId, id } = await readyFor(person, 50)
    await stopPhone(person, sessionId)
    await begun(person, id)
    expect((await person.call(broadcasts.pause, { params: { id } })).body).toMatchObject({
      status: 'paused',
      pause_reason: 'user',
    })
    await person.call(waSessions.start, { params: { id: sessionId } })
    await until(
      'a working session',
      () => session(person, sessionId),
      ({ status }) => status === 'working',
    )
    expect((await show(person, id)).counts.pending).toBe(50)
    expect((await person.call(broadcasts.resume, { params: { id } })).status).toBe(200)
    await sent(person, id)
    const arrived = await witness(sessionId)
    expect(arrived.size).toBe(50)
    for (const frames of arrived.values()) expect(frames).toHaveLength(1)
  })

  test('cancel leaves nothing pending, and is final', async () => {
    const person = await signUp()
    const { body } = await person.call(waSessions.list)
    await addContacts(person, [ordinary(1), ordinary(2)])
    const { id } = await draft(person, body.data[0]!.id, { all_contacts: true })
    await begun(person, id)
    const cancelled = await person.call(broadcasts.cancel, { params: { id } })
    expect(cancelled.body).toMatchObject({ status: 'cancelled', counts: { cancelled: 2, pending: 0 } })
    expect((await person.call(broadcasts.resume, { params: { id } })).status).toBe(409)
    expect((await person.call(broadcasts.send, { params: { id } })).status).toBe(409)
  })

  test('an opt-out after the start is honoured at the next claim', async () => {
    const person = await signUp()
    const { body } = await person.call(waSessions.list)
    const sessionId = body.data[0]!.id
    const [first] = await addContacts(person, [ordinary(1), ordinary(2)])
    const { id } = await draft(person, sessionId, { all_contacts: true })
    await begun(person, id)
    await person.call(contacts.update, { params: { id: first! }, body: { version: 1, consent: 'opted_out' } })
    await connectPhone(person)
    await sent(person, id)
    expect([...(await witness(sessionId)).keys()]).toEqual([ordinary(2)])
  })
})

test('contacts of a do-not-contact investor get nothing, whether marked before or after the start', async () => {
  const person = await signUp()
  const { body } = await person.call(waSessions.list)
  const sessionId = body.data[0]!.id
  await addContacts(person, [ordinary(3)])
  const shielded = { name: 'Shielded', do_not_contact: true, contact: { phone: ordinary(1) } }
  const before = await addInvestor(person, shielded)
  const after = await addInvestor(person, { name: 'Later', contact: { phone: ordinary(2) } })
  const { id } = await draft(person, sessionId, { all_contacts: true })
  await person.call(broadcasts.send, { params: { id } })
  await until(
    'sending',
    () => show(person, id),
    ({ status }) => status === 'sending',
  )
  const change = { version: 1, do_not_contact: true }
  await person.call(investors.update, { params: { id: after.id }, body: change })
  await connectPhone(person)
  await sent(person, id)
  expect([...(await witness(sessionId)).keys()]).toEqual([ordinary(3)])
  const { data } = (await person.call(broadcasts.recipients, { params: { id } })).body
  const reasons = Object.fromEntries(data.map(({ name, reason }) => [name, reason]))
  expect(reasons).toMatchObject({ [before.name]: 'do_not_contact', [after.name]: 'do_not_contact' })
})

describe('two processes', () => {
  test('never own one session concurrently, and writes of a former owner are refused', async () => {
    const person = await signUp()
    const sessionId = await connectPhone(person)
    const { acquireLease, lockLease: holdTerm } = await import('./leases/queries.ts')
    const { inTenant } = await import('../../platform/db/index.ts')
    const scope = { organization_id: await organizationOf(sessionId) }
    const rival = await inTenant(database, scope, (tenant) => acquireLease(tenant, sessionId, crypto.randomUUID(), 30))
    expect(rival).toBeUndefined()
    const held = await inTenant(database, scope, (tenant) =>
      holdTerm(tenant, { ...scope, session_id: sessionId, fence: 0 }),
    )
    expect(held).toBeUndefined()
    expect(folder).toBeTruthy()
  })
})

async function organizationOf(sessionId: string): Promise<string> {
  const row = await database.system
    .selectFrom('wa_sessions')
    .select('organization_id')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return row.organization_id
}

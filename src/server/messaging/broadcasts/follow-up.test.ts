// Test messages, copies, follow-ups and exports of a broadcast, with a running engine.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { downloads } from '../../../contract/downloads.ts'
import { users } from '../../../contract/users.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, draft, sent, show, testEngine } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'

const { app, start, signUp, witness, database } = await testEngine()
start()

const [fine, gone, unread, silent] = ['+6281255541000', '+6281255540001', '+6281255540003', '+6281255540007']
const mine = '+6281255549999'

async function ended() {
  const person = await signUp()
  const sessionId = await connectPhone(person)
  await addContacts(person, [fine!, gone!, unread!, mine])
  const { id } = await draft(person, sessionId, { all_contacts: true })
  made(await person.call(broadcasts.send, { params: { id } }))
  await sent(person, id)
  await until(
    'the read receipts',
    () => show(person, id),
    ({ counts }) => counts.read === 2 && counts.delivered === 1,
  )
  return { person, sessionId, id }
}

const audience = async (person: Caller, id: string) =>
  made(await person.call(broadcasts.audience, { params: { id } })).contacts.map(({ phone }) => phone)
const followUp = (person: Caller, id: string, part: 'failed' | 'not_sent' | 'not_read' | 'not_replied') =>
  person.call(broadcasts.retry, { params: { id }, body: { part } })

describe('from a completed broadcast', async () => {
  const over = await ended()

  test('each group of recipients gets its own draft, linked both ways, once despite repeated requests', async () => {
    const { person, id } = over
    const [one, two] = await Promise.all([followUp(person, id, 'failed'), followUp(person, id, 'failed')])
    const retry = made(one)
    expect(made(two).id).toBe(retry.id)
    expect(retry).toMatchObject({ status: 'draft', source: { id, part: 'failed' }, body: 'Halo {{ contact.name }}' })
    expect(await audience(person, retry.id)).toEqual([gone])
    const unreadOne = made(await followUp(person, id, 'not_read'))
    expect(await audience(person, unreadOne.id)).toEqual([unread])
    const unanswered = made(await followUp(person, id, 'not_replied'))
    expect(await audience(person, unanswered.id)).toEqual([fine, unread, mine])
    expect((await show(person, id)).follow_ups.map(({ part }) => part).sort()).toEqual([
      'failed',
      'not_read',
      'not_replied',
    ])
    // Once a user has edited it, another request creates a new one.
    made(await person.call(broadcasts.update, { params: { id: retry.id }, body: { version: 1, name: 'Mine' } }))
    expect(made(await followUp(person, id, 'failed')).id).not.toBe(retry.id)
  })

  test('a follow-up reaches only its recipients', async () => {
    const { person, sessionId, id } = await ended()
    const { id: next } = made(await followUp(person, id, 'not_read'))
    made(await person.call(broadcasts.send, { params: { id: next } }))
    await sent(person, next)
    const arrived = await witness(sessionId)
    expect([fine!, unread!, mine].map((number) => arrived.get(number)!.length)).toEqual([1, 2, 1])
  })

  test('unconfirmed recipients are included only on request', async () => {
    const { person, id } = await ended()
    await inTenant(database, { organization_id: organizationOf(person) }, ({ db }) =>
      sql`update recipients set status = 'failed', reason = 'unconfirmed', retryable = false
        where broadcast_id = ${id} and address = ${unread}`.execute(db),
    )
    const tryAgain = async (body: object) => {
      const { id: next } = made(
        await person.call(broadcasts.retry, { params: { id }, body: { part: 'failed', ...body } }),
      )
      return await audience(person, next)
    }
    expect(await tryAgain({})).toEqual([gone])
    expect(await tryAgain({ include_unconfirmed: true })).toEqual([gone, unread])
    // The checkbox was cleared again.
    expect(await tryAgain({ include_unconfirmed: false })).toEqual([gone])
    const { id: notSent } = made(
      await person.call(broadcasts.retry, { params: { id }, body: { part: 'not_sent', include_unconfirmed: true } }),
    )
    expect(await audience(person, notSent)).toEqual([gone, unread])
  })

  test('a recipient who has read it since the follow-up was created is not reminded', async () => {
    const { person, sessionId, id } = await ended()
    const { id: next } = made(await followUp(person, id, 'not_read'))
    await inTenant(database, { organization_id: organizationOf(person) }, ({ db }) =>
      sql`update recipients set status = 'read', read_at = now() where broadcast_id = ${id} and address = ${unread}`.execute(
        db,
      ),
    )
    const { reach, excluded } = made(await person.call(broadcasts.preflight, { params: { id: next } }))
    expect([reach, excluded]).toMatchObject([0, [{ reason: 'no_longer_applies', count: 1 }]])
    made(await person.call(broadcasts.send, { params: { id: next } }))
    expect((await sent(person, next)).counts).toMatchObject({ skipped: 1 })
    expect((await witness(sessionId)).get(unread!)).toHaveLength(1)
  })

  test('a copy has its audience and template, but none of its results', async () => {
    const { person, id } = over
    const source = await show(person, id)
    const copy = made(await person.call(broadcasts.duplicate, { params: { id } }))
    expect(copy).toMatchObject({
      status: 'draft',
      name: source.name,
      template_id: source.template_id,
      audience: { all_contacts: true },
      counts: { read: 0 },
      source: { id, name: source.name, part: 'copy' },
    })
    expect(made(await person.call(broadcasts.duplicate, { params: { id } })).id).toBe(copy.id)
  })

  test('its recipients are exported without formulas', async () => {
    const { person, id } = await ended()
    const [contact] = made(await person.call(contacts.list, { query: { q: fine! } })).data
    const change = { version: contact!.version, name: '=1+1' }
    made(await person.call(contacts.update, { params: { id: contact!.id }, body: change }))
    const { id: next } = made(await followUp(person, id, 'not_replied'))
    made(await person.call(broadcasts.send, { params: { id: next } }))
    await sent(person, next)
    const { url } = made(await person.call(downloads.recipients, { params: { id: next } }))
    const { payload, headers } = await app.inject({ method: 'GET', url })
    expect(headers['content-disposition']).toContain('recipients-News.csv')
    const lines = payload.trim().split('\r\n')
    expect(lines[0]).toBe(
      'id,name,phone,status,reason,reason_text,retryable,text,wa_message_id,attempts,sent_at,delivered_at,read_at,replied_at,' +
        'participants,delivered_count,read_count,contact_id,wa_group_id',
    )
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain(`,'=1+1,${fine},`)
    const stranger = await signUp()
    expect((await stranger.call(downloads.recipients, { params: { id: next } })).status).toBe(404)
  })

  test('its recipients are exported with the reason in the language of the user', async () => {
    const { person, id } = over
    const file = async () => {
      const { url } = made(await person.call(downloads.recipients, { params: { id } }))
      return (await app.inject({ url })).payload
    }
    expect(await file()).toContain(',not_on_whatsapp,Not on WhatsApp,')
    made(await person.call(users.updateProfile, { body: { locale: 'id' } }))
    expect(await file()).toContain(',not_on_whatsapp,Tidak ada di WhatsApp,')
  })

  test('its recipients are filtered by reason and reply', async () => {
    const { person, id } = over
    const total = async (query: object) =>
      made(await person.call(broadcasts.recipients, { params: { id }, query })).pagination.total
    expect(await total({ reason: 'not_on_whatsapp' })).toBe(1)
    expect(await total({ reason: 'busy' })).toBe(0)
    expect(await total({ replied: 'true' })).toBe(0)
    // Numbers in local format.
    expect(await total({ q: '0812 5554-0001' })).toBe(1)
    expect(await total({ q: '+62 812' })).toBe(4)
    expect(await total({ q: 'contact 2' })).toBe(1)
    expect(await total({ q: '-' })).toBe(0)
    const matches = async (q: string) =>
      made(await person.call(broadcasts.renderedMessages, { params: { id }, query: { q } })).pagination.total
    expect(await matches('0812 5554-0001')).toBe(1)
    expect(await matches('-')).toBe(0)
    expect(await total({ replied: 'false' })).toBe(4)
  })
})

describe('a test message', () => {
  test('is rendered for the first recipient, arrives once despite repeated requests, and is in no count', async () => {
    const person = await signUp()
    const sessionId = await connectPhone(person)
    await addContacts(person, [fine!])
    const { id } = await draft(person, sessionId, { all_contacts: true })
    const press = () => person.call(broadcasts.test, { params: { id }, body: { to: mine } })
    const tests = await Promise.all([press(), press(), press()])
    expect(new Set(tests.map((answer) => made(answer).id)).size).toBe(1)
    const read = await until(
      'the test to be read',
      async () => made(await person.call(broadcasts.tests, { params: { id } })).data,
      ([first]) => first?.status === 'read',
    )
    expect(read).toMatchObject([{ address: mine, text: 'Halo Contact 1' }])
    expect([...(await witness(sessionId))]).toMatchObject([[mine, [{ text: 'Halo Contact 1', count: 1 }]]])
    expect(await show(person, id)).toMatchObject({ status: 'draft', counts: { read: 0 } })
    expect(made(await person.call(broadcasts.list)).pagination.total).toBe(1)
    expect((await person.call(broadcasts.get, { params: { id: read[0]!.id } })).status).toBe(404)
  })

  test('ignores sending hours, and does not count for the frequency cap', async () => {
    const person = await signUp()
    const sessionId = await connectPhone(person)
    await addContacts(person, [fine!])
    const pacing = {
      mode: 'custom' as const,
      limits: {
        new_gap: { min: 10, max: 10 },
        known_gap: { min: 3, max: 3 },
        group_gap: { min: 5, max: 5 },
        rest_after: 20,
        rest: { min: 0, max: 0 },
        hourly_cap: 60,
        daily_cap: 300,
        new_chat_cap: 1,
        warm_up: null,
        hours: { from: '00:00', to: '00:01' },
        contact_hours: 24,
      },
    }
    made(await person.call(waSessions.update, { params: { id: sessionId }, body: { pacing } }))
    const { id } = await draft(person, sessionId, { all_contacts: true })
    // A test message is sent at any hour.
    made(await person.call(broadcasts.test, { params: { id }, body: { to: fine! } }))
    await until(
      'the test to arrive',
      async () => made(await person.call(broadcasts.tests, { params: { id } })).data[0],
      (row) => row?.status === 'read',
    )
    expect(made(await person.call(broadcasts.preflight, { params: { id } })).recently_messaged).toBe(0)
  })

  test('needs a number, a recipient, and a complete message', async () => {
    const person = await signUp()
    const [session] = made(await person.call(waSessions.list)).data
    const { id } = await draft(person, session!.id, { all_contacts: true }, 'Halo {{ contact.company }}')
    const refused = async (body: object) => {
      const { status, problem } = await person.call(broadcasts.test, { params: { id }, body })
      return [status, problem.errors?.[0]?.path]
    }
    expect(await refused({})).toEqual([400, 'to'])
    expect(await refused({ to: 'nonsense' })).toEqual([400, 'to'])
    expect(await refused({ to: mine })).toEqual([400, 'audience'])
    await addContacts(person, [silent!])
    expect(await refused({ to: mine })).toEqual([400, 'body'])
  })
})

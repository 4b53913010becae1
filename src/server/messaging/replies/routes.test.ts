// Replies over HTTP: listed, handled, answered once, and the outcome of an answer.
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { investors } from '../../../contract/investors.ts'
import { pacingPresets } from '../../../contract/pacing.ts'
import { type Answer, replies } from '../../../contract/replies.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, draft, sent, session, testEngine } from '../../test/engine.ts'
import { addInvestor, made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { type Driver, DriverError, type DriverEvent, type OutgoingMessage } from '../drivers/driver.ts'

const { app, start, signUp, witness, database, config } = await testEngine()
const [zahra, yanti, silent] = ['+6281234560100', '+6281234560101', '+6281234560102'] as const
let engine: { stop(): Promise<void> } | undefined
afterEach(async () => await engine?.stop())

interface Network {
  connect(person: Caller): Promise<string>
  /** What the next sends encounter, instead of the simulated network. */
  faults: ((message: OutgoingMessage) => Promise<{ status: 'accepted' | 'sent' }>)[]
  says(event: DriverEvent): Promise<void>
  writes(from: string, text: string): Promise<void>
}

/** The engine, with a network controlled by the test. */
function begin({ evidenceMs }: { evidenceMs?: number } = {}): Network {
  // Sessions of earlier tests are reconnected as well.
  const lines = new Map<string, (event: DriverEvent) => Promise<void>>()
  let mine = ''
  const network: Network = {
    faults: [],
    connect: async (person) => {
      mine = await connectPhone(person)
      return mine
    },
    says: (event) => lines.get(mine)!(event),
    writes: (from, text) => lines.get(mine)!({ type: 'message', id: `3A${Math.random()}`, from, text, at: new Date() }),
  }
  const around = (driver: Driver): Driver => ({
    ...driver,
    abilities: {
      ...driver.abilities,
      ...(evidenceMs !== undefined && { evidenceMs }),
    },
    open: async (options) => {
      lines.set(options.sessionId, options.on)
      const line = await driver.open(options)
      return { ...line, send: (message) => (network.faults.shift() ?? line.send)(message) }
    },
  })
  engine = start(config.secret, { around })
  return network
}

const list = async (person: Caller, query = {}) => made(await person.call(replies.list, { query }))
const answer = async (person: Caller, id: string, text: string) =>
  made(await person.call(replies.answer, { params: { id }, body: { text } }))
const answersOf = async (person: Caller, id: string) => made(await person.call(replies.get, { params: { id } })).answers
const ended = (person: Caller, id: string, holds: (answer: Answer) => boolean) =>
  until('the expected answer', async () => (await answersOf(person, id))[0]!, holds)
const people = async (person: Caller) => made(await person.call(replies.unanswered)).people

test('replies are listed newest first, and filtered by contact, kind and whether they are handled', async () => {
  const person = await signUp()
  const network = begin()
  const session_id = await network.connect(person)
  const [first, second] = await addContacts(person, [zahra, yanti])
  const news = await draft(person, session_id, { contact_ids: [first!] })
  await person.call(broadcasts.send, { params: { id: news.id } })
  await sent(person, news.id)
  await network.writes(zahra, 'Thank you!')
  await network.writes(yanti, 'Who is this?')
  await network.writes(silent, 'Hello')

  const all = await list(person)
  expect(all.data.map(({ text }) => text)).toEqual(['Hello', 'Who is this?', 'Thank you!'])
  expect(all.data[2]).toMatchObject({
    contact: { id: first },
    address: zahra,
    address_text: '+62 812 3456 0100',
    session: { id: session_id, name: 'WhatsApp', driver: 'simulator' },
    broadcast: { id: news.id, name: 'News' },
    handled_at: null,
    answers: [],
  })
  expect(all.data[0]).toMatchObject({ contact: null, broadcast: null })
  expect(await people(person)).toBe(3)

  const investor = await addInvestor(person)
  await person.call(investors.setContact, {
    params: { id: investor.id, contact_id: second! },
    body: { role: 'finance' },
  })
  const texts = async (query: object) => (await list(person, query)).data.map(({ text }) => text)
  expect(await texts({ contact_id: second })).toEqual(['Who is this?'])
  expect(await texts({ investor_id: investor.id })).toEqual(['Who is this?'])
  expect(await texts({ broadcast_id: news.id })).toEqual(['Thank you!'])
  expect(await texts({ session_id, per_page: 1, page: 2 })).toEqual(['Who is this?'])

  // A contact created later is linked to earlier messages from its number.
  const [third] = await addContacts(person, [silent])
  expect(await texts({ contact_id: third })).toEqual(['Hello'])
  expect((await list(person)).data[0]!.contact).toMatchObject({ id: third })

  const { id } = all.data[1]!
  expect(made(await person.call(replies.handle, { params: { id } }))).toMatchObject({
    handled_at: expect.any(String),
    handled_by: { name: expect.stringContaining('Person') },
  })
  expect(await texts({ unanswered: true })).toEqual(['Hello', 'Thank you!'])
  expect(await texts({ unanswered: false })).toEqual(['Who is this?'])
  expect(await people(person)).toBe(2)
  expect(made(await person.call(replies.unhandle, { params: { id } })).handled_at).toBeNull()
  expect(await people(person)).toBe(3)
})

test('a message can be sent to a simulated phone by hand', async () => {
  const person = await signUp()
  begin()
  const id = await connectPhone(person)
  const [contact] = await addContacts(person, [zahra])
  const write = (from: string, text: string) =>
    person.call(waSessions.simulate, { params: { id }, body: { event: 'message', from, text } })
  expect((await write('0812 3456 0100', 'STOP')).status).toBe(202)
  const [reply] = await until(
    'the reply',
    async () => (await list(person)).data,
    (all) => all.length > 0,
  )
  expect(reply).toMatchObject({ text: 'STOP', address: zahra, contact: { id: contact } })
  await until(
    'the opt-out',
    async () => (await person.call(contacts.get, { params: { id: contact! } })).body.consent === 'opted_out',
  )
  expect((await write('12', 'Hello')).problem.errors).toMatchObject([{ path: 'from' }])
  expect((await write(zahra, '')).problem.errors).toMatchObject([{ path: 'text' }])
  await person.call(waSessions.stop, { params: { id } })
  await until(
    'the stop',
    () => session(person, id),
    ({ status }) => status === 'stopped',
  )
  expect((await write(zahra, 'Hello')).problem.code).toBe('state_conflict')
})

test('an answer is sent once, however often it is requested, and shows its delivery state', async () => {
  const person = await signUp()
  const network = begin()
  const session_id = await network.connect(person)
  await addContacts(person, [zahra])
  await network.writes(zahra, 'When is it due?')
  await network.writes(zahra, 'Hello?')
  const [latest, earlier] = (await list(person)).data
  const press = () =>
    app.inject({
      method: 'POST',
      url: `/api/v1/replies/${latest!.id}/answer`,
      headers: { authorization: `Bearer ${person.access_token}`, 'idempotency-key': 'one-press' },
      payload: { text: '  On *Friday*.\nBudi ' },
    })
  const pressed = await Promise.all([press(), press(), press()])
  expect(pressed.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(pressed[0]!.json()).toMatchObject({ text: 'On *Friday*.\nBudi', is_automatic: false })
  const read = await ended(person, latest!.id, ({ status }) => status === 'read')
  expect(read).toMatchObject({
    author: { name: expect.stringContaining('Person') },
    sent_at: expect.any(String),
    delivered_at: expect.any(String),
    read_at: expect.any(String),
    reason: null,
    waiting: null,
  })
  expect((await witness(session_id)).get(zahra)).toMatchObject([{ text: 'On *Friday*.\nBudi', count: 1 }])
  // Earlier messages are handled as well.
  expect((await list(person, { unanswered: true })).data).toEqual([])
  expect(made(await person.call(replies.get, { params: { id: earlier!.id } })).handled_at).not.toBeNull()

  const log = await inTenant(database, { organization_id: organizationOf(person) }, async ({ db }) => {
    const { rows } = await sql`select chat from wa_sends`.execute(db)
    return rows
  })
  expect(log).toEqual([{ chat: 'known' }])
  // Another answer in the same conversation is another message.
  await answer(person, latest!.id, 'Anything else?')
  await until('the second', async () => (await witness(session_id)).get(zahra)?.length === 2)
})

test('an answer with an unknown outcome arrives once under one id, or is reported as failed', async () => {
  const person = await signUp()
  const network = begin({ evidenceMs: 0 })
  const session_id = await network.connect(person)
  await addContacts(person, [zahra])
  await network.writes(zahra, 'Hello?')
  const [reply] = (await list(person)).data
  const ids: string[] = []
  const lost = (message: OutgoingMessage) => {
    ids.push(message.id)
    return Promise.reject(new DriverError('unknown', 'line_lost'))
  }
  network.faults.push(lost)
  await answer(person, reply!.id, 'Hi')
  await ended(person, reply!.id, ({ status }) => status === 'read')
  expect((await witness(session_id)).get(zahra)).toMatchObject([{ id: ids[0], count: 1 }])
  expect(await people(person)).toBe(0)

  await network.writes(zahra, 'And now?')
  const [next] = (await list(person)).data
  network.faults.push(lost, lost)
  await answer(person, next!.id, 'Lost twice')
  const failed = await ended(person, next!.id, ({ status }) => status === 'failed')
  expect(failed.reason).toBe('unconfirmed')
  expect(ids[2]).toBe(ids[1])
  // The reply is open again.
  expect((await list(person, { unanswered: true })).data).toMatchObject([{ id: next!.id }])
  // A late receipt still counts.
  await network.says({ type: 'receipt', id: ids[1]!, status: 'delivered', at: new Date() })
  expect(await ended(person, next!.id, ({ status }) => status === 'delivered')).toMatchObject({ reason: null })
  expect((await list(person, { unanswered: true })).data).toEqual([])
})

test('an undeliverable answer shows the reason, and a deferred one is sent later', async () => {
  const person = await signUp()
  const network = begin()
  const session_id = await network.connect(person)
  await addContacts(person, [zahra])
  await network.writes(zahra, 'Hello?')
  const [reply] = (await list(person)).data
  network.faults.push(() => Promise.reject(new DriverError('later', 'rate_overlimit')))
  await answer(person, reply!.id, 'Hi')
  await ended(person, reply!.id, ({ status }) => status === 'read')
  expect((await witness(session_id)).get(zahra)).toMatchObject([{ count: 1 }])

  await network.writes(zahra, 'And?')
  const [next] = (await list(person)).data
  network.faults.push(() => Promise.reject(new DriverError('impossible', 'not_on_whatsapp')))
  await answer(person, next!.id, 'Hi')
  expect(await ended(person, next!.id, ({ status }) => status === 'failed')).toMatchObject({
    reason: 'not_on_whatsapp',
  })
  expect(await people(person)).toBe(1)

  // Rejected after it was accepted.
  let id = ''
  network.faults.push(async (message) => {
    id = message.id
    return { status: 'accepted' }
  })
  await answer(person, next!.id, 'Once more')
  await until('the sent answer', () => id !== '')
  await network.says({ type: 'refused', id, code: 'reachout_locked' })
  const [, refused] = await until(
    'its end',
    () => answersOf(person, next!.id),
    (all) => all[1]?.status === 'failed',
  )
  expect(refused).toMatchObject({ reason: 'reachout_locked' })
})

test('an answer waits for its session, can be withdrawn meanwhile, and is dropped with it', async () => {
  const person = await signUp()
  const network = begin()
  const session_id = await network.connect(person)
  await addContacts(person, [zahra])
  await network.writes(zahra, 'Hello?')
  const [reply] = (await list(person)).data
  const params = { id: session_id }
  await person.call(waSessions.stop, { params })
  await until('the stopped session', async () => (await session(person, session_id)).status === 'stopped')
  const waiting = await answer(person, reply!.id, 'Tomorrow')
  expect(waiting).toMatchObject({ status: 'pending', waiting: { reason: 'session', until: null } })
  expect(await people(person)).toBe(0)
  const cancelled = await person.call(replies.cancelAnswer, { params: { id: waiting.id } })
  expect(cancelled.body).toMatchObject({ status: 'cancelled' })
  expect(await answersOf(person, reply!.id)).toEqual([])
  expect(await people(person)).toBe(1)
  expect((await person.call(replies.cancelAnswer, { params: { id: waiting.id } })).status).toBe(404)

  await answer(person, reply!.id, 'On Friday')
  await person.call(waSessions.remove, { params })
  expect(await answersOf(person, reply!.id)).toMatchObject([{ status: 'failed', reason: 'session_removed' }])
  const refused = await person.call(replies.answer, { params: { id: reply!.id }, body: { text: 'Hi' } })
  expect(refused.problem).toMatchObject({ code: 'state_conflict', detail: expect.stringContaining('was removed') })
  expect((await witness(session_id)).get(zahra)).toBeUndefined()
})

test('an answer follows the pacing of the session, and shows when it is due', async () => {
  const person = await signUp()
  const network = begin()
  const session_id = await network.connect(person)
  // So long that the second answer waits on every machine.
  const limits = { ...pacingPresets.careful, known_gap: { min: 3_600, max: 3_600 } }
  const pacing = { mode: 'custom', limits } as const
  made(await person.call(waSessions.update, { params: { id: session_id }, body: { pacing } }))
  await network.writes(zahra, 'Hello?')
  await network.writes(yanti, 'Hello?')
  const [second, first] = (await list(person)).data
  await answer(person, first!.id, 'Hi')
  await ended(person, first!.id, ({ sent_at }) => sent_at !== null)
  await answer(person, second!.id, 'Hi')
  const { waiting } = await ended(person, second!.id, (now) => now.waiting !== null)
  expect(waiting).toEqual({ reason: 'pace', until: expect.any(String) })
  expect(Date.parse(waiting!.until!)).toBeGreaterThan(Date.now())
})

test('a contact who opted out gets no answer, not even a waiting one', async () => {
  const person = await signUp()
  const network = begin()
  const session_id = await network.connect(person)
  const [id] = await addContacts(person, [zahra])
  await network.writes(zahra, 'Hello?')
  const [reply] = (await list(person)).data
  await person.call(waSessions.stop, { params: { id: session_id } })
  await until('the stopped session', async () => (await session(person, session_id)).status === 'stopped')
  await answer(person, reply!.id, 'Tomorrow')
  const { version } = made(await person.call(contacts.get, { params: { id: id! } }))
  await person.call(contacts.update, { params: { id: id! }, body: { version, consent: 'opted_out' } })
  const refused = await person.call(replies.answer, { params: { id: reply!.id }, body: { text: 'Hi' } })
  expect(refused.problem).toMatchObject({ code: 'state_conflict', detail: expect.stringContaining('START') })
  await network.connect(person)
  expect(await ended(person, reply!.id, ({ status }) => status === 'failed')).toMatchObject({ reason: 'opted_out' })
  expect((await witness(session_id)).get(zahra)).toBeUndefined()
})

test('a conversation lists broadcasts, replies and answers in order', async () => {
  const person = await signUp()
  const network = begin()
  const session_id = await network.connect(person)
  const [id] = await addContacts(person, [zahra])
  const params = { id: id! }
  const show = async (query = {}) => made(await person.call(replies.conversation, { params, query }))
  expect(await show()).toMatchObject({ data: [], answer_target: null, unanswered: 0 })
  const news = await draft(person, session_id, { contact_ids: [id!] })
  await person.call(broadcasts.send, { params: { id: news.id } })
  await sent(person, news.id)
  await network.writes(zahra, 'Thanks')
  const [reply] = (await list(person)).data
  expect((await show()).answer_target).toEqual({
    reply_id: reply!.id,
    session_id,
    session_name: 'WhatsApp',
    driver: 'simulator',
    refusal: null,
  })
  await answer(person, reply!.id, 'You are welcome')
  await ended(person, reply!.id, ({ status }) => status === 'read')
  await network.writes(zahra, 'STOP')
  const said = await until('the whole conversation', show, ({ data }) => data.length === 5)
  expect(said.data.map((saying) => [saying.kind, saying.text.slice(0, 12)])).toEqual([
    ['answer', 'You will no '],
    ['reply', 'STOP'],
    ['answer', 'You are welc'],
    ['reply', 'Thanks'],
    ['broadcast', 'Halo Contact'],
  ])
  expect(said).toMatchObject({ unanswered: 0, answer_target: { refusal: { code: 'reply.opted_out' } } })
  expect(said.data[4]).toMatchObject({ broadcast: { name: 'News' }, status: 'read', driver: 'simulator' })
  // Replies to an answer belong to the broadcast too.
  expect((await list(person, { broadcast_id: news.id })).data.map(({ text }) => text)).toEqual(['STOP', 'Thanks'])
  const second = await show({ per_page: 2, page: 2 })
  expect(second.data.map(({ kind }) => kind)).toEqual(['answer', 'reply'])
  expect(second.pagination).toMatchObject({ total: 5, total_pages: 3 })
})

test('an empty or too long answer is rejected', async () => {
  const person = await signUp()
  const network = begin()
  await network.connect(person)
  await network.writes(zahra, 'Hello?')
  const [reply] = (await list(person)).data
  for (const text of ['', ' \n ', 'x'.repeat(2_001)]) {
    const { status, problem } = await person.call(replies.answer, { params: { id: reply!.id }, body: { text } })
    expect([status, problem.errors?.[0]?.path]).toEqual([400, 'text'])
  }
})

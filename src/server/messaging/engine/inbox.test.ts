// Replies: stored once, and opt-outs honored, through the API.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { conversations } from '../../../contract/conversations.ts'
import { replies } from '../../../contract/replies.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, draft, sent, show, testEngine } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import type { Driver, DriverEvent } from '../drivers/driver.ts'

const { start, signUp, witness, database, config } = await testEngine()
const [zahra, yanti, stops] = ['+6281234560100', '+6281234560101', '+6281234560005'] as const
let engine: { stop(): Promise<void> } | undefined
afterEach(async () => await engine?.stop())

/** The engine, and a way to emit events of the network. `time`: what pacing takes for now. */
function begin(time?: (now: number) => number) {
  // Sessions of earlier tests are connected again, too.
  const lines = new Map<string, (event: DriverEvent) => Promise<void>>()
  const around = (driver: Driver): Driver => ({
    ...driver,
    open: (options) => {
      lines.set(options.sessionId, options.on)
      return driver.open(options)
    },
  })
  engine = start(config.secret, { around, ...(time ? { time } : {}) })
  const tell = (session: string, event: DriverEvent) => lines.get(session)!(event)
  const say = (session: string) => (event: Omit<Extract<DriverEvent, { type: 'message' }>, 'type' | 'at'>) =>
    tell(session, { type: 'message', at: new Date(), ...event })
  return Object.assign(say, { tell })
}

const messages = (person: Caller) =>
  inTenant(database, { organization_id: organizationOf(person) }, async ({ db }) => {
    const { rows } = await sql<{ id: string; text: string; contact_id: string | null; answered_at: string | null }>`
      select m.wa_message_id as id, m.text, m.contact_id, a.sent_at as answered_at from wa_messages m
      left join wa_answers a on a.reply_id = m.id order by m.at, m.received_at`.execute(db)
    return rows
  })
const contact = async (person: Caller, id: string) => (await person.call(contacts.get, { params: { id } })).body
const recipients = async (person: Caller, id: string) =>
  (await person.call(broadcasts.recipients, { params: { id }, query: {} as never })).body.data

async function broadcast(person: Caller, session: string) {
  const { id } = await draft(person, session, { all_contacts: true })
  await person.call(broadcasts.send, { params: { id } })
  await sent(person, id)
  return id
}

test('a contact who replies STOP gets one confirmation, and no more messages', async () => {
  const person = await signUp()
  const lines = begin()
  const session = await connectPhone(person)
  const [stopped, other] = await addContacts(person, [stops, zahra])
  const first = await broadcast(person, session)
  await until('the answer', async () => (await messages(person)).some(({ answered_at }) => answered_at))
  expect(await contact(person, stopped!)).toMatchObject({
    consent: 'opted_out',
    consent_how: 'WhatsApp',
    consent_evidence: 'STOP',
  })
  expect((await contact(person, other!)).consent).toBe('unknown')
  const replied = (await recipients(person, first)).filter(({ replied_at }) => replied_at !== null)
  expect(replied.map(({ contact_id }) => contact_id)).toEqual([stopped])

  const second = await broadcast(person, session)
  expect((await recipients(person, second)).map(({ status, reason }) => [status, reason])).toContainEqual([
    'skipped',
    'opted_out',
  ])
  // The contact replies STOP to the automatic answer, too.
  await lines(session)({ id: '3A09', from: stops, text: 'STOP' })
  expect(await messages(person)).toHaveLength(2)
  const arrived = (await witness(session)).get(stops)!
  expect(arrived.map(({ text }) => text)).toEqual([expect.stringMatching(/^Halo/), expect.stringMatching(/START/)])
  expect((await messages(person)).every(({ contact_id }) => contact_id === stopped)).toBe(true)
})

test('a duplicate message is stored and answered once; START opts in again', async () => {
  const person = await signUp()
  const lines = begin()
  const session = await connectPhone(person)
  const say = lines(session)
  const [id] = await addContacts(person, [zahra])
  const stop = { id: '3A01', from: zahra, text: 'Berhenti.' }
  await Promise.all([say(stop), say(stop)])
  await say(stop)
  await say({ id: '3A02', from: zahra, text: 'stop' })
  expect((await contact(person, id!)).consent).toBe('opted_out')
  expect(await messages(person)).toMatchObject([{ id: '3A01' }, { id: '3A02' }])
  await say({ id: '3A03', from: zahra, text: 'MULAI' })
  expect((await contact(person, id!)).consent).toBe('opted_in')
  // The chat is no longer new.
  await say(stop)
  expect((await contact(person, id!)).consent).toBe('opted_in')
  await until('both answers', async () => (await witness(session)).get(zahra)?.length === 2)
})

test('STOP during a broadcast is honored at the next claim, and confirmed once however often it is sent', async () => {
  const person = await signUp()
  const begun = Date.now()
  // The second night from now, after the database's own clock: at night only contacts who have just written get messages.
  const night = Date.parse(`${new Date(begun + 48 * 3_600_000).toISOString().slice(0, 10)}T03:00:00+07:00`)
  const lines = begin((now) => night + now - begun)
  const session = await connectPhone(person)
  const say = lines(session)
  const pace = (mode: 'careful' | 'off') =>
    person.call(waSessions.update, { params: { id: session }, body: { pacing: { mode } } })
  await pace('careful')
  const [stopped, other] = await addContacts(person, [yanti, zahra])
  const { id } = await draft(person, session, { all_contacts: true })
  await person.call(broadcasts.send, { params: { id } })
  await until(
    'the wait for the morning',
    () => show(person, id),
    ({ waiting }) => waiting?.reason === 'hours',
  )
  const stop = { from: yanti, text: 'Berhenti' }
  await Promise.all([say({ id: '3A01', ...stop }), say({ id: '3A01', ...stop }), say({ id: '3A02', ...stop })])
  await say({ id: '3A03', ...stop })
  await until('the answer', async () => (await messages(person)).some(({ answered_at }) => answered_at))
  await pace('off')
  await sent(person, id)
  const ended = Object.fromEntries(
    (await recipients(person, id)).map((row) => [row.contact_id, [row.status, row.reason]]),
  )
  expect(ended[stopped!]).toEqual(['skipped', 'opted_out'])
  expect(ended[other!]![1]).toBeNull()
  expect((await witness(session)).get(yanti)).toMatchObject([{ text: expect.stringMatching(/MULAI/), count: 1 }])
})

test('a hidden sender is unknown until WhatsApp reveals the number: then everything is assigned to the contact', async () => {
  const person = await signUp()
  const lines = begin()
  const session = await connectPhone(person)
  const say = lines(session)
  const [id] = await addContacts(person, [zahra])
  const first = await broadcast(person, session)
  const lid = '99912345@lid'
  await say({ id: '3A01', from: lid, text: 'Halo' })
  await say({ id: '3A02', from: lid, text: 'STOP' })
  expect((await contact(person, id!)).consent).toBe('unknown')
  expect(await messages(person)).toMatchObject([{ contact_id: null }, { contact_id: null }])
  await lines.tell(session, { type: 'number_known', lid, number: zahra })
  // A repetition does no harm.
  await lines.tell(session, { type: 'number_known', lid, number: zahra })
  expect(await contact(person, id!)).toMatchObject({ consent: 'opted_out', consent_evidence: 'STOP' })
  expect(await messages(person)).toMatchObject([{ contact_id: id }, { contact_id: id }])
  expect((await recipients(person, first)).map(({ replied_at }) => replied_at !== null)).toEqual([true])
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

test('the latest opt-in or opt-out applies, in whatever order messages arrive', async () => {
  const person = await signUp()
  const lines = begin()
  const session = await connectPhone(person)
  const [id, other] = await addContacts(person, [zahra, yanti])
  const say = (key: string, from: string, text: string, at: Date) =>
    lines.tell(session, { type: 'message', id: key, from, text, at })
  const consent = async () => (await contact(person, id!)).consent
  const lid = '99912346@lid'
  await say('3A01', lid, 'START', minutesAgo(9))
  await say('3A02', zahra, 'STOP', minutesAgo(8))
  await lines.tell(session, { type: 'number_known', lid, number: zahra })
  expect(await consent()).toBe('opted_out')
  // Older than the last message, as if received late through another session.
  await say('3A03', zahra, 'START', minutesAgo(8.5))
  expect(await consent()).toBe('opted_out')
  await say('3A04', zahra, 'START', minutesAgo(7))
  expect(await consent()).toBe('opted_in')
  await say('3A05', zahra, 'STOP', minutesAgo(7.5))
  expect(await consent()).toBe('opted_in')
  // A user records the consent by hand.
  const { version } = await contact(person, other!)
  await person.call(contacts.update, { params: { id: other! }, body: { version, consent: 'opted_out' } })
  await say('3A06', yanti, 'START', minutesAgo(1))
  expect((await contact(person, other!)).consent).toBe('opted_out')
  await say('3A07', yanti, 'START', new Date(Date.now() + 1_000))
  expect((await contact(person, other!)).consent).toBe('opted_in')
})

test('other words change nothing, and a stranger’s opt-out is stored by number', async () => {
  const person = await signUp()
  const lines = begin()
  const say = lines(await connectPhone(person))
  const [id] = await addContacts(person, [zahra])
  await say({ id: '3A01', from: zahra, text: 'stop, o Zé não vem' })
  expect((await contact(person, id!)).consent).toBe('unknown')
  await say({ id: '3A02', from: yanti, text: 'STOP' })
  const [later] = await addContacts(person, [yanti])
  expect(await contact(person, later!)).toMatchObject({ consent: 'opted_out', consent_evidence: 'STOP' })
})

test('a message that PostgreSQL rejects blocks no STOP', async () => {
  const person = await signUp()
  const say = begin()
  const session = await connectPhone(person)
  const [id] = await addContacts(person, [zahra])
  await say(session)({ id: 'nul', from: yanti, text: 'Ha\0lo' })
  // Longer than any index accepts.
  await say(session)({ id: randomBytes(8_000).toString('hex'), from: yanti, text: 'Halo' })
  await say(session)({ id: 'stop', from: zahra, text: 'STOP' })
  expect((await messages(person)).map(({ text }) => text)).toEqual(['Halo', 'STOP'])
  expect(await contact(person, id!)).toMatchObject({ consent: 'opted_out' })
})

test('a reply belongs to the quoted message, otherwise to the last one; never to another contact’s message', async () => {
  const say = begin()
  const person = await signUp()
  const session = await connectPhone(person)
  await addContacts(person, [zahra])
  const first = await broadcast(person, session)
  await addContacts(person, [yanti])
  const second = await broadcast(person, session)
  const idOf = async (id: string, address: string) =>
    (await recipients(person, id)).find((row) => row.address === address)!.wa_message_id!
  const replied = async (id: string) =>
    (await recipients(person, id)).map(({ replied_at }) => replied_at !== null).filter(Boolean).length

  await say(session)({ id: '3AQ1', from: zahra, text: 'Ya', quoted: await idOf(first, zahra) })
  expect([await replied(first), await replied(second)]).toEqual([1, 0])
  await say(session)({ id: '3AQ2', from: zahra, text: '🎤 Voice message', quoted: await idOf(second, yanti) })
  expect([await replied(first), await replied(second)]).toEqual([1, 1])
  const { data } = made(await person.call(replies.list))
  expect(data.map(({ text, broadcast }) => [text, broadcast?.id])).toEqual([
    ['🎤 Voice message', second],
    ['Ya', first],
  ])
})

test('a long text is stored up to the limit, and marked as shortened', async () => {
  const person = await signUp()
  const say = begin()
  const session = await connectPhone(person)
  const tell = say(session)
  await addContacts(person, [zahra])
  await tell({ id: 'LONG', from: zahra, text: `${'x'.repeat(4_095)}😀${'y'.repeat(2_000_000)}` })
  await tell({ id: 'WHOLE', from: zahra, text: 'z'.repeat(4_096), quoted: 'q'.repeat(100_000) })
  // With an id that no index can hold it is skipped, and blocks no other message.
  await tell({ id: 'I'.repeat(100_000), from: zahra, text: 'never kept' })
  await tell({ id: 'LAST', from: zahra, text: 'Halo' })
  const { data } = made(await person.call(replies.list, { query: {} as never }))
  expect(data.map(({ text, is_truncated }) => [text.length, is_truncated]).sort()).toEqual([
    [4, false],
    [4_095, true],
    [4_096, false],
  ])
})

test('STOP from another number of a contact opts the contact out, and the reply joins the same conversation', async () => {
  const person = await signUp()
  const lines = begin()
  const session = await connectPhone(person)
  const other_phones = [{ label: 'work' as const, phone: '+6281234560301' }]
  const { id } = made(
    await person.call(contacts.create, { body: { name: 'Sari', phone: '+6281234560300', other_phones } }),
  )
  const say = lines(session)
  await say({ id: 'FROM-WORK', from: '+6281234560301', text: 'Hello' })
  await say({ id: 'STOP-FROM-WORK', from: '+6281234560301', text: 'STOP' })
  expect((await messages(person)).map(({ contact_id }) => contact_id)).toEqual([id, id])
  expect(await contact(person, id)).toMatchObject({ consent: 'opted_out', consent_evidence: 'STOP' })
  const { data } = made(await person.call(conversations.list, { query: {} }))
  expect(data).toMatchObject([{ contact: { id }, unanswered: 1 }])
  // START from the preferred number opts the same person in again.
  await say({ id: 'START', from: '+6281234560300', text: 'START' })
  expect((await contact(person, id)).consent).toBe('opted_in')
})

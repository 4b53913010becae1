// Direct messages in the engine: sent once despite restarts, refused at the last moment, with files, limited as new chats.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { type DirectMessageInput, directMessages } from '../../../contract/direct-messages.ts'
import { investors } from '../../../contract/investors.ts'
import { type PacingInput, pacingPresets } from '../../../contract/pacing.ts'
import { type Answer, type ConversationItem, replies } from '../../../contract/replies.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { hint } from '../../platform/db/hints.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, ordinary, stopPhone, testEngine, withSend } from '../../test/engine.ts'
import { keepFile, pdfFile } from '../../test/media-files.ts'
import { addInvestor, made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { type Driver, DriverError, type DriverEvent } from '../drivers/driver.ts'
import { readWitness } from '../drivers/simulator/log.ts'
import { nextDue } from '../replies/service.ts'

const { start, signUp, witness, database, config, folder } = await testEngine()
const hour = 3_600_000
let ahead = 0
let engine: { stop(): Promise<void> } | undefined
const lines = new Map<string, (event: DriverEvent) => Promise<void>>()
const hears =
  (more: Partial<Driver['abilities']> = {}) =>
  (driver: Driver): Driver => ({
    ...driver,
    abilities: { ...driver.abilities, ...more },
    open: (options) => {
      lines.set(options.sessionId, options.on)
      return driver.open(options)
    },
  })
const begin = (around: (driver: Driver) => Driver = hears()) => {
  engine = start(config.secret, { time: (now) => now + ahead, around })
}
afterEach(async () => {
  ahead = 0
  await engine?.stop()
})

const say = async (person: Caller, id: string, body: DirectMessageInput) =>
  made(await person.call(directMessages.send, { params: { id }, body }))
const preview = async (person: Caller, id: string) =>
  made(await person.call(directMessages.preview, { params: { id }, body: {} }))
const said = async (person: Caller, id: string) => {
  const { data } = made(await person.call(replies.conversation, { params: { id } }))
  return data.filter((item): item is Extract<ConversationItem, { kind: 'answer' }> => item.kind === 'answer')
}
const ended = (person: Caller, id: string, holds: (answer: Answer) => boolean) =>
  until('the expected message', async () => (await said(person, id))[0]!, holds)
const arrive = (session: string, from: string, text: string) =>
  lines.get(session)!({ type: 'message', id: randomUUID(), from, text, at: new Date() })
const setPacing = async (person: Caller, id: string, pacing: PacingInput) =>
  made(await person.call(waSessions.update, { params: { id }, body: { pacing } }))
const wake = (person: Caller) =>
  inTenant(database, { organization_id: organizationOf(person) }, (tenant) => hint(tenant, 'replies'))

test('a first message to a contact is sent once and gets its receipts, also after a restart', async () => {
  const person = await signUp()
  begin()
  const session = await connectPhone(person)
  const [budi] = await addContacts(person, [ordinary(0)])
  const { id } = await say(person, budi!, { text: ' Pak Budi, apa kabar? ' })
  const arrived = await ended(person, budi!, ({ status }) => status === 'read')
  expect(arrived).toMatchObject({ id, text: 'Pak Budi, apa kabar?', author: { id: expect.any(String) }, reason: null })

  await stopPhone(person, session)
  expect(await say(person, budi!, { text: 'Second' })).toMatchObject({
    status: 'pending',
    waiting: { reason: 'session', until: null },
    session: { id: session },
  })
  await engine!.stop()
  begin()
  expect((await said(person, budi!))[0]).toMatchObject({ status: 'pending' })
  await person.call(waSessions.start, { params: { id: session } })
  await ended(person, budi!, ({ text, status }) => text === 'Second' && status === 'read')
  expect((await witness(session)).get(ordinary(0))!.map(({ text }) => text)).toEqual(['Pak Budi, apa kabar?', 'Second'])
})

test('a message whose outcome was lost in a crash is sent again under the same id', async () => {
  const person = await signUp()
  let isBroken = true
  const ids: string[] = []
  begin((driver) =>
    withSend(driver, async (message, session) => {
      ids.push(message.id)
      const answer = await session.send(message)
      if (isBroken) throw new DriverError('unknown', 'line_lost')
      return answer
    }),
  )
  const session = await connectPhone(person)
  const [budi] = await addContacts(person, [ordinary(1)])
  await say(person, budi!, { text: 'Once' })
  await until('the first attempt', async () => ids.length > 0, Boolean)
  isBroken = false
  await ended(person, budi!, ({ status }) => status === 'read')
  expect(new Set(ids).size).toBe(1)
  expect((await witness(session)).get(ordinary(1))).toMatchObject([{ text: 'Once' }])
})

test('a contact who opts out, is deleted or must not be contacted while the message waits does not get it', async () => {
  const person = await signUp()
  begin()
  const session = await connectPhone(person)
  const [stops, deleted, barred, fine] = await addContacts(person, [2, 3, 4, 5].map(ordinary))
  await stopPhone(person, session)
  for (const id of [stops, deleted, barred, fine]) await say(person, id!, { text: 'Waits' })
  const version = async (id: string) => made(await person.call(contacts.get, { params: { id } })).version
  const body = { version: await version(stops!), consent: 'opted_out', consent_how: 'Call' } as const
  made(await person.call(contacts.update, { params: { id: stops! }, body }))
  await person.call(contacts.remove, { params: { id: deleted! } })
  const { id } = await addInvestor(person)
  const link = { params: { id, contact_id: barred! }, body: { role: 'self' } } as const
  const investor = made(await person.call(investors.setContact, link))
  const change = { version: investor.version, do_not_contact: true }
  made(await person.call(investors.update, { params: { id }, body: change }))

  await person.call(waSessions.start, { params: { id: session } })
  await ended(person, fine!, ({ status }) => status === 'read')
  expect(await ended(person, stops!, ({ status }) => status !== 'pending')).toMatchObject({ reason: 'opted_out' })
  expect(await ended(person, barred!, ({ status }) => status !== 'pending')).toMatchObject({ reason: 'do_not_contact' })
  expect([...(await witness(session)).keys()]).toEqual([ordinary(5)])
  const refused = await person.call(directMessages.send, { params: { id: stops! }, body: { text: 'Again' } })
  expect(refused).toMatchObject({ status: 409, problem: { message: { code: 'reply.opted_out' } } })
  expect((await preview(person, barred!)).refusal).toMatchObject({ code: 'reply.do_not_contact' })
})

test('a file goes with the message', async () => {
  const person = await signUp()
  begin()
  const session = await connectPhone(person)
  const [budi] = await addContacts(person, [ordinary(6)])
  const media = await keepFile(database, organizationOf(person), 'Statement.pdf', pdfFile(4_000))
  await say(person, budi!, { text: 'Your statement', media_id: media.id })
  expect(await ended(person, budi!, ({ status }) => status === 'read')).toMatchObject({
    media: { id: media.id, name: 'Statement.pdf', kind: 'document' },
  })
  expect(await readWitness(folder, session)).toMatchObject([{ text: 'Your statement', media: expect.any(String) }])
})

test('the daily limit of new chats applies until the contact writes', async () => {
  const person = await signUp()
  begin()
  const session = await connectPhone(person)
  const limits = { ...pacingPresets.careful, warm_up: null, hours: null, new_chat_cap: 1 }
  const noGaps = { new_gap: { min: 10, max: 10 }, known_gap: { min: 3, max: 3 } }
  await setPacing(person, session, { mode: 'custom', limits: { ...limits, ...noGaps } })
  const [first, second, third] = await addContacts(person, [7, 8, 9].map(ordinary))
  await say(person, first!, { text: 'First' })
  await ended(person, first!, ({ status }) => status === 'read')
  ahead = hour
  expect(await preview(person, second!)).toMatchObject({
    is_new_chat: true,
    refusal: null,
    waiting: { reason: 'new_chat_cap', until: expect.any(String) },
  })
  for (const id of [second, third]) await say(person, id!, { text: 'Waits' })
  await ended(person, third!, ({ waiting }) => waiting?.reason === 'new_chat_cap' && waiting.until !== null)
  // Once a contact has written, the chat is known: the limit of new chats no longer delays answers.
  await arrive(session, ordinary(8), 'Halo')
  await ended(person, second!, ({ status }) => status === 'read')
  expect((await said(person, third!))[0]).toMatchObject({ status: 'pending' })
  ahead = 25 * hour
  await wake(person)
  await ended(person, third!, ({ status }) => status === 'read')

  await setPacing(person, session, { mode: 'custom', limits: { ...limits, ...noGaps, new_chat_cap: 0 } })
  const [stranger] = await addContacts(person, [ordinary(10)])
  expect((await preview(person, stranger!)).refusal).toMatchObject({ code: 'direct_message.not_known' })
  await say(person, stranger!, { text: 'Never' })
  expect(await ended(person, stranger!, ({ status }) => status === 'failed')).toMatchObject({ reason: 'not_known' })
})

test('sending hours apply to a message, but not to an answer to a recent reply', async () => {
  const person = await signUp()
  begin()
  const session = await connectPhone(person)
  // It is three in the morning in Jakarta, outside the sending hours.
  ahead = new Date(new Date(Date.now() + 24 * hour).setUTCHours(20, 0, 0, 0)).getTime() - Date.now()
  const limits = { ...pacingPresets.careful, warm_up: null }
  await setPacing(person, session, { mode: 'custom', limits })
  const [budi, sari] = await addContacts(person, [11, 12].map(ordinary))
  await say(person, budi!, { text: 'Good morning' })
  await ended(person, budi!, ({ waiting }) => waiting?.reason === 'hours')
  await arrive(session, ordinary(12), 'Are you awake?')
  expect(made(await person.call(replies.unanswered)).people).toBe(1)
  await say(person, sari!, { text: 'Yes' })
  await ended(person, sari!, ({ status }) => status === 'read')
  expect(made(await person.call(replies.unanswered)).people).toBe(0)
  ahead += 7 * hour
  await wake(person)
  await ended(person, budi!, ({ status }) => status === 'read')
  expect((await witness(session)).size).toBe(2)
})

test('a waiting message can be cancelled, and is dropped after three days', async () => {
  const person = await signUp()
  begin()
  const session = await connectPhone(person)
  await stopPhone(person, session)
  const [budi, sari] = await addContacts(person, [13, 14].map(ordinary))
  const { id } = await say(person, budi!, { text: 'Not this' })
  expect(made(await person.call(replies.cancelAnswer, { params: { id } }))).toMatchObject({ status: 'cancelled' })
  expect(await said(person, budi!)).toEqual([])
  await say(person, sari!, { text: 'Too old' })
  const age = (hours: number) =>
    inTenant(database, { organization_id: organizationOf(person) }, ({ db }) =>
      sql`update wa_answers set created_at = clock_timestamp() - make_interval(hours => ${hours}) where status = 'pending'`.execute(
        db,
      ),
    )
  await age(73)
  await person.call(waSessions.start, { params: { id: session } })
  expect(await ended(person, sari!, ({ status }) => status === 'failed')).toMatchObject({ reason: 'expired' })
  expect((await witness(session)).size).toBe(0)
})

test('a claim does not take an unconfirmed message again that it has just deferred', async () => {
  const person = await signUp()
  begin()
  const session = await connectPhone(person)
  await stopPhone(person, session)
  const [budi] = await addContacts(person, [ordinary(17)])
  const { id } = await say(person, budi!, { text: 'Deferred' })
  const claimedAt = (moment: Date) =>
    inTenant(database, { organization_id: organizationOf(person) }, async (tenant) => {
      const due = sql`clock_timestamp() - interval '1 minute'`
      await sql`
        update wa_answers set status = 'unknown', wa_message_id = 'M1', attempts = 1, due_at = ${due} where id = ${id}`.execute(
        tenant.db,
      )
      return await nextDue(tenant, session, moment.toISOString())
    })
  expect(await claimedAt(new Date(Date.now() - hour))).toBeUndefined()
  expect(await claimedAt(new Date())).toMatchObject({ id })
})

test("a test message goes to the session's own number at any hour, and to no contact", async () => {
  const person = await signUp()
  begin()
  const session = await connectPhone(person)
  const limits = { ...pacingPresets.careful, new_chat_cap: 0, hours: { from: '00:00', to: '00:01' } }
  await setPacing(person, session, { mode: 'custom', limits })
  const [budi] = await addContacts(person, [ordinary(15)])
  const { test_number } = await preview(person, budi!)
  const params = { id: budi! }
  const stranger = await person.call(directMessages.test, { params, body: { text: 'To a stranger', to: ordinary(16) } })
  expect(stranger.problem?.errors).toMatchObject([{ path: 'to', code: 'test_message.not_known' }])
  made(await person.call(directMessages.test, { params, body: { text: 'To myself' } }))
  const arrived = await until(
    'the test',
    () => witness(session),
    (phones) => phones.size > 0,
  )
  expect(test_number).toMatch(/^\+/)
  expect([...arrived.keys()]).toEqual([test_number])
  expect(await said(person, budi!)).toEqual([])
})

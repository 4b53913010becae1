// WhatsApp sessions through the API: adding, renaming and removing them, and what their broadcasts still show.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { type PacingInput, pacingPresets } from '../../../contract/pacing.ts'
import { maxSessions, waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, draft, sent, session, show, testEngine } from '../../test/engine.ts'
import { holdOpen, organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'

const { start, signUp, database } = await testEngine()
const add = (person: Caller, name: string) => person.call(waSessions.create, { body: { name } })
const remove = (person: Caller, id: string) => person.call(waSessions.remove, { params: { id } })
const names = async (person: Caller) => (await person.call(waSessions.list)).body.data.map(({ name }) => name)
const first = async (person: Caller) => (await person.call(waSessions.list)).body.data[0]!.id

test('a second session is added, stopped and renamed', async () => {
  const person = await signUp()
  const added = await add(person, '  Jakarta office ')
  expect(added.status).toBe(201)
  expect(added.body).toMatchObject({
    name: 'Jakarta office',
    driver: 'linked_device',
    status: 'stopped',
    phone_number: null,
    pacing: { mode: 'careful' },
  })
  expect(await names(person)).toEqual(['WhatsApp', 'Jakarta office'])
  const renamed = await person.call(waSessions.update, { params: { id: added.body.id }, body: { name: 'Bali' } })
  expect(renamed.body).toEqual({ ...added.body, name: 'Bali' })
})

test('unconfirmed messages are resent unless a session has that switched off', async () => {
  const person = await signUp()
  const { body: added } = await add(person, 'Bali')
  expect(added.resend_unknown).toBe(true)
  const change = (resend_unknown: boolean) =>
    person.call(waSessions.update, { params: { id: added.id }, body: { resend_unknown } })
  expect((await change(false)).body).toEqual({ ...added, resend_unknown: false })
  // Another change does not affect it.
  const renamed = await person.call(waSessions.update, { params: { id: added.id }, body: { name: 'Lombok' } })
  expect(renamed.body).toEqual({ ...added, name: 'Lombok', resend_unknown: false })
  const stranger = await signUp()
  expect(
    (await stranger.call(waSessions.update, { params: { id: added.id }, body: { resend_unknown: true } })).status,
  ).toBe(404)
  expect((await session(person, added.id)).resend_unknown).toBe(false)
})

test('the driver of a session is chosen, and changed while nothing is in flight', async () => {
  const person = await signUp()
  const linked = (await person.call(waSessions.create, { body: { name: 'Bali', driver: 'linked_device' } })).body
  expect(linked).toMatchObject({ driver: 'linked_device', pacing: { mode: 'careful' } })
  const change = (id: string, driver: 'linked_device' | 'simulator') =>
    person.call(waSessions.update, { params: { id }, body: { driver } })
  expect((await change(linked.id, 'simulator')).body).toMatchObject({ driver: 'simulator', pacing: { mode: 'off' } })

  const engine = start()
  const id = await connectPhone(person)
  expect((await change(id, 'linked_device')).problem.code).toBe('state_conflict')
  await person.call(waSessions.stop, { params: { id } })
  await until('the stopped session', async () => (await session(person, id)).status === 'stopped')
  // The phone is still linked.
  expect((await change(id, 'linked_device')).problem.code).toBe('state_conflict')
  await person.call(waSessions.logout, { params: { id } })
  await until('the log-out', async () => (await session(person, id)).phone_number === null)
  await addContacts(person, ['+6281234560001'])
  const broadcast = await draft(person, id, { all_contacts: true })
  await person.call(broadcasts.send, { params: { id: broadcast.id } })
  expect((await change(id, 'linked_device')).problem.code).toBe('in_use')
  await person.call(broadcasts.cancel, { params: { id: broadcast.id } })
  expect((await change(id, 'linked_device')).body).toMatchObject({ driver: 'linked_device', last_connected_at: null })
  await engine.stop()
})

/** As the engine would have written it. */
const sentAgo = (person: Caller, session_id: string, ...sends: [ago: string, chat: 'new' | 'known'][]) =>
  inTenant(database, { organization_id: organizationOf(person) }, async (tenant) => {
    for (const [index, [ago, chat]] of sends.entries())
      await sql`insert into wa_sends (organization_id, session_id, at, wa_message_id, address_key, chat, jitter)
        values (${tenant.organization_id}, ${session_id}, clock_timestamp() - ${ago}::interval, ${`3EB0${index}`}, ${`+62${index}`}, ${chat}, 0.5)`.execute(
        tenant.db,
      )
  })

test('a session shows its usage', async () => {
  const person = await signUp()
  const { id } = (await add(person, 'Bali')).body
  const usage = async () => (await session(person, id)).usage
  expect(await usage()).toEqual({ last_hour: 0, last_day: 0, new_chats: 0, warm_up: { day: 1, allowance: 20 } })
  await sentAgo(
    person,
    id,
    ['5 days', 'new'],
    ['3 days', 'new'],
    ['3 hours', 'known'],
    ['59 minutes', 'new'],
    ['1 minute', 'new'],
  )
  expect(await usage()).toEqual({ last_hour: 2, last_day: 3, new_chats: 2, warm_up: { day: 3, allowance: 45 } })
  const pace = (pacing: PacingInput) => person.call(waSessions.update, { params: { id }, body: { pacing } })
  await pace({ mode: 'custom', limits: { ...pacingPresets.careful, daily_cap: 40 } })
  expect((await usage())!.warm_up).toBeNull()
  await pace({ mode: 'off' })
  expect(await usage()).toBeNull()
})

test('sends through the simulator do not count for a phone', async () => {
  const person = await signUp()
  const id = await first(person)
  await sentAgo(person, id, ['2 days', 'new'], ['1 minute', 'new'])
  const linked = await person.call(waSessions.update, { params: { id }, body: { driver: 'linked_device' } })
  expect(linked.body.usage).toEqual({ last_hour: 0, last_day: 0, new_chats: 0, warm_up: { day: 1, allowance: 20 } })
})

test('a pairing code requires a linked device and its number', async () => {
  const person = await signUp()
  const { id } = (await person.call(waSessions.create, { body: { name: 'Bali', driver: 'linked_device' } })).body
  const ask = (session: string, phone: string) =>
    person.call(waSessions.pairingCode, { params: { id: session }, body: { phone } })
  const simulated = (await person.call(waSessions.create, { body: { name: 'Trial', driver: 'simulator' } })).body
  expect((await ask(simulated.id, '0812 3456 7890')).problem.code).toBe('state_conflict')
  expect((await ask(id, '12')).problem).toMatchObject({ errors: [{ path: 'phone' }] })
  expect((await session(person, id)).status).toBe('stopped')
  expect(await ask(id, '0812 3456 7890')).toMatchObject({
    status: 202,
    body: { status: 'starting', pairing_code: null },
  })
})

test('names of sessions are unique within an organization', async () => {
  const [person, other] = [await signUp(), await signUp()]
  const taken = { status: 409, problem: { code: 'name_taken', errors: [{ path: 'name', code: 'session.name_taken' }] } }
  expect(await add(person, 'whatsapp')).toMatchObject(taken)
  const { id } = (await add(person, 'Bali')).body
  expect(await person.call(waSessions.update, { params: { id }, body: { name: 'WHATSAPP' } })).toMatchObject(taken)
  // Its own name in another case is not taken.
  expect((await person.call(waSessions.update, { params: { id }, body: { name: 'BALI' } })).body.name).toBe('BALI')
  expect((await add(other, 'Bali')).status).toBe(201)
  expect(await names(person)).toEqual(['WhatsApp', 'BALI'])
})

test.each([
  {},
  { name: '' },
  { name: 'x'.repeat(101) },
  { name: 'A', driver: 'pigeon' },
  { name: 'A', status: 'working' },
])('an invalid session, %j, is rejected', async (body) => {
  const person = await signUp()
  expect((await person.call(waSessions.create, { body: body as never })).status).toBe(400)
  expect(await names(person)).toEqual(['WhatsApp'])
})

test('at most twenty sessions, also when added concurrently; removing one makes room', async () => {
  const person = await signUp()
  const tries = Array.from({ length: maxSessions + 2 }, (_, n) => add(person, `Session ${n}`))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(maxSessions - 1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(3)
  expect((await add(person, 'One more')).problem).toMatchObject({
    code: 'state_conflict',
    detail: expect.stringMatching(/Remove one/),
  })
  expect((await remove(person, await first(person))).status).toBe(204)
  expect((await add(person, 'One more')).status).toBe(201)
})

test('adding one does not wait for concurrent inserts of the organization', async () => {
  const person = await signUp()
  // Every idempotency key and every new row takes this lock. Two concurrent additions both hold it, and used to deadlock.
  const letGo = await holdOpen(database, organizationOf(person), ({ db, organization_id }) =>
    sql`select from organizations where organization_id = ${organization_id} for key share`.execute(db),
  )
  expect((await add(person, 'Bali')).status).toBe(201)
  await letGo()
})

test('a removed session is not listed, and its name is free', async () => {
  const person = await signUp()
  const id = await first(person)
  expect((await remove(person, id)).status).toBe(204)
  expect(await names(person)).toEqual([])
  for (const answer of [
    await remove(person, id),
    await person.call(waSessions.get, { params: { id } }),
    await person.call(waSessions.start, { params: { id } }),
    await person.call(waSessions.update, { params: { id }, body: { name: 'Back' } }),
    await person.call(waSessions.simulate, { params: { id }, body: { event: 'scan' } }),
    await person.call(broadcasts.create, { body: { name: 'News', session_id: id, body: 'Hi', audience: {} } }),
  ])
    expect(answer.status).toBe(404)
  expect((await person.call(waSessions.status)).body).toEqual({
    has_working_session: false,
    has_running_session: false,
    phones: 0,
    connected: 0,
  })
  expect((await add(person, 'WhatsApp')).status).toBe(201)
})

test('the status counts phones: sessions that run, or that are linked although stopped', async () => {
  const person = await signUp()
  await add(person, 'Never linked')
  await inTenant(database, { organization_id: organizationOf(person) }, ({ db }) =>
    sql`update wa_sessions set phone_number = '+6281234560009' where name = 'WhatsApp'`.execute(db),
  )
  const { body } = await person.call(waSessions.status)
  expect(body).toMatchObject({ has_working_session: false, phones: 1, connected: 0 })
})

test('a draft of a removed session requires another one', async () => {
  const person = await signUp()
  const [old, next] = [await first(person), (await add(person, 'Next')).body.id]
  await addContacts(person, ['+6281234560001'])
  const { id, version } = await draft(person, old, { all_contacts: true })
  await remove(person, old)
  const refused = await person.call(broadcasts.send, { params: { id } })
  expect(refused).toMatchObject({ status: 400, problem: { errors: [{ path: 'session_id' }] } })
  const change = (session_id: string) =>
    person.call(broadcasts.update, { params: { id }, body: { version, session_id } })
  expect((await change(old)).status).toBe(404)
  expect((await change(next)).status).toBe(200)
  expect((await person.call(broadcasts.send, { params: { id } })).status).toBe(200)
})

test('a session with an active broadcast cannot be removed; afterwards its phone is logged out and the name remains', async () => {
  const person = await signUp()
  await addContacts(person, ['+6281234560001', '+6281234560002'])
  // No engine runs yet.
  const id = await first(person)
  const broadcast = await draft(person, id, { all_contacts: true })
  await person.call(broadcasts.send, { params: { id: broadcast.id } })
  const refused = await remove(person, id)
  expect(refused).toMatchObject({ status: 409, problem: { code: 'in_use' } })
  expect(refused.problem.detail).toMatch(/“News” uses this session.*cancel it/)
  const engine = start()
  await connectPhone(person)
  await sent(person, broadcast.id)
  expect((await session(person, id)).phone_number).not.toBeNull()
  expect((await remove(person, id)).status).toBe(204)
  expect(await show(person, broadcast.id)).toMatchObject({ session_name: 'WhatsApp', status: 'completed' })
  await until('the log-out', async () => (await phoneOf(id)) === null)
  await engine.stop()
})

test('of a concurrent start and removal one succeeds', async () => {
  const person = await signUp()
  await person.call(contacts.create, { body: { name: 'Ada', phone: '+6281234560001' } })
  for (let round = 0; round < 5; round++) {
    const { id } = (await add(person, `Round ${round}`)).body
    const broadcast = await draft(person, id, { all_contacts: true })
    const [sending, removal] = await Promise.all([
      person.call(broadcasts.send, { params: { id: broadcast.id } }),
      remove(person, id),
    ])
    expect(`${sending.status} ${removal.status}`).toBe(sending.status === 200 ? '200 409' : '400 204')
  }
})

async function phoneOf(id: string) {
  const row = await database.system
    .selectFrom('wa_sessions')
    .select(['status', 'phone_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.status === 'stopped' ? row.phone_number : row.status
}

test.each([
  [{ mode: 'careful' }, { mode: 'careful', limits: pacingPresets.careful }],
  [{ mode: 'known_contacts' }, { mode: 'known_contacts', limits: pacingPresets.known_contacts }],
  // Initially, the custom limits are the careful ones.
  [{ mode: 'custom' }, { mode: 'custom', limits: pacingPresets.careful }],
  [{ mode: 'off' }, { mode: 'off', limits: null }],
] as const)('the pacing of a session is chosen: %j', async (pacing, expected) => {
  const person = await signUp()
  const id = await first(person)
  const changed = await person.call(waSessions.update, { params: { id }, body: { pacing } })
  expect(changed).toMatchObject({ status: 200, body: { name: 'WhatsApp', pacing: expected } })
  expect((await session(person, id)).pacing).toEqual(expected)
})

test('custom limits are retained while another mode is active', async () => {
  const person = await signUp()
  const params = { id: await first(person) }
  const set = async (pacing: PacingInput) =>
    (await person.call(waSessions.update, { params, body: { pacing } })).body.pacing
  const limits = { ...pacingPresets.careful, hourly_cap: 7, hours: null }
  expect(await set({ mode: 'custom', limits })).toEqual({ mode: 'custom', limits })
  await set({ mode: 'off' })
  expect(await set({ mode: 'custom' })).toEqual({ mode: 'custom', limits })
})

test.each([
  [{ mode: 'reckless' }, 'pacing.mode', /./],
  [{ mode: 'careful', limits: pacingPresets.careful }, 'pacing.limits', /^cannot be set at this speed$/],
  [
    { mode: 'custom', limits: { ...pacingPresets.careful, hourly_cap: 201 } },
    'pacing.limits.hourly_cap',
    /^must be a whole number from 1 to 200$/,
  ],
  [
    { mode: 'custom', limits: { ...pacingPresets.careful, new_gap: { min: 1, max: 60 } } },
    'pacing.limits.new_gap.min',
    /from 10 to 3600$/,
  ],
  [
    { mode: 'custom', limits: { ...pacingPresets.careful, rest: { min: 90, max: 60 } } },
    'pacing.limits.rest.max',
    /^must not be less than the minimum$/,
  ],
  [
    { mode: 'custom', limits: { ...pacingPresets.careful, hours: { from: '20:00', to: '09:00' } } },
    'pacing.limits.hours.to',
    /^must be later than the start$/,
  ],
  [
    { mode: 'custom', limits: { ...pacingPresets.careful, hours: { from: '9', to: '20:00' } } },
    'pacing.limits.hours.from',
    /^must be a time of day, such as 09:00$/,
  ],
])('a pacing such as %j is rejected on its field', async (pacing, path, message) => {
  const person = await signUp()
  const id = await first(person)
  const refused = await person.call(waSessions.update, { params: { id }, body: { pacing: pacing as never } })
  expect(refused.status).toBe(400)
  expect(refused.problem.errors).toContainEqual(
    expect.objectContaining({ path, message: expect.stringMatching(message) }),
  )
  expect((await session(person, id)).pacing).toEqual({ mode: 'off', limits: null })
})

// The dispatcher with pacing, through the simulator: days pass by moving the clock of the pacing, not by waiting.
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type Broadcast, broadcasts } from '../../../contract/broadcasts.ts'
import { type PacingInput, pacingPresets } from '../../../contract/pacing.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { hint } from '../../platform/db/hints.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, draft, session, show, testEngine } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { type Driver, DriverError } from '../drivers/driver.ts'

const { start, signUp, witness, database, config } = await testEngine()
const [second, minute, hour] = [1_000, 60_000, 3_600_000]
let ahead = 0
const time = (now: number) => now + ahead
/** Tomorrow at nine in Jakarta, whenever the test runs. */
const atNine = () => {
  ahead = new Date(new Date(Date.now() + 24 * hour).setUTCHours(2, 0, 0, 0)).getTime() - Date.now()
}
let engine: { stop(): Promise<void> } | undefined
const begin = (around?: (driver: Driver) => Driver) => {
  engine = start(config.secret, { time, ...(around ? { around } : {}) })
}
afterEach(async () => await engine?.stop())

const jakarta = (index: number) => `+62812555${41_000 + index}`
const setPacing = async (person: Caller, id: string, pacing: PacingInput) =>
  made(await person.call(waSessions.update, { params: { id }, body: { pacing } })).pacing
const unhurried = { ...pacingPresets.careful, warm_up: null, hours: null, contact_hours: 0 }

/** Whenever a broadcast waits, moves the clock to the end of that wait. Returns all waits. */
async function pass(person: Caller, id: string, isOver = (now: Broadcast) => now.status === 'completed') {
  const waited: [reason: string, until: string][] = []
  await until(
    'progress of the broadcast',
    async () => {
      const now = await show(person, id)
      const { reason, until: end } = now.waiting ?? {}
      if (!isOver(now) && reason && end && Date.parse(end) > time(Date.now())) {
        if (waited.at(-1)?.[1] !== end) waited.push([reason, end])
        ahead = Date.parse(end) - Date.now()
        await inTenant(database, { organization_id: organizationOf(person) }, (tenant) => hint(tenant, 'broadcasts'))
      }
      return now
    },
    isOver,
  )
  return waited
}

/** Messages sent, oldest first, from the log that pacing reads. */
async function log(person: Caller, sessionId: string) {
  const { rows } = await inTenant(database, { organization_id: organizationOf(person) }, ({ db }) =>
    sql<{ at: string; chat: string; address_key: string }>`
      select at, chat, address_key from wa_sends where session_id = ${sessionId} order by at`.execute(db),
  )
  return rows.map(({ at, ...row }) => ({ ...row, at: Date.parse(at) }))
}

async function send(person: Caller, sessionId: string, contactIds: string[]) {
  const { id } = await draft(person, sessionId, { contact_ids: contactIds })
  made(await person.call(broadcasts.send, { params: { id } }))
  return id
}

const recipients = async (person: Caller, id: string) =>
  made(await person.call(broadcasts.recipients, { params: { id }, query: { per_page: 200 } })).data
const onceEach = async (sessionId: string) => {
  const arrived = await witness(sessionId)
  for (const frames of arrived.values()) expect(frames).toMatchObject([{ count: 1 }])
  return arrived.size
}

test('careful: gaps, warm-up and local sending hours, across a restart, and each recipient once', async () => {
  atNine()
  begin()
  const person = await signUp()
  const sessionId = await connectPhone(person)
  await setPacing(person, sessionId, { mode: 'careful' })
  const newYork = '+12125550123'
  const contacts = await addContacts(person, [newYork, ...Array.from({ length: 22 }, (_, index) => jakarta(index))])
  const id = await send(person, sessionId, contacts)
  const before = await pass(person, id, ({ counts }) => counts.pending <= 14)
  await engine!.stop()
  begin()
  const reasons = [...before, ...(await pass(person, id))].map(([reason]) => reason)
  expect(reasons).toEqual(expect.arrayContaining(['pace', 'warm_up', 'hours']))

  const sent = await log(person, sessionId)
  expect(sent).toHaveLength(23)
  expect(sent.every(({ chat }) => chat === 'new')).toBe(true)
  const gaps = sent.slice(1).map(({ at }, index) => at - sent[index]!.at)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30 * second)
  // A pause between two is the gap and nothing longer, unless another reason was shown.
  expect(gaps.filter((gap) => gap < 65 * second).length).toBeGreaterThanOrEqual(19)
  for (const { at } of sent) {
    expect(sent.filter((other) => other.at > at - 24 * hour && other.at <= at).length).toBeLessThanOrEqual(30)
    expect(sent.filter((other) => other.at <= sent[0]!.at + 24 * hour - 1)).toHaveLength(20)
  }
  for (const { at, address_key } of sent) {
    const zone = address_key === newYork ? 'America/New_York' : 'Asia/Jakarta'
    const clock = new Intl.DateTimeFormat('sv', { timeZone: zone, timeStyle: 'short' }).format(at)
    expect(clock >= '09:00' && clock < '20:00', `${address_key} at ${clock}`).toBe(true)
  }
  // It was night there, and no other recipient waited for it.
  expect(sent.at(-1)!.address_key).toBe(newYork)
  expect(await onceEach(sessionId)).toBe(23)
})

test('known contacts: only contacts who have written before, a day after the last broadcast to them', async () => {
  atNine()
  begin()
  const person = await signUp()
  const sessionId = await connectPhone(person)
  // Numbers of the simulator that reply, and one that does not.
  const [first, second_, stranger] = await addContacts(person, ['+6281255510006', '+6281255520006', jakarta(1)])
  await pass(person, await send(person, sessionId, [first!]))
  const answered = async () =>
    (
      await inTenant(database, { organization_id: organizationOf(person) }, ({ db }) =>
        sql`select from wa_chats where session_id = ${sessionId}`.execute(db),
      )
    ).rows.length
  await until('the answer', answered, (count) => count === 1)
  await pass(person, await send(person, sessionId, [second_!]))
  await until('the other answer', answered, (count) => count === 2)

  await setPacing(person, sessionId, { mode: 'known_contacts' })
  const began = time(Date.now())
  const id = await send(person, sessionId, [first!, second_!, stranger!])
  const waited = await pass(person, id)
  expect(waited[0]![0]).toBe('recently_messaged')
  const sent = (await log(person, sessionId)).slice(-2)
  expect(sent.map(({ chat }) => chat)).toEqual(['known', 'known'])
  expect(sent[0]!.at - began).toBeGreaterThan(23 * hour)
  expect(sent[1]!.at - sent[0]!.at).toBeGreaterThanOrEqual(8 * second)
  const rows = await recipients(person, id)
  expect(rows.map(({ status, reason }) => reason ?? status.replace(/delivered|read/, 'sent'))).toEqual([
    'sent',
    'sent',
    'not_known',
  ])
})

test('broadcasts of one session alternate, and one that waits for the morning does not block the other', async () => {
  atNine()
  begin()
  const person = await signUp()
  const sessionId = await connectPhone(person)
  await setPacing(person, sessionId, {
    mode: 'custom',
    limits: { ...unhurried, rest_after: 4, hours: { from: '09:00', to: '20:00' } },
  })
  const ids = await addContacts(person, ['+12125550101', '+12125550102', ...[1, 2, 3, 4, 5, 6].map(jakarta)])
  const asleep = await send(person, sessionId, ids.slice(0, 2))
  await until(
    'its wait',
    () => show(person, asleep),
    ({ waiting }) => waiting?.reason === 'hours',
  )
  expect((await show(person, asleep)).waiting!.until).toMatch(/T1[34]:00:00/)
  const one = await send(person, sessionId, ids.slice(2, 5))
  const other = await send(person, sessionId, ids.slice(5, 8))
  const reasons = [...(await pass(person, one)), ...(await pass(person, other))].map(([reason]) => reason)
  expect(reasons).toEqual(expect.arrayContaining(['other_broadcast', 'rest']))
  const order = (await log(person, sessionId)).map(({ address_key }) => address_key)
  const owners = order.map((key) => ([1, 2, 3].map(jakarta).includes(key) ? 'one' : 'other'))
  // Whichever started, they alternate while both have recipients.
  expect(owners.slice(1, 5).filter((owner, index) => owner !== owners[index]).length).toBeGreaterThanOrEqual(3)
  expect((await show(person, asleep)).counts.pending).toBe(2)
  await pass(person, asleep)
  expect(await onceEach(sessionId)).toBe(8)
})

test('changed limits apply to waiting messages immediately', async () => {
  atNine()
  begin()
  const person = await signUp()
  const sessionId = await connectPhone(person)
  const hours = { from: '20:00', to: '21:00' }
  await setPacing(person, sessionId, { mode: 'custom', limits: { ...unhurried, hours } })
  const id = await send(person, sessionId, await addContacts(person, [jakarta(1), jakarta(2)]))
  await until(
    'its wait',
    () => show(person, id),
    ({ waiting }) => waiting?.reason === 'hours',
  )
  await setPacing(person, sessionId, { mode: 'off' })
  await until(
    'the end',
    () => show(person, id),
    ({ status }) => status === 'completed',
  )
})

test('five failures in a row pause a broadcast; a person resumes it', async () => {
  atNine()
  begin()
  const person = await signUp()
  const sessionId = await connectPhone(person)
  await setPacing(person, sessionId, { mode: 'custom', limits: unhurried })
  const phones = [1, 2, 3, 4, 5, 6, 7].map((index) => `+628125555${index}0001`)
  const id = await send(person, sessionId, await addContacts(person, phones))
  await pass(person, id, ({ status }) => status === 'paused')
  expect(await show(person, id)).toMatchObject({
    pause_reason: 'error_threshold',
    counts: { failed: 5, pending: 2 },
  })
  made(await person.call(broadcasts.resume, { params: { id } }))
  await pass(person, id)
  expect((await show(person, id)).counts.failed).toBe(7)
})

test('three unconfirmed messages pause all broadcasts of the session', async () => {
  atNine()
  begin()
  const person = await signUp()
  const sessionId = await connectPhone(person)
  await setPacing(person, sessionId, { mode: 'custom', limits: unhurried })
  const phones = [1, 2, 3, 4, 5].map((index) => `+628125555${index}0009`)
  const id = await send(person, sessionId, await addContacts(person, phones))
  await pass(person, id, ({ status }) => status === 'paused')
  const { pause_reason, counts } = await show(person, id)
  expect(pause_reason).toBe('no_acks')
  expect(counts.pending).toBeGreaterThan(0)
  expect(counts.pending).toBeLessThanOrEqual(2)
})

test('two refusals (463) hold new chats', async () => {
  atNine()
  begin()
  const person = await signUp()
  const sessionId = await connectPhone(person)
  await setPacing(person, sessionId, { mode: 'custom', limits: unhurried })
  const phones = [1, 2, 3, 4].map((index) => `+628125555${index}0002`)
  const id = await send(person, sessionId, await addContacts(person, phones))
  await pass(person, id, ({ waiting }) => waiting?.reason === 'hold')
  const { status, counts, waiting } = await show(person, id)
  expect(status).toBe('sending')
  expect(counts).toMatchObject({ failed: 2, pending: 2 })
  expect((await session(person, sessionId)).hold).toEqual({
    code: 'reachout_locked',
    until: waiting!.until,
    new_chats_only: true,
  })
})

test('a session on hold shows until when, and resumes automatically', async () => {
  atNine()
  let refusals = 1
  begin((driver) => ({
    ...driver,
    open: async (options) => {
      const line = await driver.open(options)
      return {
        ...line,
        send: async (message) => {
          if (refusals-- > 0)
            throw new DriverError('session', 'rate_overlimit', { until: new Date(Date.now() + 30 * minute) })
          return await line.send(message)
        },
      }
    },
  }))
  const person = await signUp()
  const sessionId = await connectPhone(person)
  const id = await send(person, sessionId, await addContacts(person, [jakarta(1)]))
  const { waiting } = await until(
    'the hold',
    () => show(person, id),
    (now) => now.waiting?.reason === 'hold',
  )
  const { hold } = await session(person, sessionId)
  expect(hold).toEqual({ code: 'rate_overlimit', until: waiting!.until, new_chats_only: false })
  expect(Date.parse(hold!.until) - time(Date.now())).toBeGreaterThan(29 * minute)
  await pass(person, id)
  expect(await onceEach(sessionId)).toBe(1)
})

test('a limit on new chats stops only those until it ends', async () => {
  atNine()
  let tell: Parameters<Driver['open']>[0]['on'] = async () => {}
  begin((driver) => ({
    ...driver,
    open: async (options) => {
      tell = options.on
      return await driver.open(options)
    },
  }))
  const person = await signUp()
  const sessionId = await connectPhone(person)
  await tell({ type: 'message', id: 'M', from: jakarta(2), text: 'Halo', at: new Date() })
  const limit = { type: 'limit', code: 'reachout_locked', until: new Date(time(Date.now()) + 6 * hour) } as const
  await tell({ ...limit, active: true })
  const id = await send(person, sessionId, await addContacts(person, [jakarta(1), jakarta(2)]))
  await until(
    'the known one',
    () => show(person, id),
    ({ counts, waiting }) => counts.pending === 1 && waiting?.reason === 'hold',
  )
  const arrived = await until(
    'its arrival',
    () => witness(sessionId),
    ({ size }) => size > 0,
  )
  expect([...arrived.keys()]).toEqual([jakarta(2)])
  await tell({ ...limit, active: false })
  await pass(person, id)
  expect(await onceEach(sessionId)).toBe(2)
})

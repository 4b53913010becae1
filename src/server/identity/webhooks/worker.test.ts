// Deliveries against a receiver that answers, fails, is slow or gone; by two servers, and by one that is killed.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { type Delivery, type WebhookInput, webhooks } from '../../../contract/webhooks.ts'
import { deriveKeys, unseal } from '../../keys.ts'
import { inTenant } from '../../platform/db/index.ts'
import { holdStatements } from '../../platform/db/restored.ts'
import type { Email } from '../../platform/mail/service.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { answer, type Received, startReceiver } from '../../test/receiver.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { clear } from './clearing.ts'
import { claim } from './deliveries/queries.ts'
import { type DeliveryOptions, startWebhooks } from './service.ts'

const { signUp, database, config } = await testApp({ WEBHOOK_PRIVATE_ADDRESSES: 'on' })
/** Of the workers. That of the API stands still, so that nobody is logged out. */
const clock = { now: new Date() }
const second = await testApp({}, database)
const keys = deriveKeys(config.secret)
const receiver = await startReceiver()

const lines: string[] = []
const log = {
  warn: (context: object, message: string) => void lines.push(`${message} ${JSON.stringify(context)}`),
  error: (context: object, message: string) => void lines.push(`${message} ${JSON.stringify(context)}`),
}
const running: { stop(): Promise<void> }[] = []
const start = (more: Partial<DeliveryOptions> = {}) => {
  const worker = startWebhooks({
    ...{ database, keys, log, publicUrl: 'https://kabar.example', allowPrivate: true },
    ...{ now: () => clock.now, random: () => 0, pollMs: 20, timeoutMs: 60_000, shutdownTimeoutMs: 50 },
    ...more,
  })
  running.push(worker)
  return worker
}
const stopAll = () => Promise.all(running.splice(0).map((worker) => worker.stop()))
afterEach(async () => {
  await stopAll()
  await sql`delete from webhooks`.execute(database.system)
})
beforeEach(() => {
  clock.now = new Date('2026-11-20T08:00:00Z')
  receiver.received.length = 0
  receiver.state.listener = answer(204)
  lines.length = 0
})

async function withWebhook(more: Partial<WebhookInput> = {}) {
  const person = await signUp()
  const body = { name: 'ERP', url: receiver.url, events: ['contact.created' as const], ...more }
  const { id, secret } = made(await person.call(webhooks.create, { body }))
  return { ...person, webhook_id: id, secret }
}
type Owner = Awaited<ReturnType<typeof withWebhook>>

/** More webhooks of the same organization. */
async function moreWebhooks(person: Owner, count: number, url = receiver.url): Promise<Owner[]> {
  const more: Owner[] = []
  for (let each = 1; each <= count; each++) {
    const body = { name: `ERP ${each}`, url, events: ['contact.created' as const] }
    const { id, secret } = made(await person.call(webhooks.create, { body }))
    more.push({ ...person, webhook_id: id, secret })
  }
  return more
}
/** As if so many contacts had been added. */
const fill = (person: Owner, count: number) =>
  sql`
    insert into webhook_deliveries (organization_id, webhook_id, type, data)
    select ${organizationOf(person)}, ${person.webhook_id}, 'contact.created', '{}' from generate_series(1, ${count}::int)`.execute(
    database.system,
  )
const turnOff = async (person: Owner) => {
  const { version } = await webhookOf(person)
  made(await person.call(webhooks.update, { params: { id: person.webhook_id }, body: { version, active: false } }))
}
const addContact = async (person: Caller, name = 'Ayu') => made(await person.call(contacts.create, { body: { name } }))
const logOf = async ({ call, webhook_id }: Owner, query = {}) =>
  made(await call(webhooks.deliveries, { params: { id: webhook_id }, query })).data
const delivery = (person: Owner, holds: (delivery: Delivery) => boolean) =>
  until(
    'a delivery',
    async () => (await logOf(person))[0]!,
    (seen) => seen !== undefined && holds(seen),
  )
/** After so many attempts, the last of which has failed. */
const failed = (person: Owner, times: number) =>
  delivery(
    person,
    ({ attempts, failure, next_attempt_at }) =>
      attempts === times && failure !== null && new Date(next_attempt_at ?? 0) > clock.now,
  )
const delivered = (person: Owner) => delivery(person, ({ state }) => state === 'delivered')
const webhookOf = async ({ call, webhook_id }: Owner) =>
  made(await call(webhooks.list)).data.find(({ id }) => id === webhook_id)!
const idOf = ({ headers }: Received) => headers['webhook-id']
const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}
const hour = 3_600_000

/** As the specification tells receivers to, without code of ours. */
function isSignedBy(secret: string, { headers, body }: Received) {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const hmac = createHmac('sha256', Buffer.from(secret.split('_')[1]!, 'base64'))
    .update(content)
    .digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${hmac}`)
}

test('an event is sent once, signed, with its id', async () => {
  const person = await withWebhook()
  const { id } = await addContact(person)
  start()
  const sent = await delivered(person)
  expect(receiver.received).toHaveLength(1)
  const [request] = receiver.received
  expect(JSON.parse(request!.body)).toMatchObject({
    ...{ id: sent.id, type: 'contact.created', timestamp: sent.at, organization_id: organizationOf(person) },
    data: { id, name: 'Ayu' },
  })
  expect(Object.keys(JSON.parse(request!.body))).toEqual(['id', 'type', 'timestamp', 'organization_id', 'data'])
  expect(request!.headers).toMatchObject({
    ...{ 'content-type': 'application/json', 'user-agent': 'Kabar', 'webhook-id': sent.id },
    'webhook-timestamp': String(clock.now.getTime() / 1_000),
  })
  expect(isSignedBy(person.secret, request!)).toBe(true)
  expect(isSignedBy(person.secret, { ...request!, body: request!.body.replace('Ayu', 'Eve') })).toBe(false)
  expect(sent).toMatchObject({ attempts: 1, failure: null, response_status: 204, next_attempt_at: null })
})

test('after a new secret, both sign for a day', async () => {
  const person = await withWebhook()
  const rotated = made(await person.call(webhooks.rotateSecret, { params: { id: person.webhook_id } }))
  await addContact(person)
  start()
  await delivered(person)
  const signers = () => [person.secret, rotated.secret].map((secret) => isSignedBy(secret, receiver.received.at(-1)!))
  expect(signers()).toEqual([true, true])
  later(24 * hour + 1)
  await addContact(person, 'Budi')
  await delivered(person)
  expect(signers()).toEqual([false, true])
})

test('a failure is retried after longer and longer waits, under the same id, and ends after a day', async () => {
  const person = await withWebhook()
  receiver.state.listener = answer(500, 'Out of order')
  await addContact(person)
  start()
  const waits: number[] = []
  for (let attempt = 1; attempt <= 8; attempt++) {
    const { next_attempt_at } = await failed(person, attempt)
    const next = new Date(next_attempt_at!)
    waits.push((next.getTime() - clock.now.getTime()) / 1_000)
    clock.now = next
  }
  const last = await delivery(person, ({ state }) => state === 'failed')
  expect(waits).toEqual([10, 60, 300, 1_800, 7_200, 18_000, 36_000, 36_000])
  expect(last).toMatchObject({
    attempts: 9,
    failure: 'status',
    response_status: 500,
    response: 'Out of order',
    next_attempt_at: null,
  })
  expect(new Set(receiver.received.map(idOf))).toEqual(new Set([last.id]))
  expect(receiver.received).toHaveLength(9)
  const timestamps = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
  expect(timestamps).toEqual(timestamps.toSorted((a, b) => a - b))
  expect(receiver.received.every((request) => isSignedBy(person.secret, request))).toBe(true)
})

test('a delivery can be sent again under its id, and a test event on request', async () => {
  const person = await withWebhook()
  await addContact(person)
  start()
  const { id } = await delivered(person)
  const params = { id }
  receiver.state.listener = answer(503)
  expect(made(await person.call(webhooks.replay, { params }))).toMatchObject({ state: 'waiting', attempts: 0 })
  await delivery(person, ({ response_status }) => response_status === 503)
  expect((await person.call(webhooks.replay, { params })).problem.code).toBe('state_conflict')
  expect(receiver.received.map(idOf)).toEqual([id, id])
  expect((await webhookOf(person)).failing_since).toBe(clock.now.toISOString())
  receiver.state.listener = answer(200)
  later(10_000)
  await delivered(person)
  const ping = made(await person.call(webhooks.test, { params: { id: person.webhook_id } }))
  await delivery(person, (seen) => seen.id === ping.id && seen.state === 'delivered')
  expect(JSON.parse(receiver.received.at(-1)!.body)).toMatchObject({ type: 'webhook.test' })
  expect(await webhookOf(person)).toMatchObject({ failing_since: null, waiting: 0 })
  expect(await logOf(person, { state: 'failed' })).toEqual([])
})

test('410 turns the webhook off at once, and three days of failure do, with an email', async () => {
  const [gone, failing] = [await withWebhook({ name: 'Gone' }), await withWebhook({ name: 'ERP {x}' })]
  receiver.state.listener = answer(410)
  await addContact(gone)
  start()
  await until(
    'off',
    () => webhookOf(gone),
    ({ active }) => !active,
  )
  expect(await webhookOf(gone)).toMatchObject({ disabled_reason: 'gone' })
  expect(await logOf(gone)).toMatchObject([{ state: 'failed', failure: 'gone', attempts: 1 }])

  receiver.state.listener = answer(500)
  await addContact(failing)
  await failed(failing, 1)
  later(72 * hour - 1)
  await failed(failing, 2)
  expect((await webhookOf(failing)).active).toBe(true)
  later(hour)
  await until(
    'off',
    () => webhookOf(failing),
    ({ active }) => !active,
  )
  expect(await webhookOf(failing)).toMatchObject({
    disabled_reason: 'failing',
    failing_since: '2026-11-20T08:00:00.000Z',
  })
  const added = { subject: expect.stringContaining('was added') }
  expect(await mailsOf(gone)).toMatchObject([added, { subject: 'A webhook of Kabar was turned off: Gone' }])
  expect(await mailsOf(failing)).toMatchObject([
    added,
    { subject: 'A webhook of Kabar was turned off: ERP {x}', link: { url: 'https://kabar.example/account#webhooks' } },
  ])
  // Nothing is recorded while it is off. Turned on again it has a clean record.
  await addContact(failing)
  expect(await logOf(failing)).toHaveLength(1)
  const { version } = await webhookOf(failing)
  const on = { params: { id: failing.webhook_id }, body: { version, active: true } }
  expect(made(await failing.call(webhooks.update, on))).toMatchObject({
    active: true,
    disabled_reason: null,
    failing_since: null,
  })
})

test('what waits is given up when a webhook is turned off', async () => {
  const person = await withWebhook()
  await addContact(person)
  await turnOff(person)
  start()
  const given = await delivery(person, ({ state }) => state === 'failed')
  expect(given).toMatchObject({ failure: 'turned_off', attempts: 0 })
  expect(receiver.received).toEqual([])
})

test('turning off and deleting leave the deliveries to the worker, which takes them in batches', async () => {
  const person = await withWebhook()
  await fill(person, 5_001)
  await turnOff(person)
  const params = { id: person.webhook_id }
  const left = async () => (await webhookOf(person)).waiting
  expect([await left(), await clear(database), await left()]).toEqual([5_001, true, 1])
  expect([await clear(database), await left(), await clear(database)]).toEqual([true, 0, false])

  expect((await person.call(webhooks.remove, { params })).status).toBe(204)
  expect(made(await person.call(webhooks.list)).data).toEqual([])
  expect((await person.call(webhooks.deliveries, { params })).status).toBe(404)
  const rows = async () => {
    const hooks = await sql`select from webhooks`.execute(database.system)
    const sent = await sql`select from webhook_deliveries`.execute(database.system)
    return [hooks.rows.length, sent.rows.length]
  }
  const counts = [await rows()]
  while (await clear(database)) counts.push(await rows())
  expect(counts).toEqual([
    [1, 5_001],
    [1, 1],
    [1, 0],
    [0, 0],
  ])
})

test('a webhook with too many waiting deliveries is turned off, with an email', async () => {
  const [full, other] = [await withWebhook({ name: 'Slow' }), await withWebhook()]
  receiver.state.listener = () => {}
  await fill(full, 6)
  await fill(other, 5)
  start({ maxWaiting: 5, timeoutMs: 60_000 })
  await until(
    'given up',
    () => logOf(full),
    (seen) => seen.every(({ failure }) => failure === 'turned_off'),
  )
  expect(await webhookOf(full)).toMatchObject({ active: false, disabled_reason: 'too_many_waiting' })
  expect((await mailsOf(full)).at(-1)).toMatchObject({
    subject: 'A webhook of Kabar was turned off: Slow',
    paragraphs: [expect.stringContaining('More than 100,000 deliveries'), expect.any(String)],
  })
  expect(await webhookOf(other)).toMatchObject({ active: true, waiting: 5 })
  // Counted again after a minute, not before.
  await fill(other, 1)
  await until('its turn', () => receiver.received.length === 4)
  expect((await webhookOf(other)).active).toBe(true)
  later(60_000)
  await until(
    'off',
    () => webhookOf(other),
    ({ active }) => !active,
  )
})

test('two servers send each delivery once', async () => {
  const person = await withWebhook()
  const count = 60
  await inTenant(database, { organization_id: organizationOf(person) }, ({ db, organization_id }) =>
    sql`insert into contacts (organization_id, name) select ${organization_id}, 'C' || i from generate_series(1, ${count}::int) i`.execute(
      db,
    ),
  )
  let [atOnce, most] = [0, 0]
  receiver.state.listener = (_, response) => {
    most = Math.max(most, ++atOnce)
    setImmediate(() => {
      atOnce -= 1
      response.writeHead(204).end()
    })
  }
  start()
  start({ database: second.database })
  await until(
    'all',
    () => webhookOf(person),
    ({ waiting }) => waiting === 0,
  )
  expect(receiver.received).toHaveLength(count)
  expect(new Set(receiver.received.map(idOf)).size).toBe(count)
  expect(most).toBeLessThanOrEqual(8)
})

test('a server that is killed between sending and noting it: another one sends the same id again', async () => {
  const person = await withWebhook()
  await addContact(person)
  let isReceived = () => {}
  const received = new Promise<void>((resolve) => (isReceived = resolve))
  receiver.state.listener = () => isReceived()
  // It never gets an answer, as if it were frozen from here on.
  start({ timeoutMs: 60_000, pollMs: 600_000 })
  await received
  receiver.state.listener = answer(204)
  start({ database: second.database })
  expect(await logOf(person)).toMatchObject([{ state: 'waiting', attempts: 1 }])
  await database.system
    .updateTable('webhook_deliveries')
    .set({ lease_until: new Date(0) })
    .execute()
  const { id } = await delivered(person)
  expect(receiver.received.map(idOf)).toEqual([id, id])
  await stopAll()
  expect(await logOf(person)).toMatchObject([{ state: 'delivered', attempts: 2, response_status: 204 }])
})

test('a server that stops gives back what it is sending', async () => {
  const person = await withWebhook()
  await addContact(person)
  let isReceived = () => {}
  const received = new Promise<void>((resolve) => (isReceived = resolve))
  receiver.state.listener = () => isReceived()
  start()
  await received
  await stopAll()
  expect(await logOf(person)).toMatchObject([{ state: 'waiting', attempts: 0, failure: null }])
  receiver.state.listener = answer(204)
  start()
  await delivered(person)
})

test('a server stops although a name server does not answer', async () => {
  const person = await withWebhook({ url: 'https://slow.example/' })
  await addContact(person)
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  const resolve = () => {
    isAsked()
    return new Promise<never>(() => {})
  }
  start({ allowPrivate: false, resolve, timeoutMs: 60_000 })
  await asked
  await stopAll()
  expect(await logOf(person)).toMatchObject([{ state: 'waiting', attempts: 0, failure: null }])
})

test('a slow receiver delays nobody else', async () => {
  const slow = await startReceiver(() => {})
  const [stuck, quick] = [await withWebhook({ url: slow.url }), await withWebhook()]
  for (let count = 1; count <= 10; count++) await addContact(stuck)
  start({ timeoutMs: 60_000 })
  await until(
    'the slow ones',
    () => slow.received.length,
    (count) => count === 4,
  )
  await addContact(quick)
  await delivered(quick)
  expect(slow.received).toHaveLength(4)
})

test('organizations with many slow receivers have eight requests in flight each, and delay no other one', async () => {
  const slow = await startReceiver(() => {})
  for (let count = 1; count <= 2; count++) {
    const person = await withWebhook({ url: slow.url })
    for (const hook of [person, ...(await moreWebhooks(person, 9, slow.url))]) await fill(hook, 10)
  }
  const quick = await withWebhook()
  start({ timeoutMs: 60_000 })
  await until(
    'the slow ones',
    () => slow.received.length,
    (count) => count >= 16,
  )
  await addContact(quick)
  await delivered(quick)
  expect(slow.received).toHaveLength(16)
})

test('organizations take turns, and so do the webhooks of one', async () => {
  const first = await withWebhook()
  const hooks = [first, ...(await moreWebhooks(first, 2))]
  for (const hook of hooks) await fill(hook, 10)
  const other = await withWebhook()
  await fill(other, 1)
  const claimed = async (most: number) => {
    const ids = (await claim(database, clock.now, most)).map(({ webhook_id }) => webhook_id)
    return [...hooks, other].map((hook) => ids.filter((id) => id === hook.webhook_id).length)
  }
  expect(await claimed(2)).toEqual([1, 0, 0, 1])
  expect(await claimed(64)).toEqual([2, 3, 2, 0])
  expect(await claimed(64)).toEqual([0, 0, 0, 0])
})

test('a webhook that fails is tried one at a time', async () => {
  const person = await withWebhook()
  receiver.state.listener = answer(500)
  await addContact(person)
  start()
  await delivery(person, ({ response_status }) => response_status === 500)
  await stopAll()
  for (let count = 1; count <= 5; count++) await addContact(person)
  receiver.received.length = 0
  receiver.state.listener = () => {}
  start({ timeoutMs: 60_000 })
  await until(
    'one',
    () => receiver.received.length,
    (count) => count > 0,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*) from webhook_deliveries where webhook_id = ${person.webhook_id} and lease_until > clock_timestamp()`.execute(
    database.system,
  )
  expect(rows[0]!.count).toBe(1)
})

test('a private address is no longer reached once the operator forbids it', async () => {
  const person = await withWebhook()
  await addContact(person)
  start({ allowPrivate: false })
  await delivery(person, ({ failure }) => failure === 'private_address')
  expect(receiver.received).toEqual([])
})

test('a restored copy sends nothing, and what waited in the backup is never sent', async () => {
  const person = await withWebhook()
  await addContact(person)
  const organization_id = organizationOf(person)
  const hold = holdStatements.filter((statement) => statement.includes('webhook_deliveries'))
  expect(hold).toHaveLength(1)
  await sql`update webhook_deliveries set state = 'failed', failure = 'restored' where webhook_id = ${person.webhook_id}`.execute(
    database.system,
  )
  await sql`update organizations set restored_from = now() where organization_id = ${organization_id}`.execute(
    database.system,
  )
  await addContact(person, 'Budi')
  const other = await withWebhook()
  await addContact(other)
  start()
  await delivered(other)
  expect((await logOf(person)).map(({ state }) => state)).toEqual(['waiting', 'failed'])
  await sql`update organizations set restored_from = null where organization_id = ${organization_id}`.execute(
    database.system,
  )
  await delivered(person)
  expect((await logOf(person)).map(({ state }) => state)).toEqual(['delivered', 'failed'])
})

test('with another APP_SECRET nothing is sent unsigned', async () => {
  const person = await withWebhook()
  await addContact(person)
  start({ keys: deriveKeys(Buffer.from('another secret of the installation')) })
  await delivery(person, ({ failure }) => failure === 'secret_lost')
  expect(receiver.received).toEqual([])
})

test('the log is kept for thirty days', async () => {
  const person = await withWebhook()
  await addContact(person)
  start()
  const { at } = await delivered(person)
  await stopAll()
  clock.now = new Date(new Date(at).getTime() + 30 * 24 * hour - 1)
  start()
  await addContact(person, 'Budi')
  await delivered(person)
  expect(await logOf(person)).toHaveLength(2)
  later(hour)
  await until(
    'the first is gone',
    () => logOf(person),
    (seen) => seen.length < 2,
  )
})

test('no line of the log has a secret, an address or a name', async () => {
  const person = await withWebhook({ url: `${receiver.url}?token=canary` })
  receiver.state.listener = answer(500, 'canary')
  await addContact(person, 'Canary')
  start()
  await delivery(person, ({ response_status }) => response_status === 500)
  expect(lines).toHaveLength(1)
  expect(lines.join()).not.toMatch(/canary|whsec|127\.0\.0\.1/i)
})

async function mailsOf(person: Caller): Promise<Email[]> {
  const organization_id = organizationOf(person)
  const rows = await database.system
    .selectFrom('mails')
    .select(['id', 'encrypted'])
    .where('organization_id', '=', organization_id)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id, encrypted }) =>
    JSON.parse(unseal(keys('mail'), `${organization_id}|${id}`, encrypted as Buffer).toString()),
  )
}

// Notifications in browsers: whose browsers get which, through a push service that accepts, forgets and fails.
import { createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auth } from '../../../contract/auth.ts'
import { push } from '../../../contract/push.ts'
import { users } from '../../../contract/users.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { deriveKeys } from '../../keys.ts'
import { sendNotices } from '../../overview/notices/worker.ts'
import { inTenant } from '../../platform/db/index.ts'
import { holdStatements } from '../../platform/db/restored.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { programOf } from '../../test/programs.ts'
import { pushBrowser } from '../../test/push-browser.ts'
import { answer, startReceiver } from '../../test/receiver.ts'
import { made } from '../../test/records.ts'
import { addMember } from '../../test/team.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { queuePush, startPush } from './service.ts'
import { vapidKeys } from './vapid.ts'

const { call, clock, config, database, signUp } = await testApp()
const keys = deriveKeys(config.secret)
const service = await startReceiver(answer(201))
const lines: string[] = []
const line = (context: object, message: string) => void lines.push(`${message} ${JSON.stringify(context)}`)
const log = { info() {}, warn: line, error: line }
const options = { database, keys, log, publicUrl: 'https://kabar.example', pollMs: 20 }

const running: { stop(): Promise<void> }[] = []
const start = (more: Partial<Parameters<typeof startPush>[0]> = {}) => {
  running.push(startPush({ ...options, allowPrivate: true, ...more }))
}
beforeEach(async () => {
  await sql`delete from push_subscriptions`.execute(database.system)
  service.received.length = 0
  service.state.listener = answer(201)
  lines.length = 0
})
afterEach(() => Promise.all(running.splice(0).map((worker) => worker.stop())))

let browsers = 0
/** Turns notifications on in a browser whose push service is `service`, or has this endpoint. */
async function turnOn(person: Caller, endpoint = service.url) {
  browsers += 1
  const browser = pushBrowser(`https://push.example/${browsers}`)
  expect((await person.call(push.save, { body: browser.subscription })).status).toBe(204)
  // The address of a test cannot be given: only public ones are accepted.
  const path = `${endpoint}/${browsers}`
  await sql`update push_subscriptions set endpoint = ${path} where endpoint = ${browser.subscription.endpoint}`.execute(
    database.system,
  )
  /** What the push service got for it. */
  const received = () =>
    service.received.filter(({ path }) => path.endsWith(`/${browser.subscription.endpoint.split('/').at(-1)}`))
  return { ...browser, received, read: () => received().map(({ bytes }) => browser.read(bytes)) }
}
const tell = async (person: Caller, title = 'News') => {
  const { id } = made(await person.call(users.profile))
  await inTenant(database, { organization_id: organizationOf(person) }, (tenant) =>
    queuePush(tenant, id, { title, path: '/home', topic: 'news' }),
  )
}
const waiting = async () =>
  (await sql<{ attempts: number }>`select attempts from push_messages order by id`.execute(database.system)).rows
const later = () => sql`update push_messages set next_attempt_at = clock_timestamp()`.execute(database.system)
const listed = async (person: Caller) => made(await person.call(push.list)).data
const again = async (email: string): Promise<Caller> => {
  const body = made(await call(auth.login, { body: { email, password: 'correct horse battery' } }))
  return { ...body, call: (endpoint, input) => call(endpoint, input, body.access_token) }
}

test('those who can do something are told, each in their language, and only their browser can read it', async () => {
  const owner = await signUp({ organization: 'Fund' })
  const member = await addMember({ call }, owner, 'member')
  const viewer = await addMember({ call }, owner, 'viewer')
  made(await member.call(users.updateProfile, { body: { locale: 'id' } }))
  const [first, second, third] = [await turnOn(owner), await turnOn(member), await turnOn(viewer)]
  const session_id = made(await owner.call(waSessions.list)).data[0]!.id
  const organization_id = organizationOf(owner)
  const id = await inTenant(database, { organization_id }, async ({ db }) => {
    const { rows } = await sql<{
      id: string
    }>`insert into broadcasts (organization_id, name, session_id, status, pause_reason)
      values (${organization_id}, 'Rp 5 M', ${session_id}, 'paused', 'error_threshold') returning id`.execute(db)
    return rows[0]!.id
  })
  await sendNotices(options as never)
  start()
  await until('the notifications', () => service.received.length === 2)
  await until('the end', async () => (await waiting()).length === 0)
  const common = { path: `/broadcasts/${id}`, topic: id.replaceAll('-', '') }
  expect(first.read()).toEqual([{ title: 'Kabar paused a broadcast: Rp 5 M', ...common }])
  expect(second.read()).toEqual([{ title: 'Kabar menjeda sebuah siaran: Rp 5 M', ...common }])
  expect(third.received()).toEqual([])
  const { headers, body } = first.received()[0]!
  expect(body).not.toContain('broadcast')
  expect(headers).toMatchObject({ ttl: '86400', urgency: 'high', topic: common.topic, 'content-encoding': 'aes128gcm' })

  const { application_key } = made(await owner.call(push.list))
  const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization!) ?? []
  expect(key).toBe(application_key)
  const point = Buffer.from(application_key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const { payload } = await jwtVerify(token, jwk, { audience: new URL(service.url).origin })
  expect(payload.sub).toBe('https://kabar.example')
})

test('a user sees and removes their own browsers only', async () => {
  const [ayu, budi] = [await signUp({ email: 'own@example.com' }), await signUp()]
  const member = await addMember({ call }, ayu, 'admin')
  await turnOn(ayu)
  const [browser] = await listed(ayu)
  expect(browser).toMatchObject({ current: true, created_at: clock.now.toISOString() })
  const elsewhere = await again('own@example.com')
  expect(await listed(elsewhere)).toEqual([{ ...browser, current: false }])
  for (const other of [budi, member]) {
    expect(await listed(other)).toEqual([])
    expect((await other.call(push.remove, { params: { id: browser!.id } })).status).toBe(404)
  }
  const program = await programOf({ call }, ayu)
  expect((await program.call(push.list)).problem.code).toBe('not_with_token')
  expect((await elsewhere.call(push.remove, { params: { id: browser!.id } })).status).toBe(204)
  expect(await listed(ayu)).toEqual([])
})

test('a user has at most ten browsers: the oldest goes', async () => {
  const person = await signUp({ email: 'many@example.com' })
  await turnOn(person)
  const [oldest] = await listed(person)
  for (let count = 1; count <= 10; count++) {
    clock.now = new Date(clock.now.getTime() + 1_000)
    await turnOn(await again('many@example.com'))
  }
  const left = await listed(person)
  expect(left).toHaveLength(10)
  expect(left.map(({ id }) => id)).not.toContain(oldest!.id)
})

test('a browser that subscribes anew is told once', async () => {
  const person = await signUp({ email: 'anew@example.com' })
  const { subscription } = pushBrowser('https://push.example/same')
  await person.call(push.save, { body: subscription })
  await person.call(push.save, { body: subscription })
  const later = await again('anew@example.com')
  await later.call(push.save, { body: subscription })
  expect(await listed(later)).toMatchObject([{ current: true }])
})

test('logging out, being logged out and leaving turn it off, with what waits', async () => {
  const person = await signUp({ email: 'leaving@example.com' })
  const out = async (end: (other: Caller) => Promise<unknown>) => {
    const other = await again('leaving@example.com')
    await turnOn(other)
    await tell(other)
    expect([(await listed(person)).length, (await waiting()).length]).toEqual([1, 1])
    await end(other)
    expect([(await listed(person)).length, (await waiting()).length]).toEqual([0, 0])
    expect((await other.call(push.save, { body: pushBrowser('https://push.example/x').subscription })).status).toBe(401)
  }
  await out(({ refresh_token }) => call(auth.logout, { body: { refresh_token } }))
  await out(() => person.call(auth.endOtherSessions))
  await out(async (other) => {
    const [session] = made(await other.call(auth.sessions)).data
    await person.call(auth.endSession, { params: { id: session!.id } })
  })
  await out(async () => {
    const passwords = { current_password: 'correct horse battery', new_password: 'another horse battery' }
    expect((await person.call(auth.changePassword, { body: passwords })).status).toBe(204)
  })
})

test.each([404, 410])('a browser that its push service no longer knows (%i) is forgotten', async (status) => {
  const person = await signUp()
  await turnOn(person)
  await tell(person)
  service.state.listener = answer(status)
  start()
  await until('its end', async () => (await listed(person)).length === 0)
  expect(service.received).toHaveLength(1)
})

test.each([
  ['fails', answer(500)],
  ['redirects', answer(307, '', { location: 'https://push.example/' })],
])('a push service that %s is tried four times, then the notification is dropped', async (_, listener) => {
  const person = await signUp()
  await turnOn(person)
  service.state.listener = listener
  await tell(person)
  start()
  for (let attempts = 1; attempts <= 4; attempts++) {
    await until('the attempt', () => lines.length === attempts)
    if (attempts < 4) expect(await waiting()).toEqual([{ attempts }])
    await later()
  }
  await until('the end', async () => (await waiting()).length === 0)
  expect(service.received).toHaveLength(4)
  expect(lines.at(-1)).toContain('push failed, dropped')
  expect(lines.join()).not.toMatch(/127\.0\.0\.1|News/)
  expect(await listed(person)).toHaveLength(1)
})

test('a notification that nobody could send for a day is dropped', async () => {
  const person = await signUp()
  await turnOn(person)
  await tell(person)
  await sql`update push_messages set created_at = clock_timestamp() - interval '25 hours'`.execute(database.system)
  start()
  await until('the end', async () => (await waiting()).length === 0)
  expect(service.received).toEqual([])
})

test('an endpoint must be of the internet, whatever webhooks may have', async () => {
  const inside = await testApp({ WEBHOOK_PRIVATE_ADDRESSES: 'on' }, database)
  inside.clock.now = clock.now
  const person = await signUp()
  for (const endpoint of [
    'https://10.0.0.1/x',
    'http://push.example/x',
    'https://localhost/x',
    'https://push.example:22/',
  ]) {
    const body = pushBrowser(endpoint).subscription
    const { status, problem } = await inside.call(push.save, { body }, person.access_token)
    expect([endpoint, status, problem.errors?.[0]?.path]).toEqual([endpoint, 400, 'endpoint'])
  }
  // However it came into the database.
  await turnOn(person)
  await tell(person)
  start({ allowPrivate: false })
  await until('the refusal', () => lines.length === 1)
  expect(lines[0]).toContain('private_address')
  expect(service.received).toEqual([])
})

test('keys that no browser makes are errors of their fields', async () => {
  const person = await signUp()
  const { endpoint, keys } = pushBrowser('https://push.example/x').subscription
  const faults = async (more: Partial<typeof keys>) =>
    (await person.call(push.save, { body: { endpoint, keys: { ...keys, ...more } } })).problem.errors?.map(
      ({ path }) => path,
    )
  expect(await faults({ p256dh: 'A'.repeat(87) })).toEqual(['keys.p256dh'])
  expect(await faults({ p256dh: 'short' })).toEqual(['keys.p256dh'])
  expect(await faults({ auth: '+'.repeat(22) })).toEqual(['keys.auth'])
})

test('two servers send a notification once, and one that stops leaves it to the next', async () => {
  const person = await signUp()
  const { received } = await turnOn(person)
  let asked = 0
  // Does not answer.
  service.state.listener = () => {
    asked += 1
  }
  await tell(person)
  start()
  await until('the request', () => asked === 1)
  await Promise.all(running.splice(0).map((worker) => worker.stop()))
  expect(await waiting()).toEqual([{ attempts: 1 }])
  service.state.listener = answer(201)
  await later()
  start()
  start()
  await until('the end', async () => (await waiting()).length === 0)
  expect(received()).toHaveLength(2)
  expect(lines).toEqual([])
})

test('a restored copy has no browsers, and one that is not released sends nothing', async () => {
  const person = await signUp()
  const organization_id = organizationOf(person)
  await turnOn(person)
  await tell(person)
  const hold = (at: Date | null) =>
    inTenant(database, { organization_id }, ({ db }) =>
      sql`update organizations set restored_from = ${at} where organization_id = ${organization_id}`.execute(db),
    )
  await hold(clock.now)
  start()
  const other = await signUp()
  await turnOn(other)
  await tell(other)
  await until('the other notification', async () => (await waiting()).length === 1)
  expect(await waiting()).toEqual([{ attempts: 0 }])
  await hold(null)
  const statement = holdStatements.find((text) => text.includes('push_subscriptions'))!
  await sql.raw(statement.replace('$1', 'now()')).execute(database.system)
  expect([await waiting(), await listed(person), await listed(other)]).toEqual([[], [], []])
})

test('the key of the installation comes from its secret', () => {
  const key = (secret: string) => vapidKeys(deriveKeys(Buffer.from(secret))).publicKey
  expect(key('one')).toBe(key('one'))
  expect(key('one')).not.toBe(key('two'))
  // Also where the derived bytes are not below the order of the curve.
  const all = vapidKeys(() => Buffer.alloc(32, 255))
  expect(Buffer.from(all.publicKey, 'base64url')).toHaveLength(65)
})

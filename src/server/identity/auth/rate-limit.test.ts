import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { network } from './rate-limit.ts'

const { app, clock, config, database } = await testApp({ RATE_LIMITS: 'on' })
const password = 'correct horse battery'
const post = (path: string, payload: object, remoteAddress: string) =>
  app.inject({
    method: 'POST',
    url: `/api/auth/v1/${path}`,
    payload,
    remoteAddress,
    headers: { 'x-forwarded-for': `9.9.9.${Math.random()}` },
  })
const move = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}
let addresses = 0
const elsewhere = () => `10.0.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`
const register = (email: string, from = elsewhere()) => post('register', { name: 'A', email, password }, from)
const login = (email: string, given = password, from = elsewhere()) => post('login', { email, password: given }, from)

/** The second half of a device token's content is the id of its session. */
const sessionOf = (token: string) =>
  Buffer.from(token.split('.')[1]!, 'base64url')
    .toString('hex', 16)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const another = await testApp({ RATE_LIMITS: 'on' }, database)

const deviceToken = async (signedIn: Awaited<ReturnType<typeof post>>): Promise<string> => {
  const headers = { authorization: `Bearer ${signedIn.json().access_token}` }
  return (await app.inject({ url: '/api/v1/user/device-token', headers })).json().device_token
}

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::10.1.2.3', '64:ff9b:0:0::/64'],
  ['fe80::1', 'fe80:0:0:0::/64'],
  ['', ''],
])('%s counts as %s', (address, counted) => {
  expect(network(address)).toBe(counted)
})

test('after five wrong passwords, each further one doubles the delay for that network', async () => {
  await register('slow@example.com')
  const from = elsewhere()
  for (let tries = 0; tries < 5; tries++)
    expect((await login('slow@example.com', 'wrong password', from)).statusCode).toBe(401)
  for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    // The right password must wait as well: otherwise the delay would reveal it.
    const refused = await login('slow@example.com', password, from)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(String(wait))
    expect(refused.json().code).toBe('too_many_requests')
    move(wait)
    expect((await login('slow@example.com', 'wrong password', from)).statusCode).toBe(401)
  }
})

test('an address without an account is delayed in the same way', async () => {
  const from = elsewhere()
  for (let tries = 0; tries < 5; tries++)
    expect((await login('nobody@example.com', password, from)).statusCode).toBe(401)
  expect((await login('Nobody@Example.com ', password, from)).statusCode).toBe(429)
})

test('wrong passwords from one network do not delay other networks', async () => {
  await register('owner@example.com')
  const attacker = elsewhere()
  for (let tries = 0; tries < 6; tries++) await login('owner@example.com', 'wrong password', attacker)
  expect((await login('owner@example.com', password, attacker)).statusCode).toBe(429)
  expect((await login('owner@example.com')).statusCode).toBe(200)
})

test('an account allows a hundred attempts an hour from all networks, whether it exists or not', async () => {
  await register('hunted@example.com')
  for (const email of ['hunted@example.com', 'no.one@example.com']) {
    for (let tries = 0; tries < 100; tries++) expect((await login(email, 'wrong password')).statusCode).toBe(401)
    const refused = await login(email)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('3600')
    expect(refused.json().detail).toBe('Wait 60 minutes, then try again.')
  }
  move(3600)
  expect((await login('hunted@example.com')).statusCode).toBe(200)
})

test('a successful sign-in does not reset the hundred attempts', async () => {
  await register('visited@example.com')
  for (let tries = 0; tries < 99; tries++) await login('visited@example.com', 'wrong password')
  for (let visits = 0; visits < 3; visits++) expect((await login('visited@example.com')).statusCode).toBe(200)
  expect((await login('visited@example.com', 'wrong password')).statusCode).toBe(401)
  expect((await login('visited@example.com')).statusCode).toBe(429)
})

test('a known device can sign in during an attack, also from the attacker’s network', async () => {
  another.clock.now = clock.now
  const device_tokens = [await deviceToken(await register('known.device@example.com'))]
  const home = elsewhere()
  for (let tries = 0; tries < 30; tries++) await login('known.device@example.com', 'wrong password', home)
  for (let tries = 0; tries < 101; tries++) await login('known.device@example.com', 'wrong password')
  for (const from of [home, elsewhere()]) {
    expect((await login('known.device@example.com', password, from)).statusCode).toBe(429)
    const body = { email: 'known.device@example.com', password, device_tokens }
    expect((await post('login', body, from)).statusCode).toBe(200)
    // Another process of the installation, as after a restart.
    const answer = await another.app.inject({
      method: 'POST',
      url: '/api/auth/v1/login',
      payload: body,
      remoteAddress: from,
    })
    expect(answer.statusCode).toBe(200)
  }
})

test('a known device has its own limit, from all networks', async () => {
  const device_tokens = [await deviceToken(await register('stolen@example.com'))]
  const guess = (given: string) =>
    post('login', { email: 'stolen@example.com', password: given, device_tokens }, elsewhere())
  for (let tries = 0; tries < 5; tries++) expect((await guess('wrong password')).statusCode).toBe(401)
  expect((await guess(password)).statusCode).toBe(429)
  // Without the token the account is still open: attempts with a stolen token lock no one out.
  expect((await login('stolen@example.com')).statusCode).toBe(200)
  move(1)
  expect((await guess(password)).statusCode).toBe(200)
})

test('a session has one device token, which is valid for its own account only', async () => {
  const answer = await register('mine@example.com')
  const device_token = await deviceToken(answer)
  expect(await deviceToken(answer)).toBe(device_token)
  await register('theirs@example.com')
  const bent = `${device_token.slice(0, -2)}${device_token.endsWith('AA') ? 'BB' : 'AA'}`
  const tries: [string, string][] = [
    ['theirs@example.com', device_token],
    ['not.there@example.com', device_token],
    ['mine@example.com', bent],
    ['mine@example.com', ''],
    ['mine@example.com', 'dt1..'],
  ]
  for (const [email, token] of tries) {
    const from = elsewhere()
    const attempt = () => post('login', { email, password: 'wrong password', device_tokens: [token] }, from)
    for (let count = 0; count < 5; count++) expect((await attempt()).statusCode).toBe(401)
    expect((await attempt()).statusCode).toBe(429)
    // Counted by network, not by token: another network is not delayed.
    expect((await login(email, 'wrong password')).statusCode).toBe(401)
  }
})

test('a new password revokes the device tokens', async () => {
  const answer = await register('renewed@example.com')
  const old = await deviceToken(answer)
  const change = await app.inject({
    method: 'PUT',
    url: '/api/v1/user/password',
    payload: { current_password: 'correct horse battery', new_password: 'a bicycle made of paper' },
    headers: { authorization: `Bearer ${answer.json().access_token}` },
  })
  expect(change.statusCode).toBe(204)
  const fresh = await deviceToken(answer)
  for (let tries = 0; tries < 100; tries++) await login('renewed@example.com', 'wrong password')
  const attempt = (token: string) =>
    post(
      'login',
      { email: 'renewed@example.com', password: 'a bicycle made of paper', device_tokens: [token] },
      elsewhere(),
    )
  expect((await attempt(old)).statusCode).toBe(429)
  expect((await attempt(fresh)).statusCode).toBe(200)
})

test.each(['its first session', 'a later session', 'all others'])(
  'a device is forgotten with the end of %s, also by a copy of its token; logging out keeps it known',
  async (what) => {
    const email = `${what.replaceAll(' ', '.')}@example.com`
    const ayu = await register(email)
    const authorized = (method: 'GET' | 'POST' | 'DELETE', path: string) =>
      app.inject({ method, url: `/api/v1${path}`, headers: { authorization: `Bearer ${ayu.json().access_token}` } })
    const enter = (device_tokens: string[]) => post('login', { email, password, device_tokens }, elsewhere())
    const first = await login(email)
    const copy = await deviceToken(first)
    await post('logout', { refresh_token: first.json().refresh_token }, elsewhere())
    const second = await enter([copy])
    const later = await deviceToken(second)
    for (let tries = 0; tries < 100; tries++) await login(email, 'wrong password')
    expect((await login(email)).statusCode).toBe(429)
    for (const token of [copy, later]) expect((await enter([token])).statusCode).toBe(200)

    const { data } = (await authorized('GET', '/user/sessions')).json()
    const [, newest] = data as { id: string; current: boolean }[]
    const id = what === 'its first session' ? sessionOf(copy) : newest!.id
    const end =
      what === 'all others'
        ? authorized('POST', '/user/sessions/end-others')
        : authorized('DELETE', `/user/sessions/${id}`)
    expect((await end).statusCode).toBe(204)
    for (const token of [copy, later]) expect((await enter([token])).statusCode).toBe(429)
    // The device that ended the sessions is still known.
    expect((await enter([await deviceToken(ayu)])).statusCode).toBe(200)
  },
)

test('a successful sign-in resets the delay', async () => {
  await register('fresh@example.com')
  const from = elsewhere()
  for (let rounds = 0; rounds < 3; rounds++) {
    for (let tries = 0; tries < 4; tries++)
      expect((await login('fresh@example.com', 'wrong password', from)).statusCode).toBe(401)
    expect((await login('fresh@example.com', password, from)).statusCode).toBe(200)
  }
})

test('of fifty concurrent wrong passwords from one network only five are checked', async () => {
  await register('burst@example.com')
  const from = elsewhere()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => login('burst@example.com', 'wrong password', from)),
  )
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(45)
})

test('a network allows thirty sign-ins in five minutes, whatever X-Forwarded-For says', async () => {
  const from = (host: number) => `2001:db8:77:1::${host.toString(16)}`
  for (let tries = 1; tries <= 30; tries++)
    expect((await login(`someone${tries}@example.com`, password, from(tries))).statusCode).toBe(401)
  const refused = await login('another@example.com', password, from(99))
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('300')
  expect((await login('another@example.com', password, '2001:db8:77:2::1')).statusCode).toBe(401)
  move(300)
  expect((await login('another@example.com', password, from(99))).statusCode).toBe(401)
})

test('a network allows ten registrations an hour', async () => {
  const from = elsewhere()
  for (let people = 1; people <= 10; people++)
    expect((await register(`guest${people}@example.com`, from)).statusCode).toBe(201)
  const refused = await register('guest11@example.com', from)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('3600')
  expect((await register('guest11@example.com')).statusCode).toBe(201)
})

test('a session allows thirty refreshes a minute', async () => {
  let { refresh_token } = (await register('busy@example.com')).json()
  for (let tries = 1; tries <= 30; tries++) {
    const answer = await post('refresh', { refresh_token }, elsewhere())
    expect(answer.statusCode).toBe(200)
    refresh_token = answer.json().refresh_token
  }
  expect((await post('refresh', { refresh_token }, elsewhere())).statusCode).toBe(429)
  move(60)
  expect((await post('refresh', { refresh_token }, elsewhere())).statusCode).toBe(200)
})

test('two processes count together, however many attempts arrive at the same time', async () => {
  another.clock.now = clock.now
  const from = elsewhere()
  const attempt = async (index: number, email: string, remoteAddress: string) => {
    const { app: process } = index % 2 === 0 ? { app } : another
    const payload = { email, password: 'wrong password' }
    return (await process.inject({ method: 'POST', url: '/api/auth/v1/login', payload, remoteAddress })).statusCode
  }
  const of = async (count: number, made: (index: number) => Promise<number>) =>
    (await Promise.all(Array.from({ length: count }, (_, index) => made(index)))).filter((status) => status === 401)
      .length
  // From one network at many accounts, at one account from many networks, and at one account from one network.
  expect(await of(50, (index) => attempt(index, `many.${index}@example.com`, from))).toBe(30)
  expect(await of(120, (index) => attempt(index, 'one@example.com', elsewhere()))).toBe(100)
  const home = elsewhere()
  expect(await of(20, (index) => attempt(index, 'both@example.com', home))).toBe(5)
})

test('the counts are stored in the database without email addresses, and old ones are deleted', async () => {
  expect(config.rateLimits).toBe(true)
  const keys = async () =>
    (await sql<{ key: string }>`select key from rate_limits`.execute(database.system)).rows.map(({ key }) => key)
  await login('secret.person@example.com', password, 'fe80::7%eth0')
  expect((await keys()).filter((key) => key.startsWith('account:')).length).toBeGreaterThan(0)
  expect((await keys()).join()).not.toContain('example.com')
  move(2 * 86_400)
  await login('later@example.com')
  expect(await keys()).toHaveLength(3)
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
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

test('five wrong passwords are free, then each opens a longer wait, from wherever they come', async () => {
  await register('slow@example.com')
  for (let tries = 0; tries < 5; tries++)
    expect((await login('slow@example.com', 'wrong password')).statusCode).toBe(401)
  for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    // The right password waits as well: otherwise the wait would tell which one it is.
    const refused = await login('slow@example.com')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(String(wait))
    expect(refused.json().code).toBe('too_many_requests')
    move(wait)
    expect((await login('slow@example.com', 'wrong password')).statusCode).toBe(401)
  }
})

test('an address without an account is slowed down in the same way', async () => {
  for (let tries = 0; tries < 5; tries++) expect((await login('nobody@example.com')).statusCode).toBe(401)
  expect((await login('Nobody@Example.com ')).statusCode).toBe(429)
})

test('a success counts from the start', async () => {
  await register('fresh@example.com')
  for (let rounds = 0; rounds < 3; rounds++) {
    for (let tries = 0; tries < 4; tries++)
      expect((await login('fresh@example.com', 'wrong password')).statusCode).toBe(401)
    expect((await login('fresh@example.com')).statusCode).toBe(200)
  }
})

test('of fifty wrong passwords at once five are tried', async () => {
  await register('burst@example.com')
  const answers = await Promise.all(Array.from({ length: 50 }, () => login('burst@example.com', 'wrong password')))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(45)
})

test('one network tries thirty logins in five minutes, whatever it claims to be', async () => {
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

test('one network registers ten people in an hour', async () => {
  const from = elsewhere()
  for (let people = 1; people <= 10; people++)
    expect((await register(`guest${people}@example.com`, from)).statusCode).toBe(201)
  const refused = await register('guest11@example.com', from)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('3600')
  expect((await register('guest11@example.com')).statusCode).toBe(201)
})

test('one session refreshes thirty times in a minute', async () => {
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

test('the counts are kept in the database, without the addresses of people, and old ones are forgotten', async () => {
  expect(config.rateLimits).toBe(true)
  const keys = async () =>
    (await sql<{ key: string }>`select key from rate_limits`.execute(database.system)).rows.map(({ key }) => key)
  await login('secret.person@example.com', password, 'fe80::7%eth0')
  expect((await keys()).filter((key) => key.startsWith('account:')).length).toBeGreaterThan(0)
  expect((await keys()).join()).not.toContain('example.com')
  move(2 * 86_400)
  await login('later@example.com')
  expect(await keys()).toHaveLength(2)
})

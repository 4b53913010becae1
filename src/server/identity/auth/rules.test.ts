// Installation-wide rules of signing in: no initial account, bounded work, shared counts, immediate end of sessions.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auth } from '../../../contract/auth.ts'
import { users } from '../../../contract/users.ts'
import { buildApp } from '../../app.ts'
import { testApp } from '../../test/app.ts'

const { app, call, clock, config, database, signUp } = await testApp({}, undefined, { usualPasswords: true })
const password = 'correct horse battery'
const login = (email: string, given = password, on = app, remoteAddress = '10.0.0.1') =>
  on.inject({ method: 'POST', url: '/api/auth/v1/login', payload: { email, password: given }, remoteAddress })

test('a new installation has no default account', async () => {
  const { rows } = await sql`select from users`.execute(database.system)
  expect(rows).toEqual([])
  for (const name of ['admin', 'root', 'kabar', 'test'])
    for (const given of [name, 'admin', 'password', 'changeme'])
      expect([400, 401]).toContain((await login(`${name}@localhost.localdomain`, given)).statusCode)
})

test('of 300 concurrent sign-ins some queue and the rest are rejected, while other requests are served', async () => {
  const person = await signUp({ email: 'served@example.com' })
  const storm = Promise.all(Array.from({ length: 300 }, (_, n) => login(`nobody${n}@example.com`)))
  const served = await Promise.all(Array.from({ length: 20 }, () => person.call(users.profile)))
  expect(served.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const answers = await storm
  expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBeGreaterThanOrEqual(64)
  const away = answers.filter(({ statusCode }) => statusCode !== 401)
  expect(away.length).toBeGreaterThan(0)
  for (const { statusCode, headers } of away) {
    expect(statusCode).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  // The queue drains: the next sign-in succeeds.
  expect((await login('served@example.com')).statusCode).toBe(200)
})

test('two servers share the attempt counts of a network', async () => {
  const limited = { ...config, rateLimits: true }
  const servers = await Promise.all(
    [1, 2].map(() => buildApp({ config: limited, database, webFolder: '/nowhere', now: () => clock.now })),
  )
  const statuses: number[] = []
  for (let n = 0; n < 32; n++) {
    const { statusCode } = await login(`someone${n}@example.com`, password, servers[n % 2], `2001:db8:9:9::${n}`)
    statuses.push(statusCode)
  }
  expect(statuses).toEqual([...Array(30).fill(401), 429, 429])
  await Promise.all(servers.map((server) => server.close()))
})

test('signing out works with an expired access token, and ends the session of the refresh token', async () => {
  const person = await signUp()
  const now = clock.now
  clock.now = new Date(now.getTime() + 60 * 60_000)
  expect((await person.call(users.profile)).status).toBe(401)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/v1/logout',
    headers: { authorization: `Bearer ${person.access_token}` },
    payload: { refresh_token: person.refresh_token },
  })
  expect(answer.statusCode).toBe(204)
  expect((await call(auth.refresh, { body: { refresh_token: person.refresh_token } })).status).toBe(401)
  clock.now = now
})

test('a disabled user is rejected immediately, on every server, and cannot refresh', async () => {
  const person = await signUp({ email: 'gone@example.com' })
  const other = await buildApp({ config, database, webFolder: '/nowhere', now: () => clock.now })
  await sql`update users set disabled_at = now() where email_key = 'gone@example.com'`.execute(database.system)
  const headers = { authorization: `Bearer ${person.access_token}` }
  for (const server of [app, other])
    expect((await server.inject({ url: '/api/v1/user/profile', headers })).statusCode).toBe(401)
  expect((await call(auth.refresh, { body: { refresh_token: person.refresh_token } })).status).toBe(401)
  await other.close()
})

test('read-only fields of the profile are ignored in an update', async () => {
  const person = await signUp({ email: 'plain@example.com' })
  const columns = async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select to_jsonb(u) - 'updated_at' - 'version' as row, o.premium_until from users u
      join organizations o using (organization_id) where u.email_key = 'plain@example.com'`.execute(database.system)
    return rows
  }
  const before = await columns()
  const body = {
    id: '01990000-0000-7000-8000-000000000001',
    organization_id: '01990000-0000-7000-8000-000000000001',
    email_key: 'eve@example.com',
    password_hash: 'x',
    disabled_at: '2020-01-01',
    created_at: '2020-01-01',
    premium_until: '2099-01-01',
    is_admin: true,
  }
  expect((await person.call(users.updateProfile, { body: body as never })).status).toBe(200)
  expect(await columns()).toEqual(before)
})

test('every stored hash has at least the minimum cost', async () => {
  const { rows } = await sql<{ password_hash: string }>`select password_hash from users`.execute(database.system)
  expect(rows.length).toBeGreaterThan(2)
  for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

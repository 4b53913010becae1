import argon2 from '@node-rs/argon2'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { auth } from '../../../contract/auth.ts'
import { users } from '../../../contract/users.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant } from '../../platform/db/index.ts'
import { testApp } from '../../test/app.ts'

const { app, call, database, signUp } = await testApp({}, undefined, { usualPasswords: true })
const closed = await testApp({ REGISTRATION: 'closed' })
const byInvite = await testApp({ REGISTRATION: 'invite' })
const password = 'correct horse battery'
const register = (more: object) =>
  call(auth.register, { body: { name: 'Ayu Lestari', email: 'nobody@example.com', password, ...more } })
const login = (email: string, given = password) => call(auth.login, { body: { email, password: given } })
const post = (path: string, payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/auth/v1/${path}`,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  })
const count = async (table: 'users' | 'organizations' | 'auth_sessions') => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.system)
  return rows[0]!.n
}

test('registering creates a user and an organization, and signs in', async () => {
  const answer = await register({ email: 'ayu@example.com', organization: 'Bintang', country: 'ID' })
  expect(answer.status).toBe(201)
  expect(Object.keys(answer.body).sort()).toEqual(['access_token', 'refresh_token'])
  expect(answer.headers['cache-control']).toBe('no-store')
  const caller = await app.inject({
    url: '/api/v1/user/profile',
    headers: { authorization: `bearer ${answer.body.access_token}` },
  })
  expect(caller.json()).toMatchObject({
    name: 'Ayu Lestari',
    email: 'ayu@example.com',
    organization: 'Bintang',
    country: 'ID',
    time_zone: 'Asia/Jakarta',
  })
  const { rows } = await sql<{ base_currency: string }>`
    select base_currency from organizations where name = 'Bintang'`.execute(database.system)
  expect(rows).toEqual([{ base_currency: 'IDR' }])
})

test('a new organization has one stopped WhatsApp session for a linked device', async () => {
  const person = await signUp()
  const { body } = await person.call(waSessions.list)
  expect(body.data).toMatchObject([
    { name: 'WhatsApp', driver: 'linked_device', status: 'stopped', pacing: { mode: 'careful' } },
  ])
})

test('organization and country are optional: an empty name, and the United States', async () => {
  const { body } = await register({ email: 'plain@example.com' })
  const profile = await app.inject({
    url: '/api/v1/user/profile',
    headers: { authorization: `Bearer ${body.access_token}` },
  })
  expect(profile.json()).toMatchObject({ organization: '', country: 'US', time_zone: 'America/New_York' })
})

test('an unknown country is an error on its field', async () => {
  const answer = await register({ email: 'zz@example.com', country: 'ZZ' })
  expect(answer.status).toBe(400)
  expect(answer.problem.errors).toMatchObject([{ path: 'country' }])
})

test('an email address has one account, in any spelling', async () => {
  expect((await register({ email: 'Budi@Example.com' })).status).toBe(201)
  for (const email of ['budi@example.com', '  BUDI@EXAMPLE.COM ', 'ｂudi@example.com']) {
    const answer = await register({ email })
    expect(answer.status).toBe(409)
    expect(answer.problem).toMatchObject({
      code: 'email_taken',
      errors: [{ path: 'email', code: 'registration.email_taken' }],
    })
    expect((await login(email)).status).toBe(200)
  }
})

test('of two concurrent registrations of one address one succeeds, and creates one organization', async () => {
  const before = await count('organizations')
  const answers = await Promise.all([1, 2].map(() => register({ email: 'twins@example.com', country: 'ID' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await count('organizations')).toBe(before + 1)
})

test('a common password and one that contains the name are rejected with the reason', async () => {
  for (const refused of ['qwertyuiop', 'AyuLestari1990', 'kabar-kabar-kabar', 'nobody@example.com']) {
    const answer = await register({ password: refused })
    expect(answer.status).toBe(400)
    expect(answer.problem).toMatchObject({
      code: 'password_rejected',
      errors: [{ path: 'password', code: expect.stringMatching(/^password\.(too_common|contains_)/) }],
    })
    expect(answer.problem.errors![0]!.message).toMatch(/^This password (is|contains)/)
  }
})

test('passwords of 10 to 256 code points are accepted without truncation', async () => {
  const long = `${'an umbrella '.repeat(21)}four`
  expect(long).toHaveLength(256)
  expect((await register({ email: 'long@example.com', password: long })).status).toBe(201)
  expect((await login('long@example.com', long)).status).toBe(200)
  expect((await login('long@example.com', long.slice(0, -1))).status).toBe(401)
  expect((await register({ password: 'nine char' })).status).toBe(400)
  expect((await register({ password: `${long}x` })).status).toBe(400)
  expect((await register({ email: 'ten@example.com', password: 'ten  chars' })).status).toBe(201)
  expect((await register({ email: 'crabs@example.com', password: '🦀'.repeat(15) })).status).toBe(201)
  expect((await register({ password: '🦀'.repeat(9) })).status).toBe(400)
})

test('invalid registrations are rejected on their field and leave nothing', async () => {
  const before = await count('users')
  const good = { name: 'A', email: 'a@example.com', password }
  const bad: [object | string, string | undefined][] = [
    [{ ...good, role: 'admin' }, undefined],
    [{ ...good, organization_id: '00000000-0000-7000-8000-000000000000' }, undefined],
    [{ ...good, name: '  ' }, 'name'],
    [{ ...good, name: 7 }, 'name'],
    [{ ...good, name: 'a\u0000b' }, 'name'],
    [{ ...good, name: 'x'.repeat(201) }, 'name'],
    [{ ...good, email: 'a@b' }, 'email'],
    [{ ...good, email: 'a@b@example.com' }, 'email'],
    [{ ...good, email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
    [{ ...good, email: 'A <a@example.com>' }, 'email'],
    [{ ...good, email: 'a\u0000@example.com' }, 'email'],
    [{ ...good, email: `${'a'.repeat(250)}@example.com` }, 'email'],
    [{ ...good, password: 'with \u0000 in it' }, 'password'],
    [{ ...good, password: { $ne: null } }, 'password'],
    [{ ...good, password: null }, 'password'],
    ['{"name":"A","email":"a@example.com","password":"correct horse \\ud800 battery"}', 'password'],
    ['{"name":"A\\udc00","email":"a@example.com","password":"correct horse battery"}', 'name'],
    [{ ...good, country: 'id' }, 'country'],
    ['null', undefined],
    ['[]', undefined],
    ['{bad', undefined],
    ['', undefined],
  ]
  for (const [payload, field] of bad) {
    const answer = await post('register', payload)
    expect(answer.statusCode, JSON.stringify(payload)).toBe(400)
    if (field)
      expect(answer.json().errors, JSON.stringify(payload)).toContainEqual(expect.objectContaining({ path: field }))
  }
  expect((await post('register', { ...good, name: 'x'.repeat(1_000_000) })).statusCode).toBe(413)
  expect((await post('register', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415)
  expect(await count('users')).toBe(before)
})

test('invalid sign-ins are rejected before any hashing', async () => {
  const verify = vi.spyOn(argon2, 'verify')
  const email = 'a@example.com'
  const passwords = [undefined, '', null, 5, ['x'], { $ne: null }, 'with \u0000 in it', 'x'.repeat(257)]
  for (const given of passwords) expect((await post('login', { email, password: given })).statusCode).toBe(400)
  expect((await post('login', `{"email":"a@example.com","password":"\\ud800 and more"}`)).statusCode).toBe(400)
  expect((await post('login', { email: 'a\u0000@example.com', password })).statusCode).toBe(400)
  expect((await post('login', { email, password, sid: 'mine' })).statusCode).toBe(400)
  expect((await post('login', { email, password: 'x'.repeat(1_000_000) })).statusCode).toBe(413)
  expect(verify).not.toHaveBeenCalled()
})

test('an unknown address, a wrong password and a disabled user give the same response at the same cost', async () => {
  await register({ email: 'open@example.com' })
  await register({ email: 'disabled@example.com' })
  await sql`update users set disabled_at = now() where email_key = 'disabled@example.com'`.execute(database.system)
  const verify = vi.spyOn(argon2, 'verify')
  const answers = [
    await login('unknown@example.com'),
    await login('open@example.com', 'not the right one'),
    await login('disabled@example.com'),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(401)
    expect({ ...answer.problem, request_id: '' }).toEqual({ ...answers[0]!.problem, request_id: '' })
    expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]!.headers))
  }
  expect(answers[0]!.problem.code).toBe('wrong_credentials')
  const work = verify.mock.calls.map(([hashed]) => String(hashed).split('$').slice(0, 4).join('$'))
  expect(work).toEqual(Array(3).fill('$argon2id$v=19$m=19456,t=2,p=1'))
})

test('an outdated hash is replaced at the next sign-in', async () => {
  await register({ email: 'old@example.com' })
  const weak = await argon2.hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await sql`update users set password_hash = ${weak} where email_key = 'old@example.com'`.execute(database.system)
  expect((await login('old@example.com', 'a wrong password')).status).toBe(401)
  expect((await login('old@example.com')).status).toBe(200)
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from users where email_key = 'old@example.com'`.execute(database.system)
  expect(rows[0]!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await login('old@example.com')).status).toBe(200)
})

test('each sign-in creates a new session', async () => {
  await register({ email: 'many@example.com' })
  const before = await count('auth_sessions')
  const [one, two] = await Promise.all([login('many@example.com'), login('many@example.com')])
  expect(await count('auth_sessions')).toBe(before + 2)
  expect(one!.body.refresh_token).not.toBe(two!.body.refresh_token)
})

test('signing out ends only this session, immediately, and can be repeated', async () => {
  const { body: first } = await register({ email: 'leaving@example.com' })
  const { body: second } = await login('leaving@example.com')
  const profile = (token: string) =>
    app.inject({ url: '/api/v1/user/profile', headers: { authorization: `Bearer ${token}` } })
  expect((await profile(first.access_token)).statusCode).toBe(200)
  for (const _ of [1, 2]) {
    expect((await call(auth.logout, { body: { refresh_token: first.refresh_token } })).status).toBe(204)
  }
  expect((await profile(first.access_token)).statusCode).toBe(401)
  expect((await profile(second.access_token)).statusCode).toBe(200)
  const refreshed = await call(auth.refresh, { body: { refresh_token: first.refresh_token } })
  expect(refreshed).toMatchObject({ status: 401, problem: { code: 'refresh_invalid' } })
})

test('signing out with an invalid or no token responds 204', async () => {
  for (const payload of [
    {},
    { refresh_token: 'garbage' },
    { refresh_token: '' },
    { refresh_token: 'x'.repeat(5000) },
  ]) {
    expect((await post('logout', payload)).statusCode, JSON.stringify(payload)).toBe(204)
  }
  expect((await app.inject({ method: 'POST', url: '/api/auth/v1/logout' })).statusCode).toBe(204)
})

test('signing out with a parent refresh token ends the session', async () => {
  const { body } = await register({ email: 'older@example.com' })
  const next = await call(auth.refresh, { body: { refresh_token: body.refresh_token } })
  const parent = await call(auth.logout, { body: { refresh_token: body.refresh_token } })
  expect(parent.status).toBe(204)
  const after = await call(auth.refresh, { body: { refresh_token: next.body.refresh_token } })
  expect(after.status).toBe(401)
})

test('with closed registration, registering is rejected', async () => {
  const answer = await closed.call(auth.register, { body: { name: 'A', email: 'a@example.com', password } })
  expect(answer).toMatchObject({ status: 403, problem: { code: 'registration_closed' } })
  expect((await closed.call(auth.registration)).body).toMatchObject({ registration: 'closed' })
})

test('with registration by invitation, the first organization needs none, and all others do', async () => {
  const offered = async () => (await byInvite.call(auth.registration)).body.registration
  const enter = (email: string) => byInvite.call(auth.register, { body: { name: 'A', email, password } })
  expect(await offered()).toBe('open')
  const answers = await Promise.all(['a', 'b', 'c'].map((name) => enter(`${name}@example.com`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
  expect(await offered()).toBe('invite')
  expect(await enter('d@example.com')).toMatchObject({ status: 403, problem: { code: 'registration_closed' } })
})

test('the database rejects a user of another organization', async () => {
  const { rows } = await sql<{ organization_id: string }>`select organization_id from organizations limit 1`.execute(
    database.system,
  )
  const elsewhere = inTenant(database, { organization_id: '00000000-0000-7000-8000-000000000000' }, ({ db }) =>
    sql`insert into users (organization_id, name, email, email_key, password_hash)
      values (${rows[0]!.organization_id}, 'a', 'a', 'a', 'a')`.execute(db),
  )
  await expect(elsewhere).rejects.toThrow(/row-level security/)
})

test('the profile endpoint requires sign-in', async () => {
  expect((await call(users.profile)).problem.code).toBe('unauthenticated')
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auth } from '../../../contract/auth.ts'
import { users } from '../../../contract/users.ts'
import { testApp } from '../../test/app.ts'
import { until } from '../../test/until.ts'
import { refreshTokens } from './refresh-token.ts'

const { app, call, clock, database, signUp } = await testApp()
const second = 1000
const day = 86_400 * second
const move = (milliseconds: number) => {
  clock.now = new Date(clock.now.getTime() + milliseconds)
}
const refresh = (refresh_token: string) => call(auth.refresh, { body: { refresh_token } })
/** Asks again after a 503, as a page does: on a busy machine it may wait for the session longer than two seconds. */
const patientRefresh = (refresh_token: string) =>
  until(
    'an answer',
    () => refresh(refresh_token),
    ({ status }) => status !== 503,
  )
const profile = async (token: string) => {
  const answer = await app.inject({ url: '/api/v1/user/profile', headers: { authorization: `Bearer ${token}` } })
  return answer.statusCode
}
const sessionOf = async (token: string) => {
  const sid = Buffer.from(token.split('.')[1]!, 'base64url').toString('hex', 0, 16)
  const { rows } = await sql<{
    id: string
    refresh_counter: number
    confirmed_counter: number
    revoke_reason: string | null
  }>`
    select id, refresh_counter, confirmed_counter, revoke_reason from auth_sessions where id = ${sid}`.execute(
    database.system,
  )
  return rows[0]!
}

test('a refresh returns a new valid pair', async () => {
  const person = await signUp()
  const { status, body } = await refresh(person.refresh_token)
  expect(status).toBe(200)
  expect(body.refresh_token).not.toBe(person.refresh_token)
  expect(await profile(body.access_token)).toBe(200)
  expect((await refresh(body.refresh_token)).status).toBe(200)
})

test('fifty concurrent refreshes with one token create one successor', async () => {
  const person = await signUp()
  const answers = await Promise.all(Array.from({ length: 50 }, () => patientRefresh(person.refresh_token)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
  expect((await sessionOf(person.refresh_token)).refresh_counter).toBe(1)
})

test('a repeated refresh after a lost response returns the same successor, an hour later', async () => {
  const person = await signUp()
  const lost = await refresh(person.refresh_token)
  move(3600 * second)
  const again = await refresh(person.refresh_token)
  expect(again.status).toBe(200)
  expect(again.body.refresh_token).toBe(lost.body.refresh_token)
  expect(await profile(again.body.access_token)).toBe(200)
})

test.each(['access', 'refresh'] as const)(
  'after the successor’s %s token was used, the parent is valid for 10 s, and then ends the session',
  async (kind) => {
    const person = await signUp()
    const { body } = await refresh(person.refresh_token)
    let latest = body
    if (kind === 'access') expect(await profile(body.access_token)).toBe(200)
    else latest = (await refresh(body.refresh_token)).body
    const parent = kind === 'access' ? person.refresh_token : body.refresh_token
    // A rotation confirms only its parent: the newest pair must be seen in use.
    expect(await profile(latest.access_token)).toBe(200)
    move(10 * second)
    expect((await refresh(parent)).body.refresh_token).toBe(latest.refresh_token)
    move(1 * second)
    expect(await refresh(parent)).toMatchObject({ status: 401, problem: { code: 'refresh_reused' } })
    expect(await profile(latest.access_token)).toBe(401)
    expect(await refresh(latest.refresh_token)).toMatchObject({ status: 401, problem: { code: 'refresh_invalid' } })
    const session = await sessionOf(parent)
    expect(session.revoke_reason).toBe('refresh_reused')
    const { rows } = await sql`
    select action, host(ip) as ip, detail, at from audit_events where target_id = ${session.id}`.execute(
      database.system,
    )
    const live = session.refresh_counter
    expect(rows).toEqual([
      { action: 'refresh_reused', ip: '127.0.0.1', detail: { presented: live - 1, live }, at: clock.now.toISOString() },
    ])
  },
)

test('a refresh token two generations old ends the session immediately', async () => {
  const person = await signUp()
  const other = await signUp()
  const { body: child } = await refresh(person.refresh_token)
  const { body: grandchild } = await refresh(child.refresh_token)
  expect(await refresh(person.refresh_token)).toMatchObject({ status: 401, problem: { code: 'refresh_reused' } })
  expect((await refresh(grandchild.refresh_token)).status).toBe(401)
  expect(await profile(grandchild.access_token)).toBe(401)
  expect(await profile(other.access_token)).toBe(200)
})

test('a session expires after seven idle days', async () => {
  const [one, two] = [await signUp(), await signUp()]
  move(7 * day - second)
  expect((await refresh(one.refresh_token)).status).toBe(200)
  move(second)
  expect(await refresh(two.refresh_token)).toMatchObject({ status: 401, problem: { code: 'session_expired' } })
})

test('a session expires after thirty days, even if used', async () => {
  let { refresh_token } = await signUp()
  for (let days = 0; days < 5; days++) {
    move(6 * day - second / 5)
    const { status, body } = await refresh(refresh_token)
    expect(status).toBe(200)
    refresh_token = body.refresh_token
  }
  move(second)
  expect(await refresh(refresh_token)).toMatchObject({ status: 401, problem: { code: 'session_expired' } })
})

test('an access token expires after 15 minutes, with some tolerance for clock skew', async () => {
  const person = await signUp()
  move(15 * 60 * second)
  expect(await profile(person.access_token)).toBe(200)
  move(6 * second)
  expect(await profile(person.access_token)).toBe(401)
  expect((await refresh(person.refresh_token)).status).toBe(200)
})

test('a disabled or deleted user is rejected at the next request', async () => {
  const [disabled, deleted] = [
    await signUp({ email: 'disabled@example.com' }),
    await signUp({ email: 'deleted@example.com' }),
  ]
  expect((await disabled.call(users.profile)).status).toBe(200)
  await sql`update users set disabled_at = now() where email_key = 'disabled@example.com'`.execute(database.system)
  await sql`delete from users where email_key = 'deleted@example.com'`.execute(database.system)
  for (const gone of [disabled, deleted]) {
    expect((await gone.call(users.profile)).status).toBe(401)
    expect(await refresh(gone.refresh_token)).toMatchObject({ status: 401, problem: { code: 'refresh_invalid' } })
  }
})

test('a token that is not a refresh token of this installation is a 401', async () => {
  const person = await signUp()
  const [, content, mac] = person.refresh_token.split('.') as [string, string, string]
  const foreign = refreshTokens(Buffer.alloc(32, 7)).make({
    session_id: (await sessionOf(person.refresh_token)).id,
    counter: 0,
  })
  const flipped = `${content.slice(0, -1)}${content.endsWith('A') ? 'B' : 'A'}`
  const forged = [
    'garbage',
    'rt1..',
    `rt1.${content}.${'A'.repeat(43)}`,
    `rt1.${flipped}.${mac}`,
    `rt2.${content}.${mac}`,
    person.refresh_token.slice(0, -1),
    `${person.refresh_token}=`,
    ` ${person.refresh_token}`,
    person.access_token,
    foreign,
  ]
  for (const token of forged) {
    expect(await refresh(token), token).toMatchObject({ status: 401, problem: { code: 'refresh_invalid' } })
  }
  // Validly signed, but for an unknown session, and for a future token.
  const ours = refreshTokens(
    (await import('../../keys.ts')).deriveKeys(Buffer.from('a secret for tests only, 32 characters or more'))(
      'refresh-token',
    ),
  )
  const { id } = await sessionOf(person.refresh_token)
  expect(
    (await refresh(ours.make({ session_id: '00000000-0000-7000-8000-000000000000', counter: 0 }))).problem.code,
  ).toBe('refresh_invalid')
  expect((await refresh(ours.make({ session_id: id, counter: 1 }))).problem.code).toBe('refresh_invalid')
  expect((await refresh(person.refresh_token)).status).toBe(200)
})

test.each([
  {},
  { refresh_token: '' },
  { refresh_token: 5 },
  { refresh_token: null },
  { refresh_token: 'x'.repeat(501) },
  { refresh_token: 'x', more: 1 },
])('refreshing with %j is a 400', async (payload) => {
  const answer = await app.inject({ method: 'POST', url: '/api/auth/v1/refresh', payload })
  expect(answer.statusCode).toBe(400)
})

test('while the session is locked a refresh is a 503, and the user stays signed in', async () => {
  const person = await signUp()
  const { id } = await sessionOf(person.refresh_token)
  const answer = await database.system.transaction().execute(async (db) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    await sql`select from auth_sessions where id = ${id} for update`.execute(db)
    return await refresh(person.refresh_token)
  })
  expect(answer).toMatchObject({ status: 503, problem: { code: 'unavailable' } })
  expect(answer.headers['retry-after']).toBeDefined()
  expect((await refresh(person.refresh_token)).status).toBe(200)
})

// Fresh proof over HTTP: which endpoints need one, how long it counts, and in which session.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auth } from '../../../contract/auth.ts'
import { downloads } from '../../../contract/downloads.ts'
import type { SignedInEndpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { users } from '../../../contract/users.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { until } from '../../test/until.ts'

const { call, clock, database, signUp } = await testApp()
const password = 'correct horse battery'
const fresh = 'a bicycle made of paper'
const someId = '01990000-0000-7000-8000-000000000001'
const pass = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}
const isRefused = async (person: Caller, endpoint: SignedInEndpoint) => {
  const params = { id: someId, kind: 'contact' }
  const { status, problem } = await person.call(endpoint, { params } as never)
  return status === 403 && problem.code === 'proof_required'
}
const needing = endpoints.filter(({ endpoint }) => endpoint.fresh_proof === true)

test('what cannot be undone needs a fresh proof', () => {
  expect(needing.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['account.delete', 'erasures.create', 'trash.remove']),
  )
})

test.each(needing)('$name is refused ten minutes after the login, and not before', async ({ endpoint }) => {
  const person = await signUp()
  pass(9)
  expect(await isRefused(person, endpoint as SignedInEndpoint)).toBe(false)
  const again = await signUp()
  pass(10)
  expect(await isRefused(again, endpoint as SignedInEndpoint)).toBe(true)
  expect((await again.call(auth.prove, { body: { password } })).status).toBe(204)
  expect(await isRefused(again, endpoint as SignedInEndpoint)).toBe(false)
})

test('only the download of everything needs a fresh proof', async () => {
  const person = await signUp()
  pass(10)
  const request = (kind: 'everything' | 'contacts') =>
    person.call(downloads.create, {
      body: { kind, input: kind === 'contacts' ? { format: 'csv', query: {} } : {} } as never,
    })
  expect((await request('everything')).problem.code).toBe('proof_required')
  expect((await request('contacts')).status).toBe(201)
  await person.call(auth.prove, { body: { password } })
  expect((await request('everything')).status).toBe(201)
})

test('a proof counts only in its own session', async () => {
  const email = 'two.devices@example.com'
  const here = await signUp({ email })
  pass(10)
  const { body } = await call(auth.login, { body: { email, password } })
  const everything = { body: { kind: 'everything' as const, input: {} } }
  expect((await here.call(downloads.create, everything)).problem.code).toBe('proof_required')
  const wrong = await here.call(auth.prove, { body: { password: fresh } })
  expect(wrong.problem).toMatchObject({ code: 'wrong_password', errors: [{ path: 'password' }] })
  expect((await here.call(downloads.create, everything)).problem.code).toBe('proof_required')
  expect((await call(downloads.create, everything, body.access_token)).status).toBe(201)
  const change = { body: { current_password: password, new_password: fresh } }
  expect((await call(auth.changePassword, change, body.access_token)).status).toBe(204)
  expect((await here.call(auth.prove, { body: { password: fresh } })).status).toBe(401)
})

test('a proof by the old password changes nothing after a concurrent reset', async () => {
  const email = 'raced@example.com'
  const thief = await signUp({ email })
  const { late, before } = await database.system.transaction().execute(async (db) => {
    await sql`select from users where email_key = ${email} for update`.execute(db)
    const late = thief.call(auth.changePassword, { body: { current_password: password, new_password: fresh } })
    const waiting = sql`
      select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`
    await until('the waiting change', async () => (await waiting.execute(database.system)).rows.length > 0)
    await sql`
      update auth_sessions s set revoked_at = ${clock.now}, revoke_reason = 'password_reset'
      from users u where u.id = s.user_id and u.email_key = ${email}`.execute(db)
    const { rows } = await sql<{ password_hash: string }>`
      select password_hash from users where email_key = ${email}`.execute(db)
    return { late, before: rows[0] }
  })
  expect((await late).status).toBe(401)
  const { rows } = await sql`select password_hash from users where email_key = ${email}`.execute(database.system)
  expect(rows[0]).toEqual(before)
  expect((await thief.call(users.profile)).status).toBe(401)
})

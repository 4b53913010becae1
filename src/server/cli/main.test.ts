// The admin CLI as a process: on its own PostgreSQL, next to a running Kabar, and alone.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { auth } from '../../contract/auth.ts'
import { users } from '../../contract/users.ts'
import { testApp } from '../test/app.ts'
import { kabarProcess, programOf } from '../test/process.ts'

const { call, database, signUp } = await testApp()
const running = await kabarProcess()
const command = await programOf('src/server/cli/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'kabar-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const withAddress = {
  DATABASE_URL: database.connection.connectionString,
  DATA_DIR: folder,
  PUBLIC_URL: 'https://kabar.example/',
}
const onPostgres = { DATABASE_URL: database.connection.connectionString, DATA_DIR: folder }

function kabar(line: string, environment: Record<string, string> = onPostgres) {
  const program = [command, ...line.split(' ').filter(Boolean)]
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { ...process.env, DATABASE_URL: '', ...environment }
    execFile(process.execPath, program, { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: out.trim(), err: err.trim() }),
    )
  })
}

test('premium is set and taken back, for the whole organization, and shows in the profile', async () => {
  const [person, other] = [await signUp({ email: 'Ayu@Example.com' }), await signUp()]
  expect(await kabar('premium set ayu@example.com 2027-01-31')).toEqual({
    code: 0,
    out: 'The organization of ayu@example.com is premium until 2027-01-31.',
    err: '',
  })
  expect((await person.call(users.profile)).body.premium_until).toBe('2027-01-31')
  expect((await other.call(users.profile)).body.premium_until).toBeNull()
  expect(await kabar('premium set AYU@example.com none')).toMatchObject({ code: 0 })
  expect((await person.call(users.profile)).body.premium_until).toBeNull()
  expect(await acts('ayu@example.com')).toEqual([
    { action: 'premium_set', detail: { by: 'operator', until: '2027-01-31' } },
    { action: 'premium_set', detail: { by: 'operator', until: null } },
  ])
})

test('a disabled user is rejected immediately, and can sign in again once enabled', async () => {
  const person = await signUp({ email: 'budi@example.com', organization: 'Bintang' })
  const body = { email: 'budi@example.com', password: 'correct horse battery' }
  expect(await kabar('user disable budi@example.com')).toMatchObject({ code: 0 })
  expect((await person.call(users.profile)).status).toBe(401)
  expect((await call(auth.login, { body })).problem.code).toBe('wrong_credentials')
  expect((await kabar('user list')).out).toMatch(
    /^budi@example\.com +Person \d+ +Bintang +- +\d{4}-\d\d-\d\d +disabled$/m,
  )
  expect(await kabar('user enable budi@example.com')).toMatchObject({ code: 0 })
  expect((await call(auth.login, { body })).status).toBe(200)
  // The earlier session stays ended.
  expect((await person.call(users.profile)).status).toBe(401)
  const refreshed = await call(auth.refresh, { body: { refresh_token: person.refresh_token } })
  expect(refreshed).toMatchObject({ status: 401, problem: { code: 'refresh_invalid' } })
  expect((await acts(body.email)).map(({ action }) => action)).toEqual(['user_disabled', 'user_enabled'])
})

test('a printed link to a new password works once and ends every sign-in session', async () => {
  const email = 'citra@example.com'
  const person = await signUp({ email })
  const links = [await kabar(`user reset-link ${email}`), await kabar(`user reset-link ${email}`, withAddress)]
  for (const link of links) expect(link).toMatchObject({ code: 0, err: '' })
  expect(links[1]!.out).toMatch(/^https:\/\/kabar\.example\/reset-password\?token=[\w-]{43}\nSets a new password for /)
  const [older, newer] = links.map(({ out }) => /token=([\w-]+)/.exec(out)![1]!)
  const reset = (token: string) =>
    call(auth.resetPassword, { body: { token, password: 'a bicycle made of paper' } }).then(({ status }) => status)
  expect(await reset(older!)).toBe(400)
  expect(await reset(newer!)).toBe(204)
  expect(await reset(newer!)).toBe(400)
  expect((await person.call(users.profile)).status).toBe(401)
  await kabar(`user disable ${email}`)
  expect(await kabar(`user reset-link ${email}`)).toMatchObject({ code: 1, err: expect.stringMatching(/is disabled/) })
  const done = ['reset_link_made', 'reset_link_made', 'user_disabled']
  expect((await acts(email)).map(({ action }) => action)).toEqual(done)
})

/** Audit entries of acts without a user. */
async function acts(email: string) {
  const { rows } = await sql<{ action: string; detail: object }>`
    select a.action, a.detail from audit_events a join users u on u.id = a.target_id
    where u.email_key = ${email} and a.user_id is null and a.detail ->> 'by' = 'operator' order by a.at`.execute(
    database.system,
  )
  return rows
}

test('a mistyped DATA_DIR is refused in one line, and nothing is made there', async () => {
  const nowhere = join(folder, 'mistyped')
  const answer = await kabar('user list', { DATA_DIR: nowhere })
  expect(answer).toEqual({ code: 1, out: '', err: expect.stringMatching(/^There is no database in .*mistyped\. .*$/) })
  expect(existsSync(nowhere)).toBe(false)
})

test.each([
  ['--help', {}, 0, /^npm run kabar/],
  ['', {}, 2, /^No command given\.\n\nnpm run kabar/],
  ['premium set ayu@example.com 2027-02-30', {}, 2, /is not a date/],
  ['user reset-link nobody@example.com', {}, 1, /^There is no account with the address nobody@example\.com\.$/],
  ['user disable nobody@example.com', {}, 1, /^There is no account with the address nobody@example\.com\.$/],
  ['user list', { DATABASE_URL: 'postgres://kabar@127.0.0.1:1/kabar' }, 1, /^The database cannot be reached: .*$/],
  ['user list', { DATABASE_URL: 'mysql://x' }, 1, /^DATABASE_URL must begin with postgres:\/\/$/],
  [
    'user list',
    { DATABASE_URL: '' },
    1,
    /^There is no database in .*Start Kabar once, or set DATA_DIR or DATABASE_URL\.$/,
  ],
])('"%s" with %j ends with %i', async (line, environment, code, message) => {
  const answer = await kabar(line, { ...onPostgres, ...environment })
  expect(answer.code).toBe(code)
  expect(code === 0 ? answer.out : answer.err).toMatch(message)
})

test('the embedded database: while Kabar runs, and after it has stopped', async () => {
  await running.start()
  await running.register()
  const its = { DATA_DIR: running.dataDir }
  expect(await kabar('premium set ada@example.com 2027-01-31', its)).toMatchObject({ code: 0, err: '' })
  expect(await running.get('/v1/user/profile')).toMatchObject({ premium_until: '2027-01-31' })
  await running.kill()
  const alone = await kabar('user list', its)
  expect(alone.err).toBe('')
  expect(alone.out).toMatch(/ada@example\.com .* 2027-01-31/)
  // Nothing remains that would prevent the next start.
  await running.start()
  expect(await running.get('/v1/user/profile')).toMatchObject({ premium_until: '2027-01-31' })
})

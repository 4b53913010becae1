// The admin CLI as a process: on its own PostgreSQL, next to a running Kabar, and alone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { auth } from '../../contract/auth.ts'
import { users } from '../../contract/users.ts'
import { lockDataDir } from '../platform/db/embedded/lock.ts'
import { testApp } from '../test/app.ts'
import { commandLine } from '../test/command-line.ts'
import { kabarProcess, programOf } from '../test/process.ts'
import { until } from '../test/until.ts'

const { call, config, database, signUp } = await testApp()
const running = await kabarProcess()
const run = await commandLine()
const folder = mkdtempSync(join(tmpdir(), 'kabar-cli-'))
/** Beside the folder and not inside it: as root, another account runs the database and may not enter the folder. */
const [copyDir, killedDir, firstDir] = [`${folder}-copy`, `${folder}-killed`, `${folder}-first`]
afterAll(() => {
  for (const path of [folder, copyDir, killedDir, firstDir]) rmSync(path, { recursive: true, force: true })
})

const withAddress = {
  DATABASE_URL: database.connection.connectionString,
  DATA_DIR: folder,
  PUBLIC_URL: 'https://kabar.example/',
}
const onPostgres = { DATABASE_URL: database.connection.connectionString, DATA_DIR: folder }

const kabar = (line: string, environment: Record<string, string> = onPostgres) => run(line, environment)

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

test('a backup of a running Kabar is restored into an empty data folder, and stays silent until it is released', async () => {
  await running.start()
  const backups = join(folder, 'backups')
  const its = { DATABASE_URL: '', DATA_DIR: running.dataDir, BACKUP_DIR: backups }
  const passphrase = { BACKUP_PASSPHRASE: 'a long enough passphrase' }
  await running.register('dewi@example.com')
  const plain = await kabar('backup', its)
  expect(plain).toMatchObject({ code: 0, err: '' })
  expect(plain.out).toMatch(/read back and complete\.\nNot encrypted, and without the secret \(.*secret\)/)
  expect(plain.out.split('\n')[0]).toMatch(/backups\/kabar-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/)
  const file = join(folder, 'one.age')
  expect(await kabar(`backup --to ${file}`, { ...its, ...passphrase })).toMatchObject({ code: 0, err: '' })
  expect(await kabar(`backup --to ${file}`, its)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/exists already/),
  })

  const copy = { DATABASE_URL: '', DATA_DIR: copyDir }
  const from = (name: string, more: object, environment = copy) => kabar(`restore ${name}`, { ...environment, ...more })
  expect(await from(file, {})).toMatchObject({ code: 1, err: expect.stringMatching(/^The backup is encrypted/) })
  // The secret is neither in the file nor here.
  const [bare] = plain.out.split('\n')
  expect(await from(bare!, {})).toMatchObject({
    code: 1,
    err: expect.stringMatching(/needs? the secret .*--without-secret/),
  })
  expect(existsSync(copy.DATA_DIR)).toBe(false)
  expect(await from(file, passphrase, its)).toMatchObject({ code: 1, err: expect.stringMatching(/is in use by Kabar/) })

  const restored = await from(file, passphrase)
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toMatch(/^Restored the backup of .*\nThis copy sends nothing/)
  expect(readFileSync(join(copy.DATA_DIR, 'secret'))).toEqual(readFileSync(join(running.dataDir, 'secret')))
  expect((await kabar('user list', copy)).out).toContain('dewi@example.com')
  expect(await from(file, passphrase)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The database is not empty/),
  })
  expect(await from(`${file} --replace`, passphrase)).toMatchObject({ code: 0, err: '' })
  expect((await kabar('release', copy)).out).toMatch(/^Released:/)
  expect((await kabar('release', copy)).out).toMatch(/^There is nothing to release/)
  // This installation was not restored from a backup.
  expect((await kabar('release', its)).out).toMatch(/^There is nothing to release/)
  const doctor = await kabar('doctor', its)
  expect(doctor.out).toMatch(/^OK +node +Node .*\n/)
  expect(doctor.out).toMatch(/^OK +backups +the last one is 0 h old|^WARNING +backups +the last one is 0 h old/m)
  await running.kill()
  const rotated = await kabar('rotate-secret', copy)
  expect(rotated).toMatchObject({ code: 0, err: '' })
  expect(rotated.out).toMatch(/^0 encrypted values have a new key, and \d logins and \d API tokens have ended/)
  expect(readFileSync(join(copy.DATA_DIR, 'secret'))).not.toEqual(readFileSync(join(running.dataDir, 'secret')))
})

test('a restore that is killed at its beginning leaves no empty Kabar, and can be run again', async () => {
  const program = await programOf('src/server/cli/main.ts')
  const file = join(folder, 'two.age')
  const passphrase = { BACKUP_PASSPHRASE: 'a long enough passphrase' }
  const its = { ...onPostgres, ...passphrase, APP_SECRET: config.secret.toString() }
  expect(await kabar(`backup --to ${file}`, its)).toMatchObject({ code: 0 })
  const copy = { DATABASE_URL: '', DATA_DIR: killedDir, ...passphrase }
  const restore = spawn(process.execPath, [program, 'restore', file], { env: { ...process.env, ...copy } })
  const ended = once(restore, 'exit')
  const isMade = () => existsSync(join(copy.DATA_DIR, 'postgres/cluster'))
  await until('the new database', isMade, Boolean, { everyMs: 5 })
  restore.kill('SIGKILL')
  await ended
  const mark = join(copy.DATA_DIR, 'restoring')
  expect(existsSync(mark)).toBe(true)
  expect(await kabar(`restore ${file}`, copy)).toMatchObject({ code: 0, err: '' })
  expect(existsSync(mark)).toBe(false)
})

test('a restore that is refused because another Kabar makes its first start there leaves no mark', async () => {
  const lock = await lockDataDir(firstDir)
  const passphrase = { BACKUP_PASSPHRASE: 'a long enough passphrase' }
  const answer = await kabar(`restore ${join(folder, 'two.age')}`, {
    ...{ DATABASE_URL: '', DATA_DIR: firstDir, ...passphrase },
  })
  expect(answer).toMatchObject({ code: 1, err: expect.stringMatching(/is in use by Kabar/) })
  expect(existsSync(join(firstDir, 'restoring'))).toBe(false)
  await lock.release()
})

test('all records of an organization are exported into a file, which is audited', async () => {
  const email = 'eka@example.com'
  await signUp({ email, organization: 'Bintang' })
  const { code, out } = await kabar(`export-org ${email} --to ${folder}`)
  expect(code).toBe(0)
  const [path] = out.split('\n')
  expect(path).toMatch(/kabar-Bintang-\d{4}-\d\d-\d\d\.zip$/i)
  expect(readFileSync(path!).subarray(0, 2).toString()).toBe('PK')
  expect(await kabar(`export-org ${email} --to ${path}`)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/exists/),
  })
  const { rows } = await sql<{ detail: object }>`
    select a.detail from audit_events a join users u using (organization_id)
    where u.email_key = ${email} and a.action = 'exported'`.execute(database.system)
  expect(rows).toEqual([{ detail: { by: 'operator', what: ['everything'] } }])
})

test('a new secret is refused while Kabar runs', async () => {
  expect(await kabar('rotate-secret', { ...onPostgres, APP_SECRET: config.secret.toString() })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Kabar is running/),
  })
})

test('the doctor exits with 1 if there is a fault, and speaks JSON', async () => {
  const unreachable = { DATABASE_URL: 'postgres://kabar@127.0.0.1:1/kabar' }
  const answer = await kabar('doctor --json', unreachable)
  expect(answer).toMatchObject({ code: 1, err: '' })
  const findings = JSON.parse(answer.out) as { check: string; status: string }[]
  expect(findings.find(({ check }) => check === 'database')).toMatchObject({ status: 'fault' })
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

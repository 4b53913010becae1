import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { auth } from '../../../contract/auth.ts'
import { users } from '../../../contract/users.ts'
import { startMail } from '../../platform/mail/service.ts'
import { testApp } from '../../test/app.ts'
import { mailServer } from '../../test/mail-server.ts'
import { until } from '../../test/until.ts'

const smtp = await mailServer()
const settings = {
  PUBLIC_URL: 'https://kabar.example/',
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Kabar <kabar@kabar.example>',
}
const { app, call, database, signUp, clock, config } = await testApp(settings)
const limited = await testApp({ ...settings, RATE_LIMITS: 'on' })
const log = { info() {}, warn() {}, error() {} }
const worker = startMail({ database, config, log })
afterAll(() => worker.stop())

const old = 'correct horse battery'
const fresh = 'a bicycle made of paper'
const forgot = (email: string) => call(auth.forgotPassword, { body: { email } })
const reset = (token: string, password = fresh) => call(auth.resetPassword, { body: { token, password } })
const login = (email: string, password: string) => call(auth.login, { body: { email, password } })
const queued = async ({ system }: typeof database) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from mails`.execute(system)
  return rows[0]!.n
}
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email))
const mailTo = async (email: string, nth = 1) =>
  (await until(`mail ${nth} to ${email}`, () => mailsTo(email).at(nth - 1)))!.text
const tokenFor = async (email: string, nth = 1) => {
  expect((await forgot(email)).status).toBe(202)
  return /reset-password\?token=([\w-]+)/.exec(await mailTo(email, nth))![1]!
}

test('a reset link sets a new password and ends every session', async () => {
  const email = 'forgetful@example.com'
  const person = await signUp({ email })
  const token = await tokenFor(email)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const mail = await mailTo(email)
  expect(mail).toContain('From: Kabar <kabar@kabar.example>')
  expect(mail).toContain(`https://kabar.example/reset-password?token=${token}`)
  expect(mail).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/)

  expect((await reset(token)).status).toBe(204)
  expect((await person.call(users.profile)).status).toBe(401)
  const refreshed = await call(auth.refresh, { body: { refresh_token: person.refresh_token } })
  expect(refreshed).toMatchObject({ status: 401, problem: { code: 'refresh_invalid' } })
  expect((await login(email, old)).status).toBe(401)
  expect((await login(email, fresh)).status).toBe(200)
  expect(await mailTo(email, 2)).toContain('Subject: Your Kabar password was changed')
  expect(await reset(token)).toMatchObject({ status: 400, problem: { code: 'reset_invalid' } })
})

test('unknown, known and disabled addresses get the same response, and only the known one an email', async () => {
  await signUp({ email: 'known@example.com' })
  await signUp({ email: 'disabled@example.com' })
  await sql`update users set disabled_at = now() where email_key = 'disabled@example.com'`.execute(database.system)
  const answers = []
  for (const email of ['unknown@example.com', 'disabled@example.com', 'known@example.com']) {
    const began = performance.now()
    answers.push(await forgot(email))
    // The constant response time is longer than the work.
    expect(performance.now() - began).toBeGreaterThanOrEqual(99)
  }
  for (const { status, body, headers } of answers) {
    expect(status).toBe(202)
    expect(body).toEqual(answers[0]!.body)
    expect(Object.keys(headers)).toEqual(Object.keys(answers[0]!.headers))
  }
  await mailTo('known@example.com')
  expect(mailsTo('disabled@example.com')).toEqual([])
  expect(mailsTo('unknown@example.com')).toEqual([])
})

test('the Host header does not affect the link', async () => {
  await signUp({ email: 'hosted@example.com' })
  await app.inject({
    method: 'POST',
    url: '/api/auth/v1/forgot-password',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    payload: { email: 'hosted@example.com' },
  })
  const mail = await mailTo('hosted@example.com')
  expect(mail).toContain('https://kabar.example/reset-password?token=')
  expect(mail).not.toContain('evil')
})

test('of two concurrent uses of a link exactly one succeeds', async () => {
  const email = 'twice@example.com'
  await signUp({ email })
  const token = await tokenFor(email)
  const answers = await Promise.all([reset(token), reset(token, 'another bicycle of glass')])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
})

test('a link is valid for 30 minutes, and invalidated by a newer one', async () => {
  const email = 'late@example.com'
  await signUp({ email })
  const [first, second] = [await tokenFor(email), await tokenFor(email, 2)]
  expect((await reset(first)).problem.code).toBe('reset_invalid')
  const before = clock.now
  clock.now = new Date(before.getTime() + 30 * 60_000)
  expect((await reset(second)).problem.code).toBe('reset_invalid')
  clock.now = new Date(before.getTime() + 30 * 60_000 - 1)
  expect((await reset(second)).status).toBe(204)
  clock.now = before
  expect((await reset('made up')).problem).toMatchObject({ code: 'reset_invalid', status: 400 })
})

test('a rejected password leaves the link valid', async () => {
  const email = 'picky@example.com'
  await signUp({ email })
  const token = await tokenFor(email)
  expect((await reset(token, 'picky@example.com')).problem).toMatchObject({
    code: 'password_rejected',
    errors: [{ path: 'password' }],
  })
  expect((await reset(token, 'short')).problem.errors).toMatchObject([{ path: 'password' }])
  expect((await reset(token)).status).toBe(204)
})

test('no table contains the token', async () => {
  await until('an empty queue', async () => (await queued(database)) === 0)
  await worker.stop()
  const email = 'dumped@example.com'
  await signUp({ email })
  await forgot(email)
  const { rows } = await sql<{ encrypted: string }>`select encode(encrypted, 'escape') as encrypted from mails`.execute(
    database.system,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.encrypted).not.toMatch(/token|dumped|reset-password/)
  const again = startMail({ database, config, log })
  const token = await until('the email is sent', () => /token=([\w-]+)/.exec(mailsTo(email)[0]?.text ?? '')?.[1])
  await again.stop()
  const { rows: kept } = await sql<{ row: string }>`
    select p::text || encode(p.token_hash, 'escape') as row from password_resets p`.execute(database.system)
  expect(kept.length).toBeGreaterThan(0)
  for (const { row } of kept) expect(row).not.toContain(token)
  expect(await queued(database)).toBe(0)
})

test('an account gets three emails an hour per network, which can send ten requests an hour', async () => {
  const email = 'many@example.com'
  await limited.signUp({ email })
  const ask = (address: string) => limited.call(auth.forgotPassword, { body: { email: address } })
  for (let n = 1; n <= 5; n++) expect((await ask(email)).status).toBe(202)
  expect(await queued(limited.database)).toBe(3)
  for (let n = 6; n <= 10; n++) expect((await ask(`other${n}@example.com`)).status).toBe(202)
  expect(await ask('one.more@example.com')).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
})

test('changing the password ends the other sessions, keeps this one and is audited', async () => {
  const email = 'changing@example.com'
  const person = await signUp({ email })
  const elsewhere = (await login(email, old)).body
  const token = await forgot(email)
  expect(token.status).toBe(202)
  const change = (current_password: string, new_password: string) =>
    person.call(auth.changePassword, { body: { current_password, new_password } })
  expect(await change('not my password', fresh)).toMatchObject({
    status: 400,
    problem: { code: 'wrong_password', errors: [{ path: 'current_password', code: 'password.incorrect' }] },
  })
  expect((await change(old, 'kabar-kabar-kabar')).problem.errors).toMatchObject([{ path: 'new_password' }])
  expect((await call(users.profile, {}, elsewhere.access_token)).status).toBe(200)
  expect((await change(old, fresh)).status).toBe(204)
  expect((await person.call(users.profile)).status).toBe(200)
  expect((await call(auth.refresh, { body: { refresh_token: person.refresh_token } })).status).toBe(200)
  expect((await call(users.profile, {}, elsewhere.access_token)).status).toBe(401)
  expect((await login(email, old)).status).toBe(401)
  expect((await login(email, fresh)).status).toBe(200)
  const { rows } = await sql`
    select action from audit_events a join users u on u.id = a.user_id where u.email_key = ${email} and action <> all ('{signed_in,sign_in_failed,signed_out}')`.execute(
    database.system,
  )
  expect(rows).toEqual([{ action: 'password_changed' }])
  const { rows: links } = await sql`
    select from password_resets p join users u on u.id = p.user_id where u.email_key = ${email}`.execute(
    database.system,
  )
  expect(links).toEqual([])
})

test('an account gets ten links an hour, of which one network can request only some', async () => {
  const email = 'bombed@example.com'
  limited.clock.now = new Date(limited.clock.now.getTime() + 3_600_000)
  await limited.signUp({ email })
  const before = await queued(limited.database)
  for (let n = 0; n < 20; n++) {
    const from = { remoteAddress: `10.7.0.${Math.floor(n / 4) + 1}` }
    const url = '/api/auth/v1/forgot-password'
    expect((await limited.app.inject({ method: 'POST', url, payload: { email }, ...from })).statusCode).toBe(202)
    if (n === 3) expect(await queued(limited.database)).toBe(before + 3)
  }
  expect(await queued(limited.database)).toBe(before + 10)
})

test('the network that set a new password can sign in with it during an attack', async () => {
  const email = 'besieged@example.com'
  limited.clock.now = new Date(limited.clock.now.getTime() + 3_600_000)
  await limited.signUp({ email })
  const attempt = async (password: string, remoteAddress: string) => {
    const payload = { email, password }
    return (await limited.app.inject({ method: 'POST', url: '/api/auth/v1/login', payload, remoteAddress })).statusCode
  }
  let networks = 0
  const besiege = async () => {
    for (let n = 0; n < 101; n++) await attempt('a wrong password', `10.8.${networks >> 8}.${networks++ & 255}`)
  }
  await besiege()
  expect(await attempt(old, '10.9.0.1')).toBe(429)
  await limited.call(auth.forgotPassword, { body: { email } })
  const sending = startMail({ database: limited.database, config: limited.config, log })
  const token = /token=([\w-]+)/.exec(await mailTo(email))![1]!
  await sending.stop()
  const url = '/api/auth/v1/reset-password'
  const payload = { token, password: fresh }
  const answer = await limited.app.inject({ method: 'POST', url, payload, remoteAddress: '10.9.0.1' })
  expect(answer.statusCode).toBe(204)
  await besiege()
  expect(await attempt(fresh, '10.9.0.2')).toBe(429)
  expect(await attempt(fresh, '10.9.0.1')).toBe(200)
})

test('a new password resets the delay after wrong passwords', async () => {
  const email = 'waiting@example.com'
  // In another hour, when the network's earlier attempts no longer count.
  limited.clock.now = new Date(limited.clock.now.getTime() + 3_600_000)
  await limited.signUp({ email })
  const attempt = (password: string) => limited.call(auth.login, { body: { email, password } })
  for (let n = 0; n < 6; n++) await attempt('a wrong password')
  expect((await attempt(old)).status).toBe(429)
  await limited.call(auth.forgotPassword, { body: { email } })
  const sending = startMail({ database: limited.database, config: limited.config, log })
  const token = /token=([\w-]+)/.exec(await mailTo(email))![1]!
  await sending.stop()
  expect((await limited.call(auth.resetPassword, { body: { token, password: fresh } })).status).toBe(204)
  expect((await attempt(fresh)).status).toBe(200)
})

test('guessing the password for a proof is limited to ten attempts', async () => {
  const person = await limited.signUp({ email: 'guessed@example.com' })
  const prove = (password: string) => person.call(auth.prove, { body: { password } })
  for (let n = 0; n < 10; n++) expect((await prove('a guess of many')).status).toBe(400)
  expect((await prove(old)).status).toBe(429)
})

test('a sign-in with the old password waits for a concurrent change, and starts no session', async () => {
  const email = 'racing@example.com'
  await signUp({ email })
  const { late, before } = await database.system.transaction().execute(async (db) => {
    await sql`update users set password_hash = 'another' where email_key = ${email}`.execute(db)
    const late = login(email, old)
    const waiting = sql`
      select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`
    await until('the waiting sign-in', async () => (await waiting.execute(database.system)).rows.length > 0)
    return { late, before: await signIns() }
  })
  expect((await late).status).toBe(401)
  expect(await signIns()).toBe(before)

  async function signIns() {
    const { rows } = await sql<{ n: number }>`select count(*) as n from auth_sessions`.execute(database.system)
    return rows[0]!.n
  }
})

test('a user can end one of their own sessions, and no other user’s', async () => {
  const email = 'one.of.several@example.com'
  const person = await signUp({ email })
  const stranger = await signUp()
  const [lost, kept] = [(await login(email, old)).body, (await login(email, old)).body]
  const id = JSON.parse(Buffer.from(lost.access_token.split('.')[1]!, 'base64url').toString()).sid
  const end = { params: { id } }
  expect((await stranger.call(auth.endSession, end)).status).toBe(404)
  expect((await call(users.profile, {}, lost.access_token)).status).toBe(200)

  expect((await person.call(auth.endSession, end)).status).toBe(204)
  expect((await call(users.profile, {}, lost.access_token)).status).toBe(401)
  expect((await call(auth.refresh, { body: { refresh_token: lost.refresh_token } })).status).toBe(401)
  expect((await call(users.profile, {}, kept.access_token)).status).toBe(200)
  expect((await person.call(auth.sessions)).body.data.map((session) => session.id)).not.toContain(id)
  expect((await person.call(auth.endSession, end)).status).toBe(204)
  const nowhere = { params: { id: '01990000-0000-7000-8000-000000000000' } }
  expect((await person.call(auth.endSession, nowhere)).status).toBe(404)
})

test('the list shows the address that a session was last used from', async () => {
  const email = 'travelling@example.com'
  const person = await signUp({ email })
  const { refresh_token } = (await login(email, old)).body
  await app.inject({
    method: 'POST',
    url: '/api/auth/v1/refresh',
    payload: { refresh_token },
    remoteAddress: '2001:db8:1::5',
  })
  const { body } = await person.call(auth.sessions)
  expect(body.data.map(({ address }) => address).sort()).toEqual(['127.0.0.1', '2001:db8:1::5'])
})

test('sessions that ended sixty days ago are deleted, with their IP addresses', async () => {
  const email = 'long.ago@example.com'
  const before = limited.clock.now
  await limited.signUp({ email })
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from auth_sessions s join users u on u.id = s.user_id where u.email_key = ${email}`.execute(
      limited.database.system,
    )
    return rows[0]!.n
  }
  for (const [days, left] of [
    [66, 1],
    [68, 0],
  ] as const) {
    limited.clock.now = new Date(before.getTime() + days * 86_400_000)
    await limited.call(auth.login, { body: { email: 'nobody@example.com', password: old } })
    expect(await count()).toBe(left)
  }
})

test('a user sees their sessions, and can end all but the current one', async () => {
  const email = 'several@example.com'
  const person = await signUp({ email })
  const stranger = await signUp()
  const phone = await app.inject({
    method: 'POST',
    url: '/api/auth/v1/login',
    headers: { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0' },
    payload: { email, password: old },
  })
  const gone = (await login(email, old)).body
  await call(auth.logout, { body: { refresh_token: gone.refresh_token } })
  const { body } = await person.call(auth.sessions)
  expect(body.data).toHaveLength(2)
  expect(body.data).toContainEqual({
    id: expect.any(String),
    browser: 'Firefox',
    system: 'Android',
    address: '127.0.0.1',
    current: false,
    created_at: clock.now.toISOString(),
    last_seen_at: clock.now.toISOString(),
  })
  expect(body.data.map(({ current }) => current)).toEqual([true, false])

  expect((await person.call(auth.endOtherSessions)).status).toBe(204)
  expect((await person.call(auth.sessions)).body.data.map(({ current }) => current)).toEqual([true])
  expect((await call(users.profile, {}, phone.json().access_token)).status).toBe(401)
  expect((await person.call(users.profile)).status).toBe(200)
  expect((await stranger.call(users.profile)).status).toBe(200)
})

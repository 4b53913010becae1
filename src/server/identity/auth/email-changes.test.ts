import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { auth } from '../../../contract/auth.ts'
import { users } from '../../../contract/users.ts'
import { inTenant } from '../../platform/db/index.ts'
import { startMail } from '../../platform/mail/service.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { mailServer } from '../../test/mail-server.ts'
import { until } from '../../test/until.ts'

const smtp = await mailServer()
const settings = {
  PUBLIC_URL: 'https://kabar.example/',
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Kabar <kabar@kabar.example>',
}
const { call, database, signUp, clock, config } = await testApp(settings)
const limited = await testApp({ ...settings, RATE_LIMITS: 'on' })
const log = { info() {}, warn() {}, error() {} }
const worker = startMail({ database, config, log })
afterAll(() => worker.stop())

const password = 'correct horse battery'
const ask = (person: Caller, email: string, current_password = password) =>
  person.call(users.updateProfile, { body: { email, current_password } })
const confirm = (person: Caller, token: string) => person.call(auth.confirmEmail, { body: { token } })
const login = (email: string) => call(auth.login, { body: { email, password } })
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email))
const mailTo = async (email: string, nth = 1) =>
  (await until(`mail ${nth} to ${email}`, () => mailsTo(email).at(nth - 1)))!.text
const tokenIn = (mail: string) => /account\?email_token=([\w-]+)/.exec(mail)![1]!
const addressesOf = async (person: Caller) => {
  const { email, pending_email } = (await person.call(users.profile)).body
  return { email, pending_email }
}

test('a new address requires the password and a confirmation link, then signs in; sign-in sessions stay valid', async () => {
  const [from, to] = ['ayu@old.example', 'Ayu@new.example']
  const person = await signUp({ email: from })
  const elsewhere = (await login(from)).body
  const asked = await ask(person, to)
  expect(asked).toMatchObject({ status: 200, body: { email: from, pending_email: to } })
  const mail = await mailTo(to)
  expect(mail).toContain('Subject: Confirm your new email address for Kabar')
  expect(mail).toContain('https://kabar.example/account?email_token=')
  expect(Buffer.from(tokenIn(mail), 'base64url')).toHaveLength(32)
  expect(mailsTo(from)).toEqual([])
  expect((await login(to)).status).toBe(401)

  // Requested in one browser, opened in another.
  const opened = await call(auth.confirmEmail, { body: { token: tokenIn(mail) } }, elsewhere.access_token)
  expect(opened.status).toBe(204)
  expect(await addressesOf(person)).toEqual({ email: to, pending_email: null })
  expect((await login(from)).status).toBe(401)
  expect((await login(to.toLowerCase())).status).toBe(200)
  expect((await call(auth.refresh, { body: { refresh_token: elsewhere.refresh_token } })).status).toBe(200)
  expect(await mailTo(from)).toContain(`From now on, log in to Kabar with ${to}`)
  expect(await confirm(person, tokenIn(mail))).toMatchObject({
    status: 400,
    problem: { code: 'confirmation_invalid' },
  })
  const { rows } = await sql`
    select action from audit_events a join users u on u.id = a.user_id where u.email = ${to} and action not in ('signed_in', 'sign_in_failed')`.execute(
    database.system,
  )
  expect(rows).toEqual([{ action: 'email_changed' }])
  // The old address is available to others.
  await signUp({ email: from })
})

test('without the correct password nothing is changed, not even the name in the same request', async () => {
  const person = await signUp({ email: 'careful@example.com' })
  const body = { name: 'Eve', email: 'eve@example.com' }
  const refusals = [
    await person.call(users.updateProfile, { body }),
    await person.call(users.updateProfile, { body: { ...body, current_password: '' } }),
    await person.call(users.updateProfile, { body: { ...body, current_password: 'a wrong password' } }),
  ]
  expect(
    refusals.map(({ status, problem: { code, errors } }) => [status, code, errors?.map(({ path }) => path)]),
  ).toEqual([
    [400, 'invalid_request', ['current_password']],
    [400, 'invalid_request', ['current_password']],
    [400, 'wrong_password', ['current_password']],
  ])
  const { body: profile } = await person.call(users.profile)
  expect(profile).toMatchObject({ email: 'careful@example.com', pending_email: null })
  expect(profile.name).not.toBe('Eve')
})

test('sending back the current address needs no password, and keeps a pending change', async () => {
  const person = await signUp({ email: 'whole@example.com' })
  await ask(person, 'whole@new.example')
  const { body: profile } = await person.call(users.profile)
  const answer = await person.call(users.updateProfile, { body: profile })
  expect(answer).toMatchObject({
    status: 200,
    body: { email: 'whole@example.com', pending_email: 'whole@new.example' },
  })
  await mailTo('whole@new.example')
})

test('a link is valid for 30 minutes, and invalidated by a newer one', async () => {
  const person = await signUp({ email: 'slow@example.com' })
  await ask(person, 'slow@one.example')
  const first = tokenIn(await mailTo('slow@one.example'))
  await ask(person, 'slow@two.example')
  const second = tokenIn(await mailTo('slow@two.example'))
  expect((await person.call(auth.resendEmailLink)).status).toBe(204)
  const third = tokenIn(await mailTo('slow@two.example', 2))
  for (const dead of [first, second, 'made up']) {
    expect((await confirm(person, dead)).problem.code).toBe('confirmation_invalid')
  }
  const before = clock.now
  clock.now = new Date(before.getTime() + 30 * 60_000)
  const signedIn = await login('slow@example.com')
  const confirmThere = (token: string) => call(auth.confirmEmail, { body: { token } }, signedIn.body.access_token)
  expect((await confirmThere(third)).problem.code).toBe('confirmation_invalid')
  expect((await call(users.profile, {}, signedIn.body.access_token)).body.pending_email).toBeNull()
  expect((await call(auth.resendEmailLink, {}, signedIn.body.access_token)).status).toBe(404)
  clock.now = new Date(before.getTime() + 30 * 60_000 - 1)
  expect((await confirmThere(third)).status).toBe(204)
  clock.now = before
})

test('a cancelled change invalidates its link', async () => {
  const person = await signUp({ email: 'changed.mind@example.com' })
  await ask(person, 'changed.mind@new.example')
  const token = tokenIn(await mailTo('changed.mind@new.example'))
  expect((await person.call(auth.cancelEmailChange)).status).toBe(204)
  expect((await person.call(auth.cancelEmailChange)).status).toBe(204)
  expect(await addressesOf(person)).toEqual({ email: 'changed.mind@example.com', pending_email: null })
  expect((await confirm(person, token)).status).toBe(400)
  expect((await person.call(auth.resendEmailLink)).status).toBe(404)
})

test('the link works for its account only, so that a mistyped address is harmless', async () => {
  const person = await signUp({ email: 'typist@example.com' })
  const stranger = await signUp({ email: 'reader@example.com' })
  await ask(person, 'tipyst@example.com')
  const token = tokenIn(await mailTo('tipyst@example.com'))
  expect((await confirm(stranger, token)).problem.code).toBe('confirmation_invalid')
  expect((await call(auth.confirmEmail, { body: { token } })).status).toBe(401)
  expect((await addressesOf(stranger)).email).toBe('reader@example.com')
  expect((await confirm(person, token)).status).toBe(204)
})

test('the address of another account is rejected, in any spelling', async () => {
  await signUp({ email: 'first@example.com' })
  const person = await signUp({ email: 'second@example.com' })
  expect(await ask(person, 'First@Example.com')).toMatchObject({
    status: 409,
    problem: { code: 'email_taken', errors: [{ path: 'email' }] },
  })
  expect((await addressesOf(person)).pending_email).toBeNull()
})

test('of two concurrent confirmations of one address one succeeds, and the other is a conflict', async () => {
  const people = [await signUp({ email: 'left@example.com' }), await signUp({ email: 'right@example.com' })]
  for (const person of people) expect((await ask(person, 'both@example.com')).status).toBe(200)
  await mailTo('both@example.com', 2)
  const tokens = mailsTo('both@example.com').map(({ text }) => tokenIn(text))
  const isLeft = mailsTo('both@example.com')[0]!.text.includes('left@example.com')
  const answers = await Promise.all(people.map((person, index) => confirm(person, tokens[isLeft ? index : 1 - index]!)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(answers.find(({ status }) => status === 409)!.problem).toMatchObject({
    code: 'email_taken',
    errors: [{ path: 'email' }],
  })
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from users where email_key = 'both@example.com'`.execute(database.system)
  expect(rows).toEqual([{ n: 1 }])
})

test('the own address can be changed to another spelling', async () => {
  const person = await signUp({ email: 'SHOUTING@example.com' })
  await ask(person, 'shouting@example.com')
  expect((await confirm(person, tokenIn(await mailTo('shouting@example.com')))).status).toBe(204)
  expect((await addressesOf(person)).email).toBe('shouting@example.com')
})

test('a new password cancels a pending email change, and a new address invalidates a password reset link', async () => {
  const person = await signUp({ email: 'robbed@example.com' })
  await ask(person, 'thief@example.com')
  const token = tokenIn(await mailTo('thief@example.com'))
  const body = { current_password: password, new_password: 'a bicycle made of paper' }
  expect((await person.call(auth.changePassword, { body })).status).toBe(204)
  expect((await confirm(person, token)).status).toBe(400)

  const mover = await signUp({ email: 'mover@example.com' })
  await call(auth.forgotPassword, { body: { email: 'mover@example.com' } })
  const reset = /reset-password\?token=([\w-]+)/.exec(await mailTo('mover@example.com'))![1]!
  await ask(mover, 'moved@example.com')
  expect((await confirm(mover, tokenIn(await mailTo('moved@example.com')))).status).toBe(204)
  const late = await call(auth.resetPassword, { body: { token: reset, password: 'a bicycle made of paper' } })
  expect(late.problem.code).toBe('reset_invalid')
})

test('a disabled user cannot confirm a change', async () => {
  const person = await signUp({ email: 'gone@example.com' })
  await ask(person, 'gone@new.example')
  const token = tokenIn(await mailTo('gone@new.example'))
  await sql`update users set disabled_at = now() where email_key = 'gone@example.com'`.execute(database.system)
  expect((await confirm(person, token)).status).toBe(401)
})

test('only the hash of the token is stored', async () => {
  const person = await signUp({ email: 'kept@example.com' })
  await ask(person, 'kept@new.example')
  const token = tokenIn(await mailTo('kept@new.example'))
  const { organization_id } = await database.system
    .selectFrom('users')
    .select('organization_id')
    .where('email_key', '=', 'kept@example.com')
    .executeTakeFirstOrThrow()
  const kept = await inTenant(database, { organization_id }, ({ db }) =>
    db.selectFrom('email_changes').selectAll().execute(),
  )
  expect(kept).toMatchObject([{ email: 'kept@new.example', token_hash: createHash('sha256').update(token).digest() }])
  expect(JSON.stringify((await person.call(users.profile)).body)).not.toContain(token)
})

test('emails are in the language of the recipient', async () => {
  const person = await signUp({ email: 'pembaca@example.com' })
  await person.call(users.updateProfile, { body: { locale: 'id-ID' } })
  await ask(person, 'pembaca@baru.example')
  const mail = await mailTo('pembaca@baru.example')
  expect(mail).toContain('Subject: Konfirmasi alamat email baru Anda untuk Kabar')
  expect(mail).toMatch(/Halo Person \d+,/)
  expect(mail).toContain('<html lang="id">')
  expect((await confirm(person, tokenIn(mail))).status).toBe(204)
  expect(await mailTo('pembaca@example.com')).toContain('Mulai sekarang Anda masuk ke Kabar')
  await call(auth.forgotPassword, { body: { email: 'pembaca@baru.example' } })
  const reset = await mailTo('pembaca@baru.example', 2)
  expect(reset).toContain('Subject: Atur ulang kata sandi Kabar Anda')
  const token = /reset-password\?token=([\w-]+)/.exec(reset)![1]!
  await call(auth.resetPassword, { body: { token, password: 'a bicycle made of paper' } })
  expect(await mailTo('pembaca@baru.example', 3)).toContain('Subject: Kata sandi Kabar Anda telah diubah')
})

test('wrong passwords count together with those of a password change, and five links an hour are sent', async () => {
  const guesser = await limited.signUp({ email: 'guesser@example.com' })
  for (let n = 0; n < 5; n++) {
    expect((await ask(guesser, 'guessed@example.com', 'a guess of many')).status).toBe(400)
    const body = { current_password: 'a guess of many', new_password: 'a bicycle made of paper' }
    expect((await guesser.call(auth.changePassword, { body })).status).toBe(400)
  }
  expect((await ask(guesser, 'guessed@example.com')).status).toBe(429)

  const sender = await limited.signUp({ email: 'sender@example.com' })
  for (let n = 0; n < 4; n++) expect((await ask(sender, `many${n}@example.com`)).status).toBe(200)
  expect((await sender.call(auth.resendEmailLink)).status).toBe(204)
  expect((await sender.call(auth.resendEmailLink)).status).toBe(429)
  expect((await ask(sender, 'more@example.com')).status).toBe(429)
  expect((await addressesOf(sender)).pending_email).toBe('many3@example.com')
})

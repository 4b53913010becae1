// The second factor over HTTP: setting up, the second step of a login, and what must not work.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { audit } from '../../../../contract/audit.ts'
import { auth } from '../../../../contract/auth.ts'
import { endpoints } from '../../../../contract/endpoints.ts'
import { secondFactor } from '../../../../contract/second-factor.ts'
import { team } from '../../../../contract/team.ts'
import { users } from '../../../../contract/users.ts'
import { deriveKeys } from '../../../keys.ts'
import { inTenant } from '../../../platform/db/index.ts'
import { type Caller, testApp } from '../../../test/app.ts'
import { bytesOf } from '../../../test/base32.ts'
import { mailsIn } from '../../../test/mails.ts'
import { made } from '../../../test/records.ts'
import { rateLimits } from '../rate-limit.ts'
import { resetSecondFactor } from '../service.ts'
import { codeAt, stepAt } from './totp.ts'

const { app, call, clock, config, database, signUp } = await testApp()
const limited = await testApp({ RATE_LIMITS: 'on' }, database)
const password = 'correct horse battery'
const pass = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
  limited.clock.now = clock.now
}
const wrong = '000000'

let people = 0
/** Somebody with an authenticator app; `code` is the one that it shows, of a later step with each call. */
async function withApp(email = `app${++people}@example.com`, person?: Caller) {
  const ayu = person ?? (await signUp({ email }))
  const { secret } = made(await ayu.call(secondFactor.setUp))
  const code = () => {
    pass(30)
    return codeAt(bytesOf(secret), stepAt(clock.now))
  }
  const { recovery_codes } = made(await ayu.call(secondFactor.confirm, { body: { code: code() } }))
  return { ayu, email, code, secret, recovery_codes }
}
const login = (email: string, more: object = {}) => call(auth.login, { body: { email, password, ...more } })
async function challengeOf(email: string, more: object = {}) {
  const { status, problem } = await login(email, more)
  expect([status, problem.code]).toEqual([401, 'second_factor_required'])
  return (problem.current as { challenge: string }).challenge
}
const second = (challenge: string, code: string, remember = false) =>
  call(auth.loginCode, { body: { challenge, code, remember } })
const acts = async (person: Caller) =>
  made(await person.call(audit.list, { query: { group: 'logins' } })).data.map(({ action }) => action)
/** Subjects of the emails that wait for this address. */
const mailsTo = async (email: string) =>
  (await mailsIn(database, deriveKeys(config.secret))).filter(({ to }) => to === email).map(({ subject }) => subject)

describe('setting up', () => {
  test('counts only once a code confirms it; then a login needs a code', async () => {
    const email = 'first@example.com'
    const ayu = await signUp({ email })
    const elsewhere = (await login(email)).body
    const { secret, qr } = made(await ayu.call(secondFactor.setUp))
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(qr).toMatch(/^data:image\/png;base64,/)
    expect((await login(email)).status).toBe(200)
    const confirm = (code: string) => ayu.call(secondFactor.confirm, { body: { code } })
    expect((await confirm(wrong)).problem).toMatchObject({ code: 'wrong_code', errors: [{ path: 'code' }] })
    expect((await login(email)).status).toBe(200)
    const { recovery_codes } = made(await confirm(codeAt(bytesOf(secret), stepAt(clock.now))))
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    await challengeOf(email)
    // Whoever was logged in elsewhere is not any more.
    expect((await call(users.profile, {}, elsewhere.access_token)).status).toBe(401)
    expect(made(await ayu.call(users.profile)).second_factor).toBe('on')
    expect(made(await ayu.call(secondFactor.get))).toMatchObject({ recovery_codes_left: 10, remembered_devices: 0 })
    expect(await acts(ayu)).toContain('second_factor_on')
    expect(await mailsTo(email)).toContain('Two-step login is on for your Kabar account')
  })

  test('a new app counts once it is confirmed; until then the old one does', async () => {
    const { ayu, email, code, recovery_codes } = await withApp()
    const { secret } = made(await ayu.call(secondFactor.setUp))
    expect((await second(await challengeOf(email), code())).status).toBe(200)
    pass(30)
    const fresh = codeAt(bytesOf(secret), stepAt(clock.now))
    expect((await second(await challengeOf(email), fresh)).status).toBe(400)
    made(await ayu.call(secondFactor.confirm, { body: { code: fresh } }))
    expect((await second(await challengeOf(email), code())).status).toBe(400)
    expect((await second(await challengeOf(email), recovery_codes[0]!)).status).toBe(400)
    expect(await mailsTo(email)).toContain('Your Kabar codes now come from another app')
  })

  test('is turned off with a fresh proof only, which needs a code', async () => {
    const { ayu, email, code } = await withApp()
    pass(600)
    expect((await ayu.call(secondFactor.turnOff)).problem.code).toBe('proof_required')
    const prove = (body: object) => ayu.call(auth.prove, { body: { password, ...body } })
    expect((await prove({})).problem.errors).toMatchObject([{ path: 'code' }])
    expect((await prove({ code: wrong })).problem).toMatchObject({ code: 'wrong_code', errors: [{ path: 'code' }] })
    expect((await ayu.call(secondFactor.turnOff)).problem.code).toBe('proof_required')
    expect((await prove({ code: code() })).status).toBe(204)
    expect((await ayu.call(secondFactor.turnOff)).status).toBe(204)
    expect((await login(email)).status).toBe(200)
    expect(await mailsTo(email)).toContain('Two-step login is off for your Kabar account')
  })

  test('neither secret nor codes are stored as they are', async () => {
    const { secret, recovery_codes } = await withApp()
    const { rows } = await sql<{ text: string }>`
      select concat(f, c) as text from second_factors f join recovery_codes c using (organization_id, user_id)`.execute(
      database.system,
    )
    const all = rows.map(({ text }) => text).join()
    for (const known of [
      bytesOf(secret).toString('hex'),
      secret,
      recovery_codes[0]!,
      recovery_codes[0]!.replace(/-/g, ''),
    ]) {
      expect(all).not.toContain(known)
      expect(all).not.toContain(Buffer.from(known).toString('hex'))
    }
  })
})

describe('a code', () => {
  test('is accepted once, also by two requests at the same time', async () => {
    const { email, code } = await withApp()
    const challenges = [await challengeOf(email), await challengeOf(email)]
    const typed = code()
    const answers = await Promise.all(challenges.map((challenge) => second(challenge, typed)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await second(await challengeOf(email), typed)).problem.code).toBe('wrong_code')
  })

  test('of an earlier step is refused once a later one was used', async () => {
    const { email, secret, code } = await withApp()
    const later = code()
    const earlier = codeAt(bytesOf(secret), stepAt(clock.now) - 1)
    expect((await second(await challengeOf(email), later)).status).toBe(200)
    expect((await second(await challengeOf(email), earlier)).status).toBe(400)
  })

  test('for a recovery is accepted once, also by two requests, and told by email', async () => {
    const { ayu, email, recovery_codes } = await withApp()
    const challenges = [await challengeOf(email), await challengeOf(email)]
    const typed = recovery_codes[3]!.toUpperCase().replaceAll('-', ' ')
    const answers = await Promise.all(challenges.map((challenge) => second(challenge, typed)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(made(await ayu.call(secondFactor.get)).recovery_codes_left).toBe(9)
    expect(await mailsTo(email)).toContain('A recovery code of your Kabar account was used')
    const renewed = made(await ayu.call(secondFactor.renewCodes)).recovery_codes
    expect((await second(await challengeOf(email), recovery_codes[4]!)).status).toBe(400)
    expect((await second(await challengeOf(email), renewed[0]!)).status).toBe(200)
  })

  test('of another account opens nothing, in the same words', async () => {
    const [mine, theirs] = [await withApp(), await withApp()]
    const answers = [
      await second(await challengeOf(theirs.email), mine.code()),
      await second(await challengeOf(theirs.email), mine.recovery_codes[0]!),
      await second(await challengeOf(theirs.email), 'nonsense'),
    ]
    const shown = answers.map(({ status, problem: { code, detail } }) => ({ status, code, detail }))
    expect(new Set(shown.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(shown[0]!.status).toBe(400)
  })

  test('cannot be guessed: delays for a network, and twenty an hour from all', async () => {
    const { ayu, email, code } = await withApp()
    const attempt = async (challenge: string, typed: string, remoteAddress: string) => {
      const payload = { challenge, code: typed }
      return await limited.app.inject({ method: 'POST', url: '/api/auth/v1/login/code', payload, remoteAddress })
    }
    const challenge = await challengeOf(email)
    for (let n = 0; n < 5; n++) expect((await attempt(challenge, wrong, '10.1.0.1')).statusCode).toBe(400)
    expect((await attempt(challenge, wrong, '10.1.0.1')).statusCode).toBe(429)
    expect(await mailsTo(email)).toContain('Someone knows your Kabar password')
    for (let n = 5; n < 20; n++) expect((await attempt(challenge, wrong, `10.1.1.${n}`)).statusCode).toBe(400)
    expect((await attempt(challenge, code(), '10.1.2.1')).statusCode).toBe(429)
    // Nor by the proof of a session, nor after a reset of the password.
    const proof = { method: 'POST' as const, url: '/api/v1/user/proof', payload: { password, code: code() } }
    const headers = { authorization: `Bearer ${ayu.access_token}` }
    expect((await limited.app.inject({ ...proof, headers, remoteAddress: '10.1.2.2' })).statusCode).toBe(429)
    await rateLimits({ database, keys: deriveKeys(limited.config.secret), now: () => clock.now }).welcome(
      email,
      '10.1.2.1',
    )
    expect((await attempt(challenge, code(), '10.1.2.1')).statusCode).toBe(429)
    pass(3600)
    expect((await attempt(await challengeOf(email), code(), '10.1.2.1')).statusCode).toBe(200)
  })
})

test('a proof takes and tells of codes as a login does', async () => {
  const { ayu, email, recovery_codes } = await withApp()
  const prove = (code: string) => ayu.call(auth.prove, { body: { password, code } })
  expect((await prove(wrong)).problem).toMatchObject({ code: 'wrong_code', errors: [{ path: 'code' }] })
  expect((await prove(recovery_codes[0]!)).status).toBe(204)
  expect((await prove(recovery_codes[0]!)).problem.code).toBe('wrong_code')
  expect((await acts(ayu)).slice(0, 3)).toEqual(['sign_in_failed', 'recovery_code_used', 'sign_in_failed'])
  expect(await mailsTo(email)).toContain('A recovery code of your Kabar account was used')
})

test('in a copy restored without its secret, a code of the app is wrong and a recovery code is right', async () => {
  const { email, code, recovery_codes } = await withApp()
  await sql`update second_factors set secret = '\\x00' where user_id = (select id from users where email_key = ${email})`.execute(
    database.system,
  )
  const challenge = await challengeOf(email)
  expect((await second(challenge, code())).problem.code).toBe('wrong_code')
  expect((await second(challenge, recovery_codes[0]!)).status).toBe(200)
})

describe('a challenge', () => {
  test('is no token, and lasts five minutes', async () => {
    const { email, code } = await withApp()
    const challenge = await challengeOf(email)
    expect((await call(users.profile, {}, challenge)).status).toBe(401)
    expect((await call(auth.refresh, { body: { refresh_token: challenge } })).status).toBe(401)
    pass(270)
    expect((await second(`${challenge.slice(0, -2)}AA`, code())).problem.code).toBe('challenge_invalid')
    expect((await second(challenge, code())).problem.code).toBe('challenge_invalid')
    expect((await second('', code())).problem.code).toBe('challenge_invalid')
  })

  test('ends with the password, and is given to nobody who is disabled', async () => {
    const { ayu, email, code } = await withApp()
    const challenge = await challengeOf(email)
    made(
      await ayu.call(auth.changePassword, {
        body: { current_password: password, new_password: 'a bicycle made of paper' },
      }),
    )
    expect((await second(challenge, code())).problem.code).toBe('challenge_invalid')
    await sql`update users set disabled_at = now() where email_key = ${email}`.execute(database.system)
    const { status, problem } = await call(auth.login, { body: { email, password: 'a bicycle made of paper' } })
    expect([status, problem.code]).toEqual([401, 'wrong_credentials'])
  })
})

describe('a remembered device', () => {
  async function remembered() {
    const person = await withApp()
    const { body } = await second(await challengeOf(person.email), person.code(), true)
    const device = (token: string) => call(auth.deviceToken, {}, token)
    const { device_token } = (await device(body.access_token)).body
    return { ...person, tokens: body, device_tokens: [device_token], device }
  }

  test('asks for no code for 30 days, also after logging out, and hands it on without extending it', async () => {
    const { email, tokens, device_tokens, device } = await remembered()
    await challengeOf(email)
    await call(auth.logout, { body: { refresh_token: tokens.refresh_token } })
    const again = await login(email, { device_tokens })
    expect(again.status).toBe(200)
    // A login without a code is no proof.
    expect((await call(secondFactor.turnOff, {}, again.body.access_token)).problem.code).toBe('proof_required')
    const next = (await device(again.body.access_token)).body.device_token
    pass(29 * 86_400)
    expect((await login(email, { device_tokens: [next] })).status).toBe(200)
    pass(86_400)
    await challengeOf(email, { device_tokens: [next] })
  })

  test.each(['ended', 'forgotten', 'logged out everywhere else', 'reset'] as const)(
    'that is %s asks again',
    async (how) => {
      const { ayu, email, device_tokens, code } = await remembered()
      expect(made(await ayu.call(secondFactor.get)).remembered_devices).toBe(1)
      if (how === 'forgotten') await ayu.call(secondFactor.forgetDevices)
      else if (how === 'logged out everywhere else') await ayu.call(auth.endOtherSessions)
      else if (how === 'ended') {
        for (const { id, current } of made(await ayu.call(auth.sessions)).data)
          if (!current) await ayu.call(auth.endSession, { params: { id } })
      } else {
        const { secret } = made(await ayu.call(secondFactor.setUp))
        pass(30)
        made(await ayu.call(secondFactor.confirm, { body: { code: codeAt(bytesOf(secret), stepAt(clock.now)) } }))
      }
      await challengeOf(email, { device_tokens })
      expect(code()).toMatch(/^\d{6}$/)
    },
  )

  test('a new password and a new address need a fresh proof besides the current password', async () => {
    const { ayu } = await withApp()
    pass(600)
    const change = { current_password: password, new_password: 'a bicycle made of paper' }
    expect((await ayu.call(auth.changePassword, { body: change })).problem.code).toBe('proof_required')
    const address = { email: 'elsewhere@example.com', current_password: password }
    expect((await ayu.call(users.updateProfile, { body: address })).problem.code).toBe('proof_required')
  })

  test('asks again after a new password', async () => {
    const { ayu, email, device_tokens } = await remembered()
    const new_password = 'a bicycle made of paper'
    expect((await ayu.call(auth.changePassword, { body: { current_password: password, new_password } })).status).toBe(
      204,
    )
    await challengeOf(email, { password: new_password, device_tokens })
  })

  test('of somebody else, or that was not remembered, is no help', async () => {
    const { ayu, email } = await withApp()
    await challengeOf(email, { device_tokens: (await remembered()).device_tokens })
    const { device_token } = made(await ayu.call(auth.deviceToken))
    await challengeOf(email, { device_tokens: [device_token] })
  })
})

describe('required by the organization', () => {
  async function colleagueOf(owner: Caller) {
    const email = `colleague${++people}@example.com`
    const { data } = made(await owner.call(team.invite, { body: { emails: [email] } }))
    const invite = new URL(data[0]!.link).searchParams.get('invite')!
    const { body } = await call(auth.register, { body: { name: 'Citra', email, password, invite } })
    const citra: Caller = { ...body, call: (endpoint, input) => call(endpoint, input, body.access_token) }
    return { citra, email }
  }
  const requireIt = (owner: Caller, required = true) => owner.call(team.requireSecondFactor, { body: { required } })

  test('members without one can do nothing but set it up', async () => {
    const owner = await signUp()
    expect((await requireIt(owner)).problem.code).toBe('state_conflict')
    const { citra } = await colleagueOf(owner)
    await withApp('', owner)
    made(await requireIt(owner))
    const someId = '01990000-0000-7000-8000-000000000001'
    const params = { id: someId, transaction_id: someId, contact_id: someId, code: 'USD', kind: 'due', key: 'x' }
    const open: string[] = []
    for (const { name, endpoint } of endpoints) {
      if (endpoint.access === 'open') continue
      const { problem } = await citra.call(endpoint, { params } as never)
      if (problem?.code !== 'second_factor_missing') open.push(name)
    }
    expect(open.sort()).toEqual(
      [
        ...['auth.deviceToken', 'auth.prove', 'passkeys.create', 'passkeys.creation', 'passkeys.list'],
        ...['secondFactor.confirm', 'secondFactor.get', 'secondFactor.setUp', 'users.profile', 'users.updateProfile'],
      ].sort(),
    )
    expect(made(await citra.call(users.profile)).second_factor).toBe('missing')
    const { ayu } = await withApp('', citra)
    expect((await ayu.call(team.get)).status).toBe(200)
    expect((await ayu.call(secondFactor.turnOff)).problem.code).toBe('state_conflict')
    made(await requireIt(owner, false))
    expect((await ayu.call(secondFactor.turnOff)).status).toBe(204)
  })

  test('only those who manage the team see who has one', async () => {
    const owner = await signUp()
    const { citra } = await colleagueOf(owner)
    await withApp('', owner)
    const seenBy = async (person: Caller) =>
      made(await person.call(team.get)).members.map(({ has_second_factor }) => has_second_factor)
    expect(await seenBy(owner)).toEqual([true, false])
    expect(await seenBy(citra)).toEqual([null, null])
    expect((await requireIt(citra)).status).toBe(403)
  })

  test('moves with a user who joins another organization', async () => {
    const email = 'joins@example.com'
    const owner = await signUp()
    const { ayu, code, recovery_codes } = await withApp(email)
    const { data } = made(await owner.call(team.invite, { body: { emails: [email] } }))
    const invite = new URL(data[0]!.link).searchParams.get('invite')!
    made(await ayu.call(team.join, { body: { invite } }))
    expect((await second(await challengeOf(email), code())).status).toBe(200)
    expect((await second(await challengeOf(email), recovery_codes[0]!)).status).toBe(200)
  })
})

test('the operator resets it, and the user is told', async () => {
  const { ayu, email } = await withApp()
  const { rows } = await sql<{ id: string; organization_id: string }>`
    select id, organization_id from users where email_key = ${email}`.execute(database.system)
  const reset = () =>
    inTenant(database, rows[0]!, (tenant) =>
      resetSecondFactor(tenant, deriveKeys(config.secret), { ...rows[0]!, name: '', email, locale: 'en' }, clock.now),
    )
  expect(await reset()).toBe(true)
  expect(await reset()).toBe(false)
  expect((await login(email)).status).toBe(200)
  expect(await acts(ayu)).toContain('second_factor_reset')
  expect(await mailsTo(email)).toContain('Two-step login was reset for your Kabar account')
})

test('a login from a new device is told by email, one from a known device or place is not', async () => {
  const email = 'traveller@example.com'
  const ayu = await signUp({ email })
  const enter = async (agent: string, device_tokens: string[] = []) => {
    const headers = { 'user-agent': agent }
    const payload = { email, password, device_tokens }
    const answer = await app.inject({ method: 'POST', url: '/api/auth/v1/login', payload, headers })
    expect(answer.statusCode).toBe(200)
    return (await mailsTo(email)).filter((subject) => subject === 'New login to your Kabar account').length
  }
  const firefox = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0'
  const { device_token } = made(await ayu.call(auth.deviceToken))
  expect(await enter('curl/8', [device_token])).toBe(0)
  expect(await enter(firefox)).toBe(1)
  expect(await enter(firefox)).toBe(1)
  expect(await enter('curl/8')).toBe(1)
  expect(await enter('curl/9')).toBe(2)
})

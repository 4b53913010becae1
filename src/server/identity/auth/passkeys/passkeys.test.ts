// Passkeys over HTTP: adding and removing them, logging in with them, proving with them, and what must not work.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { audit } from '../../../../contract/audit.ts'
import { auth } from '../../../../contract/auth.ts'
import { passkeys } from '../../../../contract/passkeys.ts'
import { secondFactor } from '../../../../contract/second-factor.ts'
import { team } from '../../../../contract/team.ts'
import { users } from '../../../../contract/users.ts'
import { deriveKeys } from '../../../keys.ts'
import { inTenant } from '../../../platform/db/index.ts'
import { type Caller, testApp } from '../../../test/app.ts'
import { softwareAuthenticator } from '../../../test/authenticator.ts'
import { bytesOf } from '../../../test/base32.ts'
import { mailsIn } from '../../../test/mails.ts'
import { made } from '../../../test/records.ts'
import { organizationOf } from '../../../test/two-at-once.ts'
import { codeAt, stepAt } from '../second-factor/totp.ts'
import { makeResetLink, resetSecondFactor } from '../service.ts'

const origin = 'https://kabar.example'
const { app, call, clock, config, database, signUp } = await testApp({ PUBLIC_URL: `${origin}/` })
const other = await testApp({ PUBLIC_URL: origin, RATE_LIMITS: 'on' }, database)
const password = 'correct horse battery'
const pass = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
  other.clock.now = clock.now
}

type Device = ReturnType<typeof softwareAuthenticator>

let people = 0
async function add(person: Caller, device: Device, name?: string) {
  const options = made(await person.call(passkeys.creation))
  return made(await person.call(passkeys.create, { body: { passkey: device.make(options), ...(name && { name }) } }))
}
/** Somebody with one passkey, and nothing else for a second step. */
async function withPasskey(email = `key${++people}@example.com`, person?: Caller) {
  const ayu = person ?? (await signUp({ email }))
  const device = softwareAuthenticator(origin)
  return { ayu, email, device, ...(await add(ayu, device)) }
}
const requestOf = async (challenge?: string) =>
  made(await call(passkeys.loginRequest, { body: challenge === undefined ? {} : { challenge } }))
const enter = async (device: Device, more: object = {}, deviations: Parameters<Device['sign']>[1] = {}) =>
  await call(passkeys.login, { body: { passkey: device.sign(await requestOf(), deviations), ...more } })
async function challengeOf(email: string, more: object = {}) {
  const { status, problem } = await call(auth.login, { body: { email, password, ...more } })
  expect([status, problem.code]).toEqual([401, 'second_factor_required'])
  return problem.current as { challenge: string; has_passkey: boolean; has_code: boolean }
}
const acts = async (person: Caller) =>
  made(await person.call(audit.list, { query: { group: 'logins' } })).data.map(({ action }) => action)
/** Subjects of the emails that wait for this address. */
const mailsTo = async (email: string) =>
  (await mailsIn(database, deriveKeys(config.secret))).filter(({ to }) => to === email).map(({ subject }) => subject)

describe('adding', () => {
  test('the first one is a second factor: it comes with recovery codes and ends all other sessions', async () => {
    const email = 'first@example.com'
    const ayu = await signUp({ email })
    const elsewhere = (await call(auth.login, { body: { email, password } })).body
    expect(made(await ayu.call(passkeys.list))).toEqual({ data: [], unavailable: null, address: origin })
    const device = softwareAuthenticator(origin, { isSynced: true, aaguid: 'fbfc3007154e4ecc8c0b6e020557d7bd' })
    const { passkey, recovery_codes } = await add(ayu, device)
    expect(passkey).toMatchObject({ name: 'Apple Passwords', is_synced: true, last_used_at: null })
    expect(new Set(recovery_codes).size).toBe(10)
    expect((await call(users.profile, {}, elsewhere.access_token)).status).toBe(401)
    expect(made(await ayu.call(users.profile))).toMatchObject({ second_factor: 'on', has_passkey: true })
    expect(made(await ayu.call(secondFactor.get))).toMatchObject({ is_on: true, confirmed_at: null })
    // At the same time, so in any order.
    expect((await acts(ayu)).slice(0, 2).sort()).toEqual(['passkey_added', 'second_factor_on'])
    expect(await mailsTo(email)).toEqual(['A passkey was added to your Kabar account'])
    // The next one changes nothing else.
    const here = made(await enter(device))
    const second = await add(ayu, softwareAuthenticator(origin), 'Security key')
    expect(second).toMatchObject({ passkey: { name: 'Security key', is_synced: false }, recovery_codes: [] })
    expect((await call(users.profile, {}, here.access_token)).status).toBe(200)
    expect(made(await ayu.call(passkeys.list)).data.map(({ name }) => name)).toEqual([
      'Apple Passwords',
      'Security key',
    ])
  })

  test('needs a fresh proof, names the user by random bytes, and offers no passkey that they have', async () => {
    const { ayu, email, passkey, device } = await withPasskey()
    const options = made(await ayu.call(passkeys.creation))
    expect(options).toMatchObject({ rp: { id: 'kabar.example' }, excludeCredentials: [{ id: device.keys[0]!.id }] })
    expect(options.user.id).toBe(device.keys[0]!.userHandle)
    const handle = Buffer.from(options.user.id, 'base64url')
    expect(handle.length).toBe(32)
    expect(handle.toString()).not.toContain(email)
    pass(600)
    expect((await ayu.call(passkeys.creation)).problem.code).toBe('proof_required')
    const body = { passkey: device.make(options) }
    expect((await ayu.call(passkeys.create, { body })).problem.code).toBe('proof_required')
    expect((await ayu.call(passkeys.remove, { params: { id: passkey.id } })).problem.code).toBe('proof_required')
  })

  test.each([
    ['another origin', { origin: 'https://kabar.example.evil.test' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['a user whom the device has not verified', { isVerified: false }],
    ['the answer to a login', { type: 'webauthn.get' }],
  ])('refuses %s', async (_, deviations) => {
    const ayu = await signUp()
    const passkey = softwareAuthenticator(origin).make(made(await ayu.call(passkeys.creation)), deviations)
    const { status, problem } = await ayu.call(passkeys.create, { body: { passkey } })
    expect([status, problem.code]).toEqual([400, 'passkey_refused'])
    expect(made(await ayu.call(secondFactor.get)).is_on).toBe(false)
  })

  test('refuses certificates, whose revocation list the server would fetch from any address', async () => {
    let requests = 0
    const server = createServer((_, response) => {
      requests += 1
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const revocationList = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.crl`
    const ayu = await signUp()
    const passkey = softwareAuthenticator(origin).make(made(await ayu.call(passkeys.creation)), { revocationList })
    const { status, problem } = await ayu.call(passkeys.create, { body: { passkey } })
    server.close()
    expect([status, problem.code, requests]).toEqual([400, 'passkey_refused', 0])
  })

  test('a challenge counts once, for five minutes, in its own session and for its purpose only', async () => {
    const [ayu, budi] = [await signUp(), await signUp()]
    const device = softwareAuthenticator(origin)
    const refused = async (passkey: ReturnType<Device['make']>, person = ayu) => {
      const { status, problem } = await person.call(passkeys.create, { body: { passkey } })
      expect([status, problem.code]).toEqual([400, 'passkey_expired'])
    }
    const options = async () => made(await ayu.call(passkeys.creation))
    await refused(device.make(await options()), budi)
    const { challenge } = made(await ayu.call(passkeys.proofRequest))
    await refused(device.make({ ...(await options()), challenge }))
    await refused(device.make({ ...(await options()), challenge: (await requestOf()).challenge }))
    await refused(device.make({ ...(await options()), challenge: Buffer.alloc(56).toString('base64url') }))
    const late = await options()
    pass(300)
    await refused(device.make(late))
    const good = device.make(await options())
    made(await ayu.call(passkeys.create, { body: { passkey: good } }))
    await refused(good)
  })

  test('a passkey of somebody else, or the same one twice, is refused', async () => {
    const { device } = await withPasskey()
    const budi = await signUp()
    const options = made(await budi.call(passkeys.creation))
    const mine = softwareAuthenticator(origin).make(options)
    // With the id of another user's passkey.
    const theirs = Buffer.from(device.keys[0]!.id, 'base64url')
    const swapped = Buffer.from(mine.response.attestationObject, 'base64url')
    theirs.copy(swapped, swapped.indexOf(Buffer.from(mine.id, 'base64url')))
    const stolen = {
      ...{ ...mine, id: device.keys[0]!.id, rawId: device.keys[0]!.id },
      response: { ...mine.response, attestationObject: swapped.toString('base64url') },
    }
    const { status, problem } = await budi.call(passkeys.create, { body: { passkey: stolen } })
    expect([status, problem.code]).toEqual([409, 'state_conflict'])
    expect((await enter(device)).status).toBe(200)
    expect(made(await budi.call(passkeys.list)).data).toEqual([])
  })

  test('nobody has more than twenty, also when two are added at once', async () => {
    const { ayu } = await withPasskey()
    await sql`
      insert into user_passkeys (organization_id, user_id, name, credential_id, public_key, user_handle, sign_count, transports, is_synced, created_at)
      select organization_id, user_id, n::text, decode(md5(random()::text), 'hex'), public_key, user_handle, 0, '{}', false, created_at
      from user_passkeys, generate_series(1, 18) n where id = ${made(await ayu.call(passkeys.list)).data[0]!.id}`.execute(
      database.system,
    )
    const offered = [made(await ayu.call(passkeys.creation)), made(await ayu.call(passkeys.creation))]
    const answers = await Promise.all(
      offered.map((options) =>
        ayu.call(passkeys.create, { body: { passkey: softwareAuthenticator(origin).make(options) } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await ayu.call(passkeys.creation)).status).toBe(409)
  })

  test.each([
    ['http://127.0.0.1:3000', 'ip_address'],
    ['https://[::1]', 'ip_address'],
    ['http://kabar.example', 'not_secure'],
  ])('at %s there are none, and the API says why', async (PUBLIC_URL, unavailable) => {
    const there = await testApp({ PUBLIC_URL }, database)
    const ayu = await there.signUp({ email: `${unavailable}${++people}@example.com` })
    expect(made(await ayu.call(passkeys.list))).toMatchObject({ unavailable })
    for (const { status, problem } of [
      await ayu.call(passkeys.creation),
      await ayu.call(passkeys.proofRequest),
      await there.call(passkeys.loginRequest, { body: {} }),
    ])
      expect([status, problem.code]).toEqual([409, 'passkeys_unavailable'])
  })

  test('at http://localhost there are some', async () => {
    const there = await testApp({ PUBLIC_URL: 'http://localhost:3000' }, database)
    const ayu = await there.signUp({ email: 'localhost@example.com' })
    const device = softwareAuthenticator('http://localhost:3000')
    const options = made(await ayu.call(passkeys.creation))
    expect((await ayu.call(passkeys.create, { body: { passkey: device.make(options) } })).status).toBe(201)
  })
})

describe('logging in with a passkey alone', () => {
  test('opens a session that is fully proved, and says nothing about addresses before', async () => {
    const { ayu, device, email } = await withPasskey()
    const request = await requestOf()
    expect(request).toMatchObject({ rpId: 'kabar.example', allowCredentials: [], userVerification: 'required' })
    pass(600)
    const tokens = made(await enter(device))
    expect(made(await call(users.profile, {}, tokens.access_token)).email).toBe(email)
    const { data } = made(await ayu.call(passkeys.list))
    expect(data[0]!.last_used_at).toBe(clock.now.toISOString())
    expect((await acts(ayu))[0]).toBe('signed_in_by_passkey')
    // A fresh proof.
    const remove = await call(passkeys.remove, { params: { id: data[0]!.id } }, tokens.access_token)
    expect(remove.status).toBe(204)
  })

  test('an answer counts once, also sent to two servers at the same time', async () => {
    const { device } = await withPasskey()
    for (const counts of [true, false]) {
      if (!counts) await sql`update user_passkeys set sign_count = 0`.execute(database.system)
      const body = { passkey: device.sign(await requestOf(), counts ? {} : { count: 0 }) }
      const answers = await Promise.all([call(passkeys.login, { body }), other.call(passkeys.login, { body })])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      expect((await call(passkeys.login, { body })).problem.code).toBe('passkey_expired')
      pass(299)
      expect((await call(passkeys.login, { body })).problem.code).toBe('passkey_expired')
    }
  })

  test.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['the same name without HTTPS', { origin: 'http://kabar.example' }],
    ['another port', { origin: 'https://kabar.example:8443' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['a user whom the device has not verified', { isVerified: false }],
    ['the answer to adding one', { type: 'webauthn.create' }],
  ])('refuses %s, and records it', async (_, deviations) => {
    const { ayu, device } = await withPasskey()
    const { status, problem } = await enter(device, {}, deviations)
    expect([status, problem.code]).toEqual([400, 'passkey_refused'])
    expect((await acts(ayu))[0]).toBe('passkey_refused')
    expect((await enter(device)).status).toBe(200)
  })

  test('refuses a count that has not risen, as of a copied key, and the signature of another key', async () => {
    const { device } = await withPasskey()
    expect((await enter(device, {}, { count: 7 })).status).toBe(200)
    expect((await enter(device, {}, { count: 7 })).problem.code).toBe('passkey_refused')
    expect((await enter(device, {}, { count: 6 })).problem.code).toBe('passkey_refused')
    expect((await enter(device, {}, { count: 0 })).problem.code).toBe('passkey_refused')
    expect((await enter(device, {}, { count: 8 })).status).toBe(200)
    const both = await Promise.all([enter(device, {}, { count: 9 }), enter(device, {}, { count: 9 })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const thief = (await withPasskey()).device
    const forged = { ...thief.keys[0]!, id: device.keys[0]!.id, count: 20 }
    const answer = await call(passkeys.login, { body: { passkey: thief.signWith(forged, await requestOf()) } })
    expect(answer.problem.code).toBe('passkey_refused')
    forged.userHandle = device.keys[0]!.userHandle
    const again = await call(passkeys.login, { body: { passkey: thief.signWith(forged, await requestOf()) } })
    expect(again.problem.code).toBe('passkey_refused')
  })

  test('an unknown, a removed and a disabled one get the same response', async () => {
    const [removed, disabled] = [await withPasskey(), await withPasskey()]
    const stranger = softwareAuthenticator(origin)
    stranger.make(made(await removed.ayu.call(passkeys.creation)))
    await removed.ayu.call(passkeys.remove, { params: { id: removed.passkey.id } })
    await sql`update users set disabled_at = now() where email = ${disabled.email}`.execute(database.system)
    const answers = [await enter(stranger), await enter(removed.device), await enter(disabled.device)]
    const shown = answers.map(({ status, problem: { code, detail } }) => ({ status, code, detail }))
    expect(new Set(shown.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(shown[0]).toMatchObject({ status: 400, code: 'passkey_refused' })
  })

  test('a challenge of another purpose or of five minutes ago opens nothing', async () => {
    const { ayu, device, email } = await withPasskey()
    const { challenge } = await challengeOf(email)
    const login = async (request: Parameters<Device['sign']>[0], more: object = {}) =>
      (await call(passkeys.login, { body: { passkey: device.sign(request), ...more } })).problem?.code
    expect(await login(made(await ayu.call(passkeys.proofRequest)))).toBe('passkey_expired')
    expect(await login(await requestOf(challenge))).toBe('passkey_expired')
    expect(await login(await requestOf(), { challenge })).toBe('passkey_expired')
    const late = await requestOf()
    pass(300)
    expect(await login(late)).toBe('passkey_expired')
    // Nor one that was signed inside a page of another site.
    expect((await enter(device, {}, { crossOrigin: true })).problem.code).toBe('passkey_expired')
  })

  test('garbage is a 400, and thirty answers from a network in five minutes are enough', async () => {
    const { device } = await withPasskey()
    const send = async (passkey: object, remoteAddress: string) =>
      await other.app.inject({
        ...{ method: 'POST', url: '/api/auth/v1/login/passkey', payload: { passkey }, remoteAddress },
      })
    const good = device.sign(await requestOf())
    for (const [part, text] of [
      ['clientDataJSON', 'bm9uc2Vuc2U'],
      ['clientDataJSON', Buffer.from('{"challenge":1}').toString('base64url')],
      ['authenticatorData', 'AAAA'],
      ['signature', ''],
      ['signature', '===='],
      ['userHandle', '\u0000'],
    ] as const) {
      const bad = { ...good, response: { ...device.sign(await requestOf()).response, [part]: text } }
      expect((await send(bad, '10.9.0.1')).statusCode).toBe(400)
    }
    const statuses: number[] = []
    for (let n = 0; n < 30; n++)
      statuses.push((await send({ ...good, id: 'AAAA', rawId: 'AAAA' }, '10.9.0.2')).statusCode)
    expect(new Set(statuses)).toEqual(new Set([400]))
    expect((await send(device.sign(await requestOf()), '10.9.0.2')).statusCode).toBe(429)
    expect((await send(device.sign(await requestOf()), '10.9.0.3')).statusCode).toBe(200)
  })

  test('is told by email on a new device, and not on a known one', async () => {
    const { ayu, device, email } = await withPasskey()
    const enterBy = async (agent: string, device_tokens: string[]) => {
      const payload = { passkey: device.sign(await requestOf()), device_tokens }
      const headers = { 'user-agent': agent }
      const answer = await app.inject({ method: 'POST', url: '/api/auth/v1/login/passkey', payload, headers })
      expect(answer.statusCode).toBe(200)
      return (await mailsTo(email)).filter((subject) => subject === 'New login to your Kabar account').length
    }
    const { device_token } = made(await ayu.call(auth.deviceToken))
    expect(await enterBy('curl/8', [device_token])).toBe(0)
    expect(await enterBy('curl/9', [])).toBe(1)
  })

  test('a new password keeps it', async () => {
    const { ayu, device } = await withPasskey()
    const body = { current_password: password, new_password: 'a bicycle made of paper' }
    expect((await ayu.call(auth.changePassword, { body })).status).toBe(204)
    expect((await enter(device)).status).toBe(200)
  })

  test('after a reset of the password it works only after the new one, until it has done so once', async () => {
    const { ayu, device, email } = await withPasskey()
    const { id } = made(await ayu.call(users.profile))
    const link = await inTenant(database, { organization_id: organizationOf(ayu) }, (tenant) =>
      makeResetLink(tenant, id, origin, clock.now),
    )
    const token = new URL(link).searchParams.get('token')!
    const fresh = 'a bicycle made of paper'
    expect((await call(auth.resetPassword, { body: { token, password: fresh } })).status).toBe(204)
    const alone = await enter(device)
    expect([alone.status, alone.problem.code]).toEqual([400, 'passkey_refused'])
    expect(alone.problem.detail).toContain('Log in once with your email and the new password')
    const { challenge } = await challengeOf(email, { password: fresh })
    const body = { passkey: device.sign(await requestOf(challenge)), challenge }
    expect((await call(passkeys.login, { body })).status).toBe(200)
    expect((await enter(device)).status).toBe(200)
  })
})

describe('as the second step', () => {
  test('the login says what the user has; the passkey or a recovery code completes it', async () => {
    const { device, email, recovery_codes } = await withPasskey()
    const { challenge, ...ways } = await challengeOf(email)
    expect(ways).toEqual({ has_passkey: true, has_code: false })
    const request = await requestOf(challenge)
    expect(request.allowCredentials.map(({ id }) => id)).toEqual([device.keys[0]!.id])
    const body = { passkey: device.sign(request), challenge }
    expect((await call(passkeys.login, { body })).status).toBe(200)
    expect((await call(passkeys.login, { body })).problem.code).toBe('passkey_expired')
    const again = await challengeOf(email)
    const code = { challenge: again.challenge, code: recovery_codes[0]! }
    expect((await call(auth.loginCode, { body: code })).status).toBe(200)
  })

  test('another user’s passkey opens nothing, and the try is recorded', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    const { challenge } = await challengeOf(theirs.email)
    const request = { ...(await requestOf(challenge)), allowCredentials: [] }
    const body = { passkey: mine.device.sign(request), challenge }
    expect((await call(passkeys.login, { body })).problem.code).toBe('passkey_refused')
    expect((await acts(theirs.ayu))[0]).toBe('passkey_refused')
    // Nor one that was asked for by another login of the same user.
    const first = await requestOf((await challengeOf(theirs.email)).challenge)
    pass(1)
    const second = await challengeOf(theirs.email)
    const crossed = { passkey: theirs.device.sign(first), challenge: second.challenge }
    expect((await call(passkeys.login, { body: crossed })).problem.code).toBe('passkey_expired')
  })

  test('a device may be remembered, and a new password ends the challenge', async () => {
    const { ayu, device, email } = await withPasskey()
    const { challenge } = await challengeOf(email)
    const passkey = device.sign(await requestOf(challenge))
    const tokens = made(await call(passkeys.login, { body: { passkey, challenge, remember: true } }))
    const { device_token } = made(await call(auth.deviceToken, {}, tokens.access_token))
    const device_tokens = [device_token]
    expect((await call(auth.login, { body: { email, password, device_tokens } })).status).toBe(200)
    // A login with the passkey alone keeps the device remembered.
    const alone = made(await enter(device, { device_tokens }))
    const next = made(await call(auth.deviceToken, {}, alone.access_token)).device_token
    expect((await call(auth.login, { body: { email, password, device_tokens: [next] } })).status).toBe(200)
    const open = await challengeOf(email)
    const body = { current_password: password, new_password: 'a bicycle made of paper' }
    expect((await ayu.call(auth.changePassword, { body })).status).toBe(204)
    const signed = device.sign(await requestOf(open.challenge))
    const late = await call(passkeys.login, { body: { passkey: signed, challenge: open.challenge } })
    expect(late.problem.code).toBe('challenge_invalid')
  })
})

describe('a fresh proof', () => {
  test('is a passkey in place of password and code, in its own session only', async () => {
    const { ayu, device, passkey } = await withPasskey()
    const elsewhere = made(await enter(device))
    pass(600)
    const remove = (token: string) => call(passkeys.remove, { params: { id: passkey.id } }, token)
    const prove = async (token: string, by: Device = device, sent = token) => {
      const request = made(await call(passkeys.proofRequest, {}, token))
      return await call(passkeys.prove, { body: { passkey: by.sign({ ...request, allowCredentials: [] }) } }, sent)
    }
    expect((await remove(ayu.access_token)).problem.code).toBe('proof_required')
    expect((await prove(ayu.access_token, (await withPasskey()).device)).problem.code).toBe('passkey_refused')
    expect((await prove(ayu.access_token, device, elsewhere.access_token)).problem.code).toBe('passkey_expired')
    expect((await remove(ayu.access_token)).problem.code).toBe('proof_required')
    expect((await prove(ayu.access_token)).status).toBe(204)
    expect((await remove(elsewhere.access_token)).problem.code).toBe('proof_required')
    expect((await remove(ayu.access_token)).status).toBe(204)
  })
})

describe('removing', () => {
  test('ends all other sessions; without the last one the password alone logs in', async () => {
    const { ayu, device, email, passkey, recovery_codes } = await withPasskey()
    const second = await add(ayu, softwareAuthenticator(origin), 'Security key')
    const elsewhere = made(await enter(device))
    expect((await ayu.call(passkeys.remove, { params: { id: passkey.id } })).status).toBe(204)
    expect((await call(users.profile, {}, elsewhere.access_token)).status).toBe(401)
    expect((await enter(device)).problem.code).toBe('passkey_refused')
    expect((await mailsTo(email)).at(-1)).toBe('A passkey was removed from your Kabar account')
    await challengeOf(email)
    expect((await ayu.call(passkeys.remove, { params: { id: second.passkey.id } })).status).toBe(204)
    expect((await call(auth.login, { body: { email, password } })).status).toBe(200)
    expect((await mailsTo(email)).at(-1)).toBe('Two-step login is off for your Kabar account')
    expect(await acts(ayu)).toEqual(expect.arrayContaining(['passkey_removed', 'second_factor_off']))
    // Its recovery codes went with it.
    const renewed = await add(ayu, softwareAuthenticator(origin))
    expect(renewed.recovery_codes.length).toBe(10)
    const { challenge } = await challengeOf(email)
    const old = await call(auth.loginCode, { body: { challenge, code: recovery_codes[0]! } })
    expect(old.problem.code).toBe('wrong_code')
  })

  test('an app beside it keeps the recovery codes, and leaves the passkey when it goes', async () => {
    const { ayu, email, passkey, recovery_codes } = await withPasskey()
    const { secret } = made(await ayu.call(secondFactor.setUp))
    const code = codeAt(bytesOf(secret), stepAt(clock.now))
    expect(made(await ayu.call(secondFactor.confirm, { body: { code } })).recovery_codes).toEqual([])
    expect((await mailsTo(email)).at(-1)).toBe('An authenticator app was added to your Kabar account')
    expect(await challengeOf(email)).toMatchObject({ has_passkey: true, has_code: true })
    expect((await ayu.call(secondFactor.turnOff)).status).toBe(204)
    expect((await mailsTo(email)).at(-1)).toBe('The authenticator app was removed from your Kabar account')
    const { challenge, has_code } = await challengeOf(email)
    expect(has_code).toBe(false)
    expect((await call(auth.loginCode, { body: { challenge, code: recovery_codes[0]! } })).status).toBe(200)
    expect(made(await ayu.call(secondFactor.renewCodes)).recovery_codes.length).toBe(10)
    expect((await ayu.call(secondFactor.turnOff)).problem.code).toBe('state_conflict')
    expect((await ayu.call(passkeys.remove, { params: { id: passkey.id } })).status).toBe(204)
  })

  test('a passkey of somebody else is a 404, also to rename', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    const params = { id: theirs.passkey.id }
    expect((await mine.ayu.call(passkeys.remove, { params })).status).toBe(404)
    expect((await mine.ayu.call(passkeys.rename, { params, body: { name: 'Mine' } })).status).toBe(404)
    const renamed = await theirs.ayu.call(passkeys.rename, { params, body: { name: 'Phone' } })
    expect(made(renamed).name).toBe('Phone')
    const empty = await theirs.ayu.call(passkeys.rename, { params, body: { name: ' ' } })
    expect(empty.problem.errors).toMatchObject([{ path: 'name' }])
  })

  test('the last second factor stays if the organization requires one, also when two are removed at once', async () => {
    const owner = await signUp()
    const { passkey } = await withPasskey('', owner)
    const second = await add(owner, softwareAuthenticator(origin))
    made(await owner.call(team.requireSecondFactor, { body: { required: true } }))
    const answers = await Promise.all(
      [passkey, second.passkey].map(({ id }) => owner.call(passkeys.remove, { params: { id } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(made(await owner.call(passkeys.list)).data.length).toBe(1)
    expect(made(await owner.call(team.get)).members[0]!.has_second_factor).toBe(true)
  })
})

test('a member who lacks a required second factor gets in with a passkey', async () => {
  const { ayu: owner } = await withPasskey()
  made(await owner.call(team.requireSecondFactor, { body: { required: true } }))
  const email = 'joined@example.com'
  const { data } = made(await owner.call(team.invite, { body: { emails: [email] } }))
  const invite = new URL(data[0]!.link).searchParams.get('invite')!
  const { body } = await call(auth.register, { body: { name: 'Citra', email, password, invite } })
  const citra: Caller = { ...body, call: (endpoint, input) => call(endpoint, input, body.access_token) }
  expect((await citra.call(team.get)).problem.code).toBe('second_factor_missing')
  await add(citra, softwareAuthenticator(origin))
  expect((await citra.call(team.get)).status).toBe(200)
})

test('passkeys and recovery codes move with a user who joins another organization', async () => {
  const email = 'moves@example.com'
  const owner = await signUp()
  const { ayu, device, recovery_codes } = await withPasskey(email)
  const { data } = made(await owner.call(team.invite, { body: { emails: [email] } }))
  made(await ayu.call(team.join, { body: { invite: new URL(data[0]!.link).searchParams.get('invite')! } }))
  expect((await enter(device)).status).toBe(200)
  const { challenge } = await challengeOf(email)
  expect((await call(auth.loginCode, { body: { challenge, code: recovery_codes[0]! } })).status).toBe(200)
})

test('the operator’s reset removes passkeys and recovery codes', async () => {
  const { ayu, device, email } = await withPasskey()
  const { rows } = await sql<{ id: string; organization_id: string }>`
    select id, organization_id from users where email = ${email}`.execute(database.system)
  const reset = () =>
    inTenant(database, rows[0]!, (tenant) =>
      resetSecondFactor(tenant, deriveKeys(config.secret), { ...rows[0]!, name: '', email, locale: 'en' }, clock.now),
    )
  expect(await reset()).toBe(true)
  expect(await reset()).toBe(false)
  expect((await enter(device)).problem.code).toBe('passkey_refused')
  expect((await call(auth.login, { body: { email, password } })).status).toBe(200)
  expect(made(await ayu.call(secondFactor.get))).toMatchObject({ is_on: false, recovery_codes_left: 0 })
})

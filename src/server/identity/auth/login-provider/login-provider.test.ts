// Login with a real identity provider: who is let in, who gets an account, how one is linked, and what must not work.
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { account } from '../../../../contract/account.ts'
import { audit } from '../../../../contract/audit.ts'
import { auth } from '../../../../contract/auth.ts'
import { loginProvider } from '../../../../contract/login-provider.ts'
import { organization } from '../../../../contract/organization.ts'
import { secondFactor } from '../../../../contract/second-factor.ts'
import { team } from '../../../../contract/team.ts'
import { users } from '../../../../contract/users.ts'
import { inTenant } from '../../../platform/db/index.ts'
import { type Caller, testApp } from '../../../test/app.ts'
import { bytesOf } from '../../../test/base32.ts'
import { startLoginProvider } from '../../../test/login-provider.ts'
import { made } from '../../../test/records.ts'
import { codeAt, stepAt } from '../second-factor/totp.ts'
import { allowDomain, makeResetLink } from '../service.ts'
import { domainOf } from './provider.ts'

const accounts = {
  ayu: { email: 'ayu@fund.example', name: 'Ayu Lestari' },
  budi: { email: 'Budi@Fund.example', name: 'Budi' },
  citra: { email: 'citra@other.example', email_verified: false },
  dewi: { email: 'dewi@closed.example' },
  eka: { email: 'eka@joined.example', name: 'Eka' },
  owner: { email: 'owner@linked.example' },
  stranger: { email: 'stranger@linked.example' },
  late: { email: 'late@late.example' },
  two: { email: 'two@two.example' },
  mover: { email: 'mover@mover.example' },
  gone: { email: 'gone@gone.example' },
  reset: { email: 'reset@reset.example' },
}
type Login = keyof typeof accounts
const provider = await startLoginProvider(accounts)
afterAll(provider.stop)
const { call, clock, database, signUp } = await testApp(provider.environment)
const invited = await testApp({ ...provider.environment, REGISTRATION: 'invite' }, database)
const closed = await testApp({ ...provider.environment, REGISTRATION: 'closed' }, database)
const without = await testApp({}, database)

/** The way to the provider and back. */
async function back(login: Login, at = call) {
  const { url, attempt } = made(await at(loginProvider.start))
  return { attempt, parameters: await provider.visit(url, login) }
}
const enter = async (login: Login, more: object = {}, at = call) =>
  await at(loginProvider.finish, { body: { ...(await back(login, at)), ...more } })
const asCaller = ({ body }: Awaited<ReturnType<typeof enter>>): Caller => ({
  ...body,
  call: (endpoint, input) => call(endpoint, input, body.access_token),
})
const profileOf = async (person: Caller) => made(await person.call(users.profile))
const prove = (person: Caller) => person.call(auth.prove, { body: { password: 'correct horse battery' } })
async function linked(login: Login) {
  const person = await signUp({ email: accounts[login].email })
  made(await person.call(loginProvider.link, { body: await back(login) }))
  return person
}

describe('without an account', () => {
  test('an organization of one’s own, where registration is open, and the same account the next time', async () => {
    const first = asCaller(await enter('ayu', { country: 'ID', locale: 'id' }))
    const { id, email, name, role, locale } = await profileOf(first)
    expect([email, name, role.id, locale]).toEqual(['ayu@fund.example', 'Ayu Lestari', 'owner', 'id'])
    expect(made(await first.call(organization.get)).base_currency).toBe('IDR')
    expect((await profileOf(asCaller(await enter('ayu')))).id).toBe(id)
    expect(made(await first.call(loginProvider.get))).toEqual({ provider: 'Keycloak', linked_at: expect.any(String) })
  })

  test('an invitation by its link, with its role, once; without the link it counts for nothing', async () => {
    const owner = await signUp()
    const { data } = made(await owner.call(team.invite, { body: { emails: ['budi@fund.example'], role: 'viewer' } }))
    const invite = new URL(data[0]!.link).searchParams.get('invite')!
    expect((await enter('budi', {}, invited.call)).problem.code).toBe('registration_closed')
    const budi = asCaller(await enter('budi', { invite }, invited.call))
    const [profile, host] = [await profileOf(budi), await profileOf(owner)]
    expect([profile.role.id, profile.organization]).toEqual(['viewer', host.organization])
    expect(made(await owner.call(team.get)).invitations).toEqual([])
    const acts = made(await owner.call(audit.list, { query: {} })).data.map(({ action }) => action)
    expect(acts).toContain('member_joined')
  })

  test('an invitation to another address is refused', async () => {
    const owner = await signUp()
    await prove(owner)
    const { data } = made(await owner.call(team.invite, { body: { emails: ['x@else.example'] } }))
    const invite = new URL(data[0]!.link).searchParams.get('invite')!
    const { status, problem } = await enter('late', { invite })
    expect([status, problem.code]).toEqual([409, 'invitation_email_mismatch'])
  })

  test('an allowed domain, with its role; another organization cannot take the domain', async () => {
    const owner = await signUp()
    const { organization_id } = await claims(owner)
    const other = await claims(await signUp())
    await inTenant(database, { organization_id }, (tenant) => allowDomain(tenant, 'joined.example', 'viewer'))
    const taken = inTenant(database, other, (tenant) => allowDomain(tenant, 'joined.example', 'admin'))
    expect(await taken).toBe(false)
    const eka = asCaller(await enter('eka', {}, invited.call))
    expect(await claims(eka)).toMatchObject({ organization_id })
    expect((await profileOf(eka)).role.id).toBe('viewer')
  })

  test('at Google the domain is the one that manages the account, and not that of the address', () => {
    const google = { iss: 'https://accounts.google.com' }
    expect(domainOf(google, 'eka@fund.example')).toBeUndefined()
    expect(domainOf({ ...google, hd: 'Fund.example' }, 'eka@alias.example')).toBe('fund.example')
    expect(domainOf({ iss: 'https://keycloak.example' }, 'eka@Fund.example')).toBe('fund.example')
  })

  test('nothing in an organization that is to be deleted', async () => {
    const owner = await signUp({ organization: 'Ending' })
    const { data } = made(await owner.call(team.invite, { body: { emails: [accounts.dewi.email] } }))
    const invite = new URL(data[0]!.link).searchParams.get('invite')!
    const body = { confirmation: 'Ending', is_last_member: true }
    expect((await owner.call(account.delete, { body })).status).toBe(204)
    const { status, problem } = await enter('dewi', { invite })
    expect([status, problem.code]).toEqual([409, 'state_conflict'])
    expect(problem.detail).toContain('is to be deleted')
  })

  test('nothing where people are invited and nobody has, or registration is closed', async () => {
    expect((await enter('dewi', {}, invited.call)).problem.code).toBe('registration_closed')
    expect((await enter('dewi', {}, closed.call)).problem.code).toBe('registration_closed')
  })

  test('nothing for an address that the provider has not verified', async () => {
    const { status, problem } = await enter('citra')
    expect([status, problem.code]).toEqual([401, 'login_refused'])
    expect(problem.detail).toContain('citra@other.example')
  })
})

describe('with an account', () => {
  test('one with the same address is not taken over; its owner links it, and then logs in', async () => {
    const owner = await signUp({ email: accounts.owner.email })
    const refused = await enter('owner')
    expect([refused.status, refused.problem.code]).toEqual([401, 'login_refused'])
    expect(made(await owner.call(loginProvider.link, { body: await back('owner') })).linked_at).not.toBeNull()
    expect((await profileOf(asCaller(await enter('owner')))).id).toBe((await profileOf(owner)).id)
    const acts = made(await owner.call(audit.list, { query: { group: 'logins' } })).data.map(({ action }) => action)
    expect(acts).toEqual(expect.arrayContaining(['login_linked', 'signed_in_by_provider']))
  })

  test('linking and unlinking need a fresh proof; a person is linked with one account only', async () => {
    const holder = await linked('stranger')
    const other = await signUp()
    expect((await other.call(loginProvider.link, { body: await back('stranger') })).problem.code).toBe('state_conflict')
    clock.now = new Date(clock.now.getTime() + 11 * 60_000)
    const stale = await other.call(loginProvider.link, { body: { attempt: 'x', parameters: '' } })
    expect(stale.problem.code).toBe('proof_required')
    expect((await holder.call(loginProvider.unlink)).problem.code).toBe('proof_required')
    await prove(holder)
    expect((await holder.call(loginProvider.unlink)).status).toBe(204)
    expect((await enter('stranger')).problem.code).toBe('login_refused')
  })

  test('two-step login asks for its code', async () => {
    const person = await linked('two')
    const { secret } = made(await person.call(secondFactor.setUp))
    const code = codeAt(bytesOf(secret), stepAt(clock.now))
    made(await person.call(secondFactor.confirm, { body: { code } }))
    const { status, problem } = await enter('two')
    expect([status, problem.code]).toEqual([401, 'second_factor_required'])
    const { challenge } = problem.current as { challenge: string }
    clock.now = new Date(clock.now.getTime() + 30_000)
    const next = codeAt(bytesOf(secret), stepAt(clock.now))
    const inside = asCaller(await call(auth.loginCode, { body: { challenge, code: next } }))
    // The password was not asked for, so this is no fresh proof.
    expect((await inside.call(loginProvider.unlink)).problem.code).toBe('proof_required')
  })

  test('a reset of the password ends the link, which a stranger may have made', async () => {
    const person = await linked('reset')
    const { user_id, organization_id } = await claims(person)
    const link = await inTenant(database, { organization_id }, (tenant) =>
      makeResetLink(tenant, user_id, 'https://kabar.example', clock.now),
    )
    const body = { token: new URL(link).searchParams.get('token')!, password: 'a bicycle made of paper' }
    expect((await call(auth.resetPassword, { body })).status).toBe(204)
    expect((await enter('reset')).problem.code).toBe('login_refused')
  })

  test('a link moves with a user who joins another organization', async () => {
    const person = await linked('mover')
    const owner = await signUp()
    const { data } = made(await owner.call(team.invite, { body: { emails: [accounts.mover.email] } }))
    const invite = new URL(data[0]!.link).searchParams.get('invite')!
    made(await person.call(team.join, { body: { invite } }))
    const { organization_id } = await claims(asCaller(await enter('mover')))
    expect(organization_id).toBe((await claims(owner)).organization_id)
  })

  test('somebody who was removed stays out', async () => {
    const person = await linked('gone')
    const { user_id } = await claims(person)
    await sql`update users set disabled_at = now() where id = ${user_id}`.execute(database.system)
    expect((await enter('gone')).problem.code).toBe('wrong_credentials')
  })

  test('it proves nothing: what needs a proof asks for the password', async () => {
    await linked('late')
    const late = asCaller(await enter('late'))
    expect((await late.call(loginProvider.unlink)).problem.code).toBe('proof_required')
  })
})

describe('an attempt', () => {
  test('works once', async () => {
    const body = await back('ayu')
    expect((await call(loginProvider.finish, { body })).status).toBe(200)
    expect((await call(loginProvider.finish, { body })).problem.code).toBe('login_refused')
  })

  test('cannot be finished by another browser, with another answer, or after ten minutes', async () => {
    const [mine, theirs] = [await back('ayu'), await back('budi')]
    const mixed = { attempt: theirs.attempt, parameters: mine.parameters }
    expect((await call(loginProvider.finish, { body: mixed })).problem.code).toBe('login_refused')
    const forged = { ...mine, attempt: `${mine.attempt.slice(0, -4)}AAAA` }
    expect((await call(loginProvider.finish, { body: forged })).problem.code).toBe('login_refused')
    const state = new URLSearchParams(mine.parameters).get('state')!
    const denied = {
      ...mine,
      parameters: `error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
    }
    expect((await call(loginProvider.finish, { body: denied })).problem.detail).toContain('did not allow')
    clock.now = new Date(clock.now.getTime() + 600_000)
    expect((await call(loginProvider.finish, { body: mine })).problem.detail).toContain('ten minutes')
  })

  test('is not there without a provider', async () => {
    expect((await without.call(loginProvider.start)).status).toBe(404)
    expect(made(await without.call(auth.registration)).provider).toBeNull()
    expect(made(await call(auth.registration)).provider).toBe('Keycloak')
  })

  test('a provider that cannot be reached is said, and asked again', async () => {
    const dead = await testApp({ ...provider.environment, OIDC_ISSUER: 'http://127.0.0.1:9' }, database)
    const { status, problem } = await dead.call(loginProvider.start)
    expect([status, problem.code]).toEqual([503, 'unavailable'])
    expect(problem.detail).toContain('Keycloak cannot be reached')
  })
})

const claims = async ({ access_token }: Caller) => {
  const { sub, org } = JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64url').toString())
  return { user_id: sub as string, organization_id: org as string }
}

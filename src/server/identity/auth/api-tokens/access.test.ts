// What a program may do with an API token: every endpoint of the contract, and attempts to get more access.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { account } from '../../../../contract/account.ts'
import { apiTokens, TokenPermission } from '../../../../contract/api-tokens.ts'
import { audit } from '../../../../contract/audit.ts'
import { contacts } from '../../../../contract/contacts.ts'
import { downloads } from '../../../../contract/downloads.ts'
import { endpoints } from '../../../../contract/endpoints.ts'
import type { Permission } from '../../../../contract/permissions.ts'
import { roles } from '../../../../contract/roles.ts'
import { team } from '../../../../contract/team.ts'
import { users } from '../../../../contract/users.ts'
import { inTenant } from '../../../platform/db/index.ts'
import { type Caller, testApp } from '../../../test/app.ts'
import { answerTo, memberOf, type Program, programOf } from '../../../test/programs.ts'
import { made } from '../../../test/records.ts'
import { organizationOf } from '../../../test/two-at-once.ts'

const installation = await testApp()
const { app, database, openSampleData, signUp } = installation
const someId = '01990000-0000-7000-8000-000000000001'
const anyone = {
  params: { id: someId, transaction_id: someId, contact_id: someId, code: 'USD', kind: 'due', key: 'x' },
}
const everything = [...TokenPermission.options]
const idOf = async (person: Caller) => made(await person.call(users.profile)).id
const roleWith = async (owner: Caller, permissions: Permission[]) =>
  made(await owner.call(roles.create, { body: { name: `Role ${permissions.join()}`, permissions } }))

describe('every endpoint', () => {
  const closed = endpoints.filter(({ endpoint }) => endpoint.access === 'signed_in')

  test('is open to programs, except the account, personal settings, approvals, and what needs a fresh proof', async () => {
    const owner = await signUp()
    const program = await programOf(installation, owner, { permissions: everything })
    const refused: string[] = []
    for (const { name, endpoint } of closed)
      if ((await answerTo(program, endpoint, anyone)) === 'not_with_token') refused.push(name)
    const personal = ['account', 'approve_broadcasts', 'delete_for_good']
    const expected = closed.filter(
      ({ name, endpoint: { permission, method, reads, fresh_proof } }) =>
        name.startsWith('apiTokens.') ||
        fresh_proof === true ||
        (personal.includes(permission!) && name !== 'users.profile') ||
        (permission === 'view' && method !== 'GET' && !reads),
    )
    expect(refused.sort()).toEqual(expected.map(({ name }) => name).sort())
    // The list above follows the contract, so these names make sure that it does not become empty.
    expect(refused).toEqual(
      expect.arrayContaining([
        ...[
          'apiTokens.ofTeam',
          'apiTokens.revokeOfMember',
          'erasures.create',
          'team.requireSecondFactor',
          'trash.remove',
        ],
        ...['broadcasts.approve', 'broadcasts.approveChanges', 'broadcasts.reject', 'home.dismiss', 'views.setDefault'],
        ...['account.delete', 'apiTokens.create', 'apiTokens.list', 'apiTokens.revoke', 'auth.changePassword'],
        ...['auth.deviceToken', 'auth.endSession', 'auth.prove', 'auth.sessions', 'secondFactor.setUp'],
        ...['sampleData.open', 'team.join', 'users.updateProfile'],
      ]),
    )
  })

  test.each(everything)('is open with the permission %s of the token, and with that one alone', async (permission) => {
    const owner = await signUp()
    const program = await programOf(installation, owner, { permissions: [permission] })
    for (const { name, endpoint } of closed) {
      if (!TokenPermission.safeParse(endpoint.permission).success || endpoint.permission === permission) continue
      if ((await answerTo(program, endpoint, anyone)) === 'not_with_token') continue
      expect([name, await answerTo(program, endpoint, anyone)]).toEqual([name, 'forbidden'])
    }
    for (const { name, endpoint } of closed.filter(({ endpoint }) => endpoint.permission === permission)) {
      const refused = ['forbidden', 'not_with_token']
      const isOpen = endpoint.also === undefined || endpoint.also === permission
      const answer = await answerTo(program, endpoint, anyone)
      if (isOpen) expect([name, answer]).not.toEqual([name, 'forbidden'])
      else expect(refused, name).toContain(answer)
    }
  })
})

test('a refusal names the permission that the token lacks', async () => {
  const program = await programOf(installation, await signUp())
  const added = await program.call(contacts.create, { body: { name: 'Budi' } })
  expect([added.status, added.problem.code]).toEqual([403, 'forbidden'])
  expect(added.problem.detail).toContain('token lacks the permission “Add and change records”')
  const deleted = await program.call(account.delete, { body: { is_last_member: true, confirmation: '' } })
  expect([deleted.status, deleted.problem.code]).toEqual([403, 'not_with_token'])
})

test('a token acts as its member, with the permissions that both have now', async () => {
  const owner = await signUp()
  const ayu = await memberOf(installation, owner, 'member')
  const program = await programOf(installation, ayu, { permissions: ['edit', 'export'] })
  const profile = async () => made(await program.call(users.profile))
  expect(await profile()).toMatchObject({ email: ayu.email, permissions: ['edit', 'export'] })
  const id = await idOf(ayu)
  const setRole = async (role: string) =>
    made(await owner.call(team.setRole, { params: { id }, body: { role } as never }))
  const file = { kind: 'contacts', input: { format: 'csv', query: {} } } as const
  expect(await answerTo(program, downloads.create, { body: file })).toBe(201)
  await setRole((await roleWith(owner, ['edit', 'manage_team'])).id)
  expect(await answerTo(program, downloads.create, { body: file })).toBe('forbidden')
  expect((await profile()).permissions).toEqual(['edit'])
  await setRole('owner')
  expect((await profile()).permissions).toEqual(['edit', 'export'])
  expect(await answerTo(program, team.invite, { body: { emails: ['new@example.com'] } })).toBe('forbidden')
  expect(await answerTo(program, contacts.create, { body: { name: 'Budi' } })).toBe(201)
  const { data } = made(await ayu.call(contacts.list))
  expect(data.map(({ name }) => name)).toEqual(['Budi'])
})

test('not even the token of an owner acts on an owner, or gives what it lacks', async () => {
  const owner = await signUp()
  const other = await memberOf(installation, owner, 'owner')
  const viewer = await memberOf(installation, owner, 'viewer')
  const strong = await programOf(installation, owner, { permissions: everything })
  const weak = await programOf(installation, owner, { permissions: ['manage_team', 'edit', 'see_amounts'] })
  const role = (program: Program, id: string, role: string) =>
    answerTo(program, team.setRole, { params: { id }, body: { role } })
  const [ownerId, otherId, viewerId] = [await idOf(owner), await idOf(other), await idOf(viewer)]
  expect(await role(strong, otherId, 'viewer')).toBe('forbidden')
  expect(await role(strong, viewerId, 'owner')).toBe('forbidden')
  expect(await role(strong, viewerId, 'admin')).toBe('forbidden')
  expect(await role(weak, ownerId, 'viewer')).toBe('forbidden')
  expect(await role(weak, viewerId, 'member')).toBe('forbidden')
  const invited = { emails: ['back.door@example.com'], role: 'admin' }
  expect(await answerTo(weak, team.invite, { body: invited })).toBe('forbidden')
  expect(await answerTo(weak, roles.create, { body: { name: 'Own', permissions: ['export'] } })).toBe('forbidden')
  expect(await role(weak, viewerId, (await roleWith(owner, ['edit'])).id)).toBe(200)
})

test('a token belongs to the organization of its member, even while sample data is open', async () => {
  const [ayu, stranger] = [await signUp(), await signUp()]
  const program = await programOf(installation, ayu, { permissions: ['edit'] })
  const theirs = made(await stranger.call(contacts.create, { body: { name: 'CANARY' } }))
  expect(await answerTo(program, contacts.get, { params: { id: theirs.id } })).toBe('not_found')
  const inDemo = await openSampleData(ayu)
  expect(made(await program.call(contacts.list)).data).toEqual([])
  const madeThere = await programOf(installation, inDemo)
  expect(made(await madeThere.call(contacts.list)).data).toEqual([])
})

test('a member who lacks the required second factor cannot avoid it with a token', async () => {
  const owner = await signUp()
  const program = await programOf(installation, owner)
  await inTenant(database, { organization_id: organizationOf(owner) }, ({ db }) =>
    sql`update organizations set second_factor_required = true`.execute(db),
  )
  expect(await answerTo(program, contacts.list)).toBe('second_factor_missing')
})

test('a token is accepted only in the header, as a bearer token', async () => {
  const { token } = await programOf(installation, await signUp())
  const statusOf = async (url: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url: `/api/v1/contacts${url}`, headers })).statusCode
  expect(await statusOf('', { authorization: `bearer ${token}` })).toBe(200)
  for (const name of ['access_token', 'token', 'api_token', 'api_key', 'key'])
    expect([name, await statusOf(`?${name}=${token}`)]).toEqual([name, 401])
  expect(await statusOf(`?access_token=${token}`, { authorization: `Bearer ${token}` })).toBe(400)
  expect(await statusOf('', { 'x-api-key': token })).toBe(401)
  expect(await statusOf('', { cookie: `token=${token}` })).toBe(401)
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
  expect(await statusOf('', { authorization: basic(`${token}:`) })).toBe(401)
  expect(await statusOf('', { authorization: basic(`:${token}`) })).toBe(401)
  expect(await statusOf('', { authorization: token })).toBe(401)
  expect(await statusOf('', { authorization: `Bearer ${token}, Bearer ${token}` })).toBe(401)
})

test('the audit log records what a program does under its member and token', async () => {
  const ayu = await signUp()
  const program = await programOf(installation, ayu, { name: 'Sheet', permissions: ['edit', 'export'] })
  const added = made(await program.call(contacts.create, { body: { name: 'Budi' } }))
  const params = { id: added.id }
  made(await program.call(contacts.update, { params, body: { version: added.version, company: 'PT Maju' } }))
  made(await ayu.call(contacts.update, { params, body: { version: added.version + 1, company: 'PT Jaya' } }))
  const file = made(
    await program.call(downloads.create, { body: { kind: 'contacts', input: { format: 'csv', query: {} } } }),
  )
  expect((await app.inject({ url: file.url })).statusCode).toBe(200)
  const entries = made(await ayu.call(audit.list)).data.map(({ action, user, token }) => [
    action,
    user?.name,
    token?.name,
  ])
  const me = made(await ayu.call(users.profile)).name
  expect(entries.slice(0, 4)).toEqual([
    ['exported', me, 'Sheet'],
    ['record_changed', me, undefined],
    ['record_changed', me, 'Sheet'],
    ['record_added', me, 'Sheet'],
  ])
})

test('a file that a program requested cannot be downloaded after its token is revoked', async () => {
  const ayu = await signUp()
  const program = await programOf(installation, ayu, { permissions: ['export', 'edit'] })
  made(await program.call(contacts.create, { body: { name: 'Budi' } }))
  const ask = async () => {
    const body = { kind: 'contacts', input: { format: 'csv', query: {} } } as const
    return made(await program.call(downloads.create, { body }))
  }
  const [first, second] = [await ask(), await ask()]
  const fetched = await app.inject({ url: first.url })
  expect(fetched.statusCode).toBe(200)
  expect(fetched.payload).toContain('Budi')
  made(await ayu.call(apiTokens.revoke, { params: { id: program.id } }))
  expect((await app.inject({ url: second.url })).statusCode).toBe(404)
})

test('no program may export everything, whatever its permissions', async () => {
  const program = await programOf(installation, await signUp(), { permissions: everything })
  const body = { kind: 'everything', input: {} }
  expect(await answerTo(program, downloads.create, { body })).toBe('not_with_token')
})

test('two programs of a member may use the same idempotency key', async () => {
  const ayu = await signUp()
  const [one, two] = [
    await programOf(installation, ayu, { permissions: ['edit'] }),
    await programOf(installation, ayu, { permissions: ['edit'] }),
  ]
  const add = async (token: string, name: string) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'row-17' }
    const answer = await app.inject({ method: 'POST', url: '/api/v1/contacts', headers, payload: { name } })
    return [answer.json().id ?? answer.json().code, answer.headers['idempotency-replayed']]
  }
  const [id] = await add(one.token, 'Budi')
  expect(await add(one.token, 'Budi')).toEqual([id, 'true'])
  expect(await add(two.token, 'Budi')).toEqual([expect.not.stringMatching(id), undefined])
  expect(await add(one.token, 'Sari')).toEqual(['idempotency_key_reused', undefined])
  expect((await add(ayu.access_token, 'Sari'))[1]).toBeUndefined()
  expect(made(await ayu.call(contacts.list)).pagination.total).toBe(3)
  const { rows } = await sql<{ row: string }>`select k::text as row from idempotency_keys k`.execute(database.system)
  for (const { row } of rows) expect(row).not.toMatch(/kabar_/)
})

test('a refusal contains no part of the token', async () => {
  const { token } = await programOf(installation, await signUp())
  const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  const answer = await app.inject({ url: '/api/v1/contacts', headers: { authorization: `Bearer ${changed}` } })
  expect(answer.json()).toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(answer.json().detail).toContain('has expired or was revoked')
  expect(answer.payload + JSON.stringify(answer.headers)).not.toContain('kabar_')
})

// Roles over HTTP: every endpoint with every role, and that nobody gains a right that they lack.
import { describe, expect, test } from 'vitest'
import { account } from '../../../contract/account.ts'
import { audit } from '../../../contract/audit.ts'
import { auth } from '../../../contract/auth.ts'
import { contacts } from '../../../contract/contacts.ts'
import { downloads } from '../../../contract/downloads.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { organization } from '../../../contract/organization.ts'
import { Permission, permissionsOf } from '../../../contract/permissions.ts'
import { type RoleId, roles } from '../../../contract/roles.ts'
import { team } from '../../../contract/team.ts'
import { users } from '../../../contract/users.ts'
import { views } from '../../../contract/views.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'
import { holdOpen, organizationOf, waitUntilBlocked } from '../../test/two-at-once.ts'

const { call, signUp, openSampleData, database } = await testApp()
const someId = '01990000-0000-7000-8000-000000000001'
const anyone = {
  params: { id: someId, transaction_id: someId, contact_id: someId, code: 'USD', kind: 'due', key: 'x' },
}

let people = 0
/** Adds a member with this role to the team of `owner`. */
async function member(owner: Caller, role: RoleId): Promise<Caller> {
  const email = `member${++people}@example.com`
  const { body } = await owner.call(team.invite, { body: { emails: [email], role } })
  const invite = new URL(body.data[0]!.link).searchParams.get('invite')!
  const joined = await call(auth.register, {
    body: { name: `Member ${people}`, email, password: 'correct horse battery', invite },
  })
  expect(joined.status).toBe(201)
  const { access_token } = joined.body
  return { ...joined.body, call: (endpoint, input) => call(endpoint, input, access_token) }
}
const addRole = async (owner: Caller, permissions: Permission[]) =>
  made(await owner.call(roles.create, { body: { name: `Role ${++people}`, permissions } }))
const idOf = async (person: Caller) => (await person.call(users.profile)).body.id
const setRole = (by: Caller, id: string, role: RoleId) => by.call(team.setRole, { params: { id }, body: { role } })
const isForbidden = async (person: Caller, endpoint: Endpoint) =>
  (await person.call(endpoint, anyone as never)).problem?.code === 'forbidden'

describe('every endpoint', () => {
  const closed = endpoints.filter(({ endpoint }) => endpoint.access === 'signed_in')

  test('is refused exactly to those who lack its permission', async () => {
    const owner = await signUp()
    const nobody = await member(owner, (await addRole(owner, [])).id)
    const wrong: string[] = []
    for (const { name, endpoint } of closed) {
      const isFree = endpoint.permission === 'view' || endpoint.permission === 'account'
      // These open another organization in the session, which would change the following requests.
      if (name.startsWith('sampleData.')) continue
      if ((await isForbidden(nobody, endpoint)) === isFree) wrong.push(name)
    }
    expect(wrong).toEqual([])
  })

  test.each(Permission.options)('is open with its permission %s, and with no other', async (permission) => {
    const owner = await signUp()
    const one = await member(owner, (await addRole(owner, [permission])).id)
    for (const { name, endpoint } of closed) {
      const needed = endpoint.permission
      if (needed === 'view' || needed === 'account') continue
      const isAlone = endpoint.also === undefined || endpoint.also === permission
      expect([name, await isForbidden(one, endpoint)]).toEqual([name, needed !== permission || !isAlone])
    }
  })

  test.each(['owner', 'admin', 'member', 'viewer'] as const)('follows the built-in role %s', async (role) => {
    const person = await member(await signUp(), role)
    expect((await person.call(users.profile)).body).toMatchObject({
      role: { id: role, name: null },
      permissions: permissionsOf[role],
    })
    for (const { name, endpoint } of closed) {
      const needed = endpoint.permission
      if (needed === 'view' || needed === 'account') continue
      const all = [needed!, ...(endpoint.also ? [endpoint.also] : [])]
      const may = all.every((permission) => permissionsOf[role].includes(permission))
      expect([name, await isForbidden(person, endpoint)]).toEqual([name, !may])
    }
  })
})

test('a refusal names the permission', async () => {
  const viewer = await member(await signUp(), 'viewer')
  const { status, problem } = await viewer.call(contacts.create, { body: { name: 'Ayu' } })
  expect([status, problem.code]).toEqual([403, 'forbidden'])
  expect(problem.detail).toContain('“Add and change records”')
})

test('a new role counts from the next request on, without a new login', async () => {
  const owner = await signUp()
  const person = await member(owner, 'viewer')
  expect((await person.call(contacts.create, { body: { name: 'Ayu' } })).status).toBe(403)
  const { body } = await setRole(owner, await idOf(person), 'member')
  expect(body.members.map(({ role }) => role.id)).toEqual(['owner', 'member'])
  expect((await person.call(contacts.create, { body: { name: 'Ayu' } })).status).toBe(201)
  const role = await addRole(owner, ['edit'])
  await setRole(owner, await idOf(person), role.id)
  expect((await person.call(users.profile)).body.role).toEqual({ id: role.id, name: role.name })
  await owner.call(roles.update, { params: { id: role.id }, body: { version: role.version, permissions: [] } })
  expect((await person.call(contacts.create, { body: { name: 'Budi' } })).status).toBe(403)
  const acts = (await owner.call(audit.list, { query: { group: 'team' } })).body.data.map(({ action }) => action)
  expect(acts.slice(0, 4)).toEqual(['role_changed', 'member_role_changed', 'role_added', 'member_role_changed'])
})

describe('nobody', () => {
  test('gives a role with more permissions than their own', async () => {
    const owner = await signUp()
    const manager = await member(owner, (await addRole(owner, ['manage_team', 'edit'])).id)
    const viewer = await member(owner, (await addRole(owner, [])).id)
    const id = await idOf(viewer)
    const stronger = await addRole(owner, ['edit', 'export'])
    for (const role of ['owner', 'admin', 'member', stronger.id] as const) {
      const { status, problem } = await setRole(manager, id, role)
      expect([role, status, problem.code]).toEqual([role, 403, 'forbidden'])
      const invited = await manager.call(team.invite, { body: { emails: ['new@example.com'], role } })
      expect([role, invited.status]).toEqual([role, 403])
    }
    // Nor to themselves, by choosing another role or by changing their own.
    expect((await setRole(manager, await idOf(manager), 'admin')).status).toBe(403)
    expect(
      (await manager.call(roles.create, { body: { name: 'Mine', permissions: ['export'] } })).problem.detail,
    ).toContain('Export')
    const [own] = (await manager.call(roles.list)).body.data.filter(({ permissions }) =>
      permissions.includes('manage_team'),
    )
    const change = { version: own!.version, permissions: [...Permission.options] }
    expect((await manager.call(roles.update, { params: { id: own!.id }, body: change })).status).toBe(403)
    expect((await setRole(manager, id, own!.id)).status).toBe(200)
  })

  test('acts on a member who has more permissions', async () => {
    const owner = await signUp()
    const manager = await member(owner, (await addRole(owner, ['manage_team'])).id)
    const admin = await member(owner, 'admin')
    const lower = (await addRole(owner, [])).id
    for (const person of [owner, admin]) {
      const id = await idOf(person)
      expect((await setRole(manager, id, lower)).status).toBe(403)
      expect((await manager.call(team.removeMember, { params: { id } })).status).toBe(403)
    }
    // An admin has every permission, and still cannot touch an owner.
    expect((await setRole(admin, await idOf(owner), 'member')).status).toBe(403)
    expect((await setRole(admin, await idOf(admin), 'owner')).status).toBe(403)
    expect((await admin.call(team.removeMember, { params: { id: await idOf(owner) } })).status).toBe(403)
    await owner.call(team.removeMember, { params: { id: await idOf(admin) } })
    expect(
      (await manager.call(team.restoreMember, { params: { id: (await owner.call(team.get)).body.members[2]!.id } }))
        .status,
    ).toBe(403)
  })

  test('exports everything, which includes the audit log, without the permission to see it', async () => {
    const owner = await signUp()
    const person = await member(owner, (await addRole(owner, ['export'])).id)
    const ask = (kind: 'everything' | 'contacts', input = {}) =>
      person.call(downloads.create, { body: { kind, input } as never })
    expect((await ask('everything')).problem.detail).toContain('audit log')
    expect((await ask('contacts', { format: 'csv', query: {} })).status).toBe(201)
  })

  test('renames the organization in their profile without the permission', async () => {
    const owner = await signUp({ organization: 'Wijaya Capital' })
    const person = await member(owner, 'member')
    const { body: profile } = await person.call(users.profile)
    expect((await person.call(users.updateProfile, { body: { ...profile, name: 'Ayu' } as never })).status).toBe(200)
    const renamed = await person.call(users.updateProfile, { body: { organization: 'Mine' } })
    expect([renamed.status, renamed.problem.code]).toEqual([403, 'forbidden'])
    expect((await owner.call(organization.get)).body.name).toBe('Wijaya Capital')
  })

  test('changes a team view without the permission to edit, but everybody may change their own views', async () => {
    const owner = await signUp()
    const viewer = await member(owner, 'viewer')
    const given = { list: 'contacts', parameters: {}, columns: null } as const
    const shared = made(await owner.call(views.create, { body: { ...given, name: 'Team', is_shared: true } }))
    const own = made(await viewer.call(views.create, { body: { ...given, name: 'Mine' } }))
    const params = { id: shared.id }
    const tries = [
      await viewer.call(views.create, { body: { ...given, name: 'Two', is_shared: true } }),
      await viewer.call(views.update, { params, body: { version: 1, name: 'Changed' } }),
      await viewer.call(views.update, { params: { id: own.id }, body: { version: 1, is_shared: true } }),
      await viewer.call(views.remove, { params }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect((await viewer.call(views.remove, { params: { id: own.id } })).status).toBe(204)
  })
})

test('invitations of a member end with their role', async () => {
  const owner = await signUp()
  const admin = await member(owner, 'admin')
  const { body } = await admin.call(team.invite, { body: { emails: ['back.door@example.com'], role: 'admin' } })
  const invite = new URL(body.data[0]!.link).searchParams.get('invite')!
  await setRole(owner, await idOf(admin), 'viewer')
  const joined = await call(auth.register, {
    body: { name: 'Back', email: 'back.door@example.com', password: 'correct horse battery', invite },
  })
  expect([joined.status, joined.problem.code]).toEqual([400, 'invitation_invalid'])
})

describe('the last owner', () => {
  test('keeps their role and their account, until there is another one', async () => {
    const owner = await signUp()
    const other = await member(owner, 'admin')
    const id = await idOf(owner)
    expect((await setRole(owner, id, 'admin')).problem.code).toBe('last_owner')
    const leaving = { is_last_member: false, confirmation: '' }
    const confirmation = (await owner.call(account.deletion)).body.confirmation
    const left = await owner.call(account.delete, { body: { ...leaving, confirmation } })
    expect([left.status, left.problem.code]).toEqual([409, 'last_owner'])
    expect((await setRole(owner, await idOf(other), 'owner')).status).toBe(200)
    expect((await setRole(owner, id, 'viewer')).status).toBe(200)
  })

  test('stays if two owners give up their role at the same time', async () => {
    const owner = await signUp()
    const other = await member(owner, 'owner')
    const ids = [await idOf(owner), await idOf(other)]
    const answers = await Promise.all([setRole(owner, ids[0]!, 'member'), setRole(other, ids[1]!, 'member')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const owners = (await owner.call(team.get)).body.members.filter(({ role }) => role.id === 'owner')
    expect(owners).toHaveLength(1)
  })

  test.each([
    ['removes', 403, (by: Caller, id: string) => by.call(team.removeMember, { params: { id } })],
    ['changes', 403, (by: Caller, id: string) => setRole(by, id, 'viewer')],
    [
      'leaves',
      409,
      async (_: Caller, __: string, last: Caller) => {
        const { confirmation } = (await last.call(account.deletion)).body
        const leaving = { is_last_member: false, confirmation }
        return await last.call(account.delete, { body: leaving })
      },
    ],
  ] as const)('remains if an owner %s while the other one gets another role', async (_, status, act) => {
    const owner = await signUp()
    const other = await member(owner, 'owner')
    const [id, otherId] = [await idOf(owner), await idOf(other)]
    const commit = await holdOpen(database, organizationOf(owner), async (tenant) => {
      await tenant.db.updateTable('users').set({ role: 'viewer' }).where('id', '=', otherId).execute()
    })
    const answer = act(other, id, owner)
    await waitUntilBlocked(database)
    await commit()
    expect((await answer).status).toBe(status)
    expect((await owner.call(team.get)).body.members.filter(({ role }) => role.id === 'owner')).toHaveLength(1)
  })
})

test('a role in use is not deleted; a free one is, and its name is free again', async () => {
  const owner = await signUp()
  const role = await addRole(owner, ['edit'])
  const person = await member(owner, role.id)
  const remove = () => owner.call(roles.remove, { params: { id: role.id } })
  expect((await remove()).problem).toMatchObject({ code: 'in_use', status: 409 })
  expect(
    (await owner.call(roles.create, { body: { name: role.name, permissions: [] } })).problem.errors?.[0]?.path,
  ).toBe('name')
  await setRole(owner, await idOf(person), 'viewer')
  expect((await remove()).status).toBe(204)
  expect((await setRole(owner, await idOf(person), role.id)).problem.errors?.[0]?.path).toBe('role')
  expect((await owner.call(roles.create, { body: { name: role.name, permissions: [] } })).status).toBe(201)
})

test('everybody may do everything with their own sample data, and nothing more in the organization', async () => {
  const viewer = await member(await signUp(), 'viewer')
  const inDemo = await openSampleData(viewer)
  expect((await inDemo.call(users.profile)).body.permissions).toEqual(Permission.options)
  expect((await inDemo.call(contacts.create, { body: { name: 'Ayu' } })).status).toBe(201)
  expect((await inDemo.call(users.updateProfile, { body: { organization: 'Mine' } })).status).toBe(403)
})

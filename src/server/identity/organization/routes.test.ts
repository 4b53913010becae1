// The organization over HTTP: settings, validation, versions, and effects elsewhere.
import { expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { organization } from '../../../contract/organization.ts'
import { users } from '../../../contract/users.ts'
import { testApp } from '../../test/app.ts'

const { signUp } = await testApp()

test('a new organization has the defaults of its country', async () => {
  const person = await signUp({ organization: 'Bintang', country: 'ID' })
  const { status, body } = await person.call(organization.get)
  expect(status).toBe(200)
  expect(body).toEqual({
    name: 'Bintang',
    country: 'ID',
    time_zone: 'Asia/Jakarta',
    base_currency: 'IDR',
    approval_always: false,
    approval_above: null,
    approval_amounts: false,
    audit_years: null,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
    version: 1,
  })
})

test('only sent fields change, and only of this organization', async () => {
  const [person, other] = [await signUp({ organization: 'Bintang' }), await signUp({ organization: 'Untouched' })]
  const theirs = (await other.call(organization.get)).body
  const changed = await person.call(organization.update, {
    body: { version: 1, name: ' Bulan ', base_currency: 'USD' },
  })
  expect(changed.body).toMatchObject({ name: 'Bulan', country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'USD' })
  expect(changed.body.version).toBe(2)
  expect((await person.call(organization.get)).body).toEqual(changed.body)
  expect((await other.call(organization.get)).body).toEqual(theirs)
})

test('a stale version is rejected with the current values', async () => {
  const person = await signUp({ organization: 'Bintang' })
  const first = await person.call(organization.update, { body: { version: 1, name: 'First' } })
  const second = await person.call(organization.update, { body: { version: 1, name: 'Second' } })
  expect(second.status).toBe(409)
  expect(second.problem).toMatchObject({ code: 'version_conflict', current: first.body })
  expect((await person.call(organization.get)).body.name).toBe('First')
})

test('of two concurrent changes one succeeds', async () => {
  const person = await signUp()
  const answers = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => person.call(organization.update, { body: { version: 1, name } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('renaming in the profile counts as a change, unless the name is the same', async () => {
  const person = await signUp({ organization: 'Bintang' })
  await person.call(users.updateProfile, { body: { organization: 'Bintang' } })
  expect((await person.call(organization.get)).body.version).toBe(1)
  await person.call(users.updateProfile, { body: { organization: 'Bulan' } })
  expect((await person.call(organization.get)).body).toMatchObject({ name: 'Bulan', version: 2 })
})

test('a changed country applies to local numbers from then on', async () => {
  const person = await signUp({ country: 'ID' })
  const before = await person.call(contacts.create, { body: { name: 'Ayu', phone: '0812-3456-7890' } })
  await person.call(organization.update, { body: { version: 1, country: 'BR', time_zone: 'America/Sao_Paulo' } })
  const after = await person.call(contacts.create, { body: { name: 'Ana', phone: '(11) 91234-5678' } })
  expect(after.body.phone).toBe('+5511912345678')
  expect((await person.call(contacts.get, { params: { id: before.body.id } })).body.phone).toBe('+6281234567890')
  expect((await person.call(users.profile)).body).toMatchObject({ country: 'BR', time_zone: 'America/Sao_Paulo' })
})

test.each([
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ country: 'ZZ' }, 'country'],
  [{ country: 'id' }, 'country'],
  [{ country: null }, 'country'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
  [{ time_zone: '+07:00' }, 'time_zone'],
  [{ base_currency: 'XXX' }, 'base_currency'],
  [{ base_currency: 'DEM' }, 'base_currency'],
  [{ base_currency: 'usd' }, 'base_currency'],
  [{ version: undefined }, 'version'],
])('%j is rejected on its field', async (change, path) => {
  const person = await signUp()
  const answer = await person.call(organization.update, { body: { version: 1, ...change } as never })
  expect(answer.status).toBe(400)
  expect(answer.problem.errors).toMatchObject([{ path }])
})

test('unknown settings are rejected', async () => {
  const person = await signUp()
  const body = { version: 1, premium_until: '2099-01-01' } as never
  expect((await person.call(organization.update, { body })).status).toBe(400)
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Permission } from '../../../contract/permissions.ts'
import { users } from '../../../contract/users.ts'
import { testApp } from '../../test/app.ts'

const { app, database, signUp } = await testApp()

test('a profile contains the data of its user', async () => {
  const person = await signUp({ email: 'Ayu@Example.com', organization: 'Bintang' })
  const { status, body } = await person.call(users.profile)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: expect.any(String),
    email: 'Ayu@Example.com',
    pending_email: null,
    organization: 'Bintang',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    updated_at: expect.stringMatching(/Z$/),
    premium_until: null,
    restored_from: null,
    deletion_due_at: null,
    locale: 'en',
    morning_mail: false,
    second_factor: 'off',
    has_passkey: false,
    time_zone: 'Asia/Jakarta',
    country: 'ID',
    role: { id: 'owner', name: null },
    permissions: Permission.options,
  })
})

test('the profile contains the day on which premium of the organization ends', async () => {
  const person = await signUp({ organization: 'Premium people' })
  await sql`update organizations set premium_until = '2027-01-31' where name = 'Premium people'`.execute(
    database.system,
  )
  expect((await person.call(users.profile)).body.premium_until).toBe('2027-01-31')
})

test('name, organization, locale and time zone change; a profile sent back whole changes nothing else', async () => {
  const person = await signUp()
  const other = await signUp({ organization: 'Untouched' })
  const { body: before } = await person.call(users.profile)
  const changed = { name: 'Ayu  Lestari', organization: 'Bintang', locale: 'id', time_zone: 'Asia/Makassar' }
  const readOnly = {
    id: '00000000-0000-7000-8000-000000000000',
    pending_email: 'other@example.com',
    created_at: 'x',
    premium_until: '2099-01-01',
    country: 'US',
  }
  const answer = await app.inject({
    method: 'PUT',
    url: '/api/v1/user/profile',
    headers: { authorization: `Bearer ${person.access_token}` },
    payload: { ...before, ...readOnly, ...changed },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ ...before, ...changed, updated_at: expect.any(String) })
  expect((await person.call(users.profile)).body).toEqual(answer.json())
  expect((await other.call(users.profile)).body.organization).toBe('Untouched')
})

test('omitted fields do not change, and the name of an organization can be removed', async () => {
  const person = await signUp({ organization: 'Bintang' })
  const renamed = await person.call(users.updateProfile, { body: { name: ' Budi ' } })
  expect(renamed.body).toMatchObject({ name: 'Budi', organization: 'Bintang', locale: 'en' })
  const unnamed = await person.call(users.updateProfile, { body: { organization: '' } })
  expect(unnamed.body).toMatchObject({ name: 'Budi', organization: '' })
})

test('sending the organization’s time zone back does not store it for the user', async () => {
  const person = await signUp({ organization: 'Movers' })
  await person.call(users.updateProfile, { body: { time_zone: 'Asia/Jakarta' } })
  await sql`update organizations set time_zone = 'Asia/Tokyo' where name = 'Movers'`.execute(database.system)
  expect((await person.call(users.profile)).body.time_zone).toBe('Asia/Tokyo')
})

test.each([
  [{ name: '' }, 'name'],
  [{ name: null }, 'name'],
  [{ name: 'a\u0000' }, 'name'],
  [{ name: 'two\nlines' }, 'name'],
  [{ organization: 'x'.repeat(201) }, 'organization'],
  [{ organization: 5 }, 'organization'],
  [{ locale: 'Klingon!' }, 'locale'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
  [{ time_zone: '+07:00' }, 'time_zone'],
  [{ email: 'nobody' }, 'email'],
  [{ email: null }, 'email'],
  [{ email: '' }, 'email'],
  [{ email: 'new@example.com' }, 'current_password'],
  [{ email: 'new@example.com', current_password: '' }, 'current_password'],
  [{ email: 'new@example.com', current_password: 5 }, 'current_password'],
])('%j is rejected on its field', async (body, path) => {
  const person = await signUp()
  const answer = await person.call(users.updateProfile, { body: body as object })
  expect(answer.status).toBe(400)
  expect(answer.problem.errors).toMatchObject([{ path }])
})

// Several numbers and addresses of a contact over HTTP: one is preferred, no number is shared, and an opt-out applies to all.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { activity } from '../../../contract/activity.ts'
import { type ContactInput, contacts } from '../../../contract/contacts.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'
import { asOrganization } from '../../test/sums.ts'

const { signUp, database } = await testApp()
const [one, two, three, four] = ['+628125550001', '+628125550002', '+628125550003', '+628125550004'] as const

const add = async (caller: Caller, body: ContactInput) => made(await caller.call(contacts.create, { body }))
const get = async (caller: Caller, id: string) => made(await caller.call(contacts.get, { params: { id } }))
const change = async (caller: Caller, id: string, body: Partial<ContactInput>) => {
  const { version } = await get(caller, id)
  return await caller.call(contacts.update, { params: { id }, body: { version, ...body } })
}
const found = async (caller: Caller, q: string) =>
  made(await caller.call(contacts.list, { query: { q } })).data.map(({ name }) => name)
const optOuts = (caller: Caller) =>
  asOrganization(database, caller, async ({ db }) => {
    const { rows } = await sql<{ phone_key: string }>`select phone_key from opt_outs order by 1`.execute(db)
    return rows.map(({ phone_key }) => phone_key)
  })
const work = (phone: string) => ({ label: 'work' as const, phone })

test('a contact has other numbers and addresses, found by the search and while a number is typed', async () => {
  const ayu = await signUp()
  const budi = await add(ayu, {
    name: 'Budi',
    phone: '0812-555-0001',
    other_phones: [work('0812 555 0002')],
    email: 'budi@example.com',
    other_emails: ['Budi@Work.example'],
  })
  expect(budi).toMatchObject({
    phone: one,
    phone_label: 'mobile',
    other_phones: [{ label: 'work', phone: two, phone_text: '+62 812 5550 002' }],
    other_emails: ['Budi@Work.example'],
    former_phones: [],
  })
  for (const q of ['0812 555 0002', '5550002', 'work.example']) expect(await found(ayu, q), q).toEqual(['Budi'])
  // The search ignores the names of the stored JSON properties.
  for (const q of ['label', 'phone']) expect(await found(ayu, q), q).toEqual([])
  expect(made(await ayu.call(contacts.parsePhone, { query: { phone: two } })).contact).toEqual({
    id: budi.id,
    name: 'Budi',
  })
})

test('one of the other numbers changes places with the preferred one, and the history shows it', async () => {
  const ayu = await signUp()
  const { id } = await add(ayu, { name: 'Budi', phone: one, other_phones: [work(two), work(three)] })
  expect(made(await change(ayu, id, { phone: two }))).toMatchObject({
    phone: two,
    phone_label: 'work',
    other_phones: [{ label: 'mobile', phone: one }, { phone: three }],
    former_phones: [],
  })
  const { data } = made(await ayu.call(activity.list, { query: { contact_id: id } }))
  expect(data.find(({ kind }) => kind === 'changed')).toMatchObject({
    changes: [
      { field: 'other_phones', from: `${two}, ${three}`, to: `${one}, ${three}` },
      { field: 'phone', from: one, to: two },
      { field: 'phone_label', from: 'mobile', to: 'work' },
    ],
  })
})

test('the search finds a contact by a former number, until the contact has it again', async () => {
  const ayu = await signUp()
  const { id } = await add(ayu, { name: 'Budi', phone: one, other_phones: [work(two)] })
  await change(ayu, id, { phone: three, other_phones: [] })
  expect(await get(ayu, id)).toMatchObject({ phone: three, former_phones: [{ phone: one }, { phone: two }] })
  expect(await found(ayu, one)).toEqual(['Budi'])
  expect(await found(ayu, '0812 555 0002')).toEqual(['Budi'])
  // Another contact may have the former number.
  await add(ayu, { name: 'Siti', phone: two })
  expect(made(await change(ayu, id, { other_phones: [work(one)] })).former_phones).toMatchObject([{ phone: two }])
})

test('a number belongs to one contact: otherwise the error is on its field and names that contact', async () => {
  const ayu = await signUp()
  await add(ayu, { name: 'Budi', phone: one, other_phones: [work(two)] })
  const siti = await add(ayu, { name: 'Siti', phone: three })
  const taken = (path: string) => ({
    status: 409,
    problem: {
      code: 'phone_taken',
      errors: [{ path, message: 'Budi already has this number.' }],
      current: { name: 'Budi' },
    },
  })
  expect(await ayu.call(contacts.create, { body: { name: 'X', phone: two } })).toMatchObject(taken('phone'))
  const others = { other_phones: [work(four), work(two)] }
  expect(await ayu.call(contacts.create, { body: { name: 'X', phone: '+628125550009', ...others } })).toMatchObject(
    taken('other_phones.1.phone'),
  )
  expect(await change(ayu, siti.id, { phone: two })).toMatchObject(taken('phone'))
  expect(await change(ayu, siti.id, { other_phones: [work(one)] })).toMatchObject(taken('other_phones.0.phone'))
  for (const [body, path] of [
    [{ other_phones: [work(three)] }, 'other_phones.0.phone'],
    [{ other_phones: [work(four), work('0812 555 0004')] }, 'other_phones.1.phone'],
    [{ phone: '', other_phones: [work(four)] }, 'phone'],
  ] as const)
    expect(await change(ayu, siti.id, body as never)).toMatchObject({ status: 400, problem: { errors: [{ path }] } })
})

test('two contacts cannot get the same number concurrently', async () => {
  const ayu = await signUp()
  const people = await Promise.all([one, two, three].map((phone, nth) => add(ayu, { name: `Person ${nth}`, phone })))
  const answers = await Promise.all([
    ...people.map(({ id, version }) =>
      ayu.call(contacts.update, { params: { id }, body: { version, other_phones: [work(four)] } }),
    ),
    ayu.call(contacts.create, { body: { name: 'New', phone: four } }),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
  expect(await found(ayu, four)).toHaveLength(1)
})

test('a deleted contact frees its numbers, and is restored only while they are free', async () => {
  const ayu = await signUp()
  const { id } = await add(ayu, { name: 'Budi', phone: one, other_phones: [work(two)] })
  await ayu.call(contacts.remove, { params: { id } })
  const siti = await add(ayu, { name: 'Siti', phone: two })
  expect(await ayu.call(contacts.restore, { params: { id } })).toMatchObject({
    status: 409,
    problem: { code: 'phone_taken', current: { name: 'Siti' } },
  })
  await ayu.call(contacts.remove, { params: { id: siti.id } })
  expect(made(await ayu.call(contacts.restore, { params: { id } })).other_phones).toMatchObject([{ phone: two }])
  expect(await ayu.call(contacts.create, { body: { name: 'X', phone: two } })).toMatchObject({ status: 409 })
})

test('an opt-out applies to all numbers, to numbers added later, and after the number is removed', async () => {
  const ayu = await signUp()
  const { id } = await add(ayu, { name: 'Budi', phone: one, other_phones: [work(two)], consent: 'opted_out' })
  expect(await optOuts(ayu)).toEqual([one, two])
  await change(ayu, id, { phone: three, other_phones: [] })
  expect(await get(ayu, id)).toMatchObject({ phone: three, consent: 'opted_out' })
  expect(await optOuts(ayu)).toEqual([one, two, three])

  // Whoever gets an opted-out number is opted out, too, even if the form sends the consent as it was.
  const siti = await add(ayu, { name: 'Siti', phone: four, consent: 'opted_in' })
  const { phone, consent } = siti
  const answer = made(await change(ayu, siti.id, { phone: phone!, consent, other_phones: [work(two)] }))
  expect(answer).toMatchObject({ consent: 'opted_out', phone: four })
  expect(await optOuts(ayu)).toEqual([one, two, three, four])
  // A new consent lifts the opt-out for all numbers of this contact, but for nobody else's.
  expect(made(await change(ayu, siti.id, { consent: 'opted_in' })).consent).toBe('opted_in')
  expect(await optOuts(ayu)).toEqual([one, three])
})

// Investors over HTTP: codes, contacts, figures, and what prevents deletion.
import { describe, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { investmentStages, investorTypes } from '../../../contract/master-data.ts'
import { tags } from '../../../contract/tags.ts'
import { users } from '../../../contract/users.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'

const { signUp } = await testApp()

async function names(caller: Caller, query: Record<string, unknown> = {}) {
  return made(await caller.call(investors.list, { query })).data.map(({ name }) => name)
}

test('an investor is created, read, changed, deleted and restored', async () => {
  const ayu = await signUp()
  const budi = await addInvestor(ayu, { name: '  Budi ', email: 'Budi@Example.com', country: 'ID', city: 'Bandung' })
  expect(budi).toMatchObject({
    code: 'IV-0001',
    name: 'Budi',
    kind: 'individual',
    type: { name: 'Individual' },
    email: 'Budi@Example.com',
    country: 'ID',
    preferred_stages: [],
    ticket_min: null,
    contacts: [],
    tags: [],
    relationship: 'prospect',
    investment_count: 0,
    figures: [],
    is_archived: false,
    is_reachable: false,
    last_contacted_at: null,
    version: 1,
  })
  const params = { id: budi.id }
  expect(made(await ayu.call(investors.get, { params }))).toEqual(budi)
  const changed = made(await ayu.call(investors.update, { params, body: { version: 1, city: 'Jakarta', code: '' } }))
  expect(changed).toMatchObject({ city: 'Jakarta', code: 'IV-0001', version: 2 })
  expect((await ayu.call(investors.remove, { params })).status).toBe(204)
  for (const endpoint of [investors.get, investors.remove])
    expect((await ayu.call(endpoint, { params })).status).toBe(404)
  expect((await ayu.call(investors.update, { params, body: { version: 3, city: 'x' } })).status).toBe(404)
  expect(await names(ayu)).toEqual([])
  expect(made(await ayu.call(investors.restore, { params }))).toMatchObject({ name: 'Budi' })
  expect(made(await ayu.call(investors.restore, { params }))).toMatchObject({ name: 'Budi' })
  expect(await names(ayu)).toEqual(['Budi'])
})

test('the automatic code is the next unused number, also for concurrent requests', async () => {
  const ayu = await signUp()
  await addInvestor(ayu, { code: 'iv-0003' })
  const many = await Promise.all(Array.from({ length: 20 }, (_, n) => addInvestor(ayu, { name: `Investor ${n}` })))
  const codes = many.map(({ code }) => code)
  expect(new Set(codes).size).toBe(20)
  expect(codes).not.toContain('IV-0003')
  const type = many[0]!.type.id
  const taken = await ayu.call(investors.create, {
    body: { name: 'Twin', kind: 'entity', investor_type_id: type, code: 'IV-0003' },
  })
  expect(taken.problem).toMatchObject({ code: 'name_taken', errors: [{ path: 'code' }] })
  const params = { id: many[0]!.id }
  expect((await ayu.call(investors.update, { params, body: { version: 1, code: 'IV-0003' } })).problem).toMatchObject({
    code: 'name_taken',
    errors: [{ path: 'code' }],
  })
})

test('a stale version is rejected', async () => {
  const ayu = await signUp()
  const { id } = await addInvestor(ayu)
  const change = (city: string) => ayu.call(investors.update, { params: { id }, body: { version: 1, city } })
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map(change))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  const winner = answers.find(({ status }) => status === 200)!.body
  for (const { problem } of answers.filter(({ status }) => status === 409))
    expect(problem).toMatchObject({ code: 'version_conflict', current: { id, city: winner.city, version: 2 } })
})

describe('contacts', () => {
  test('are created with an individual, together or not at all', async () => {
    const ayu = await signUp()
    const budi = await addInvestor(ayu, { name: 'Budi', contact: { phone: '0811222333', preferred_name: 'Pak Budi' } })
    expect(budi.contacts).toMatchObject([{ name: 'Budi', phone: '+62811222333', role: 'self', is_primary: true }])
    expect(budi.is_reachable).toBe(true)
    const type = budi.type.id
    const double = await ayu.call(investors.create, {
      body: { name: 'Siti', kind: 'individual', investor_type_id: type, contact: { phone: '+62 811 222 333' } },
    })
    expect(double.problem).toMatchObject({
      code: 'phone_taken',
      errors: [{ path: 'contact.phone' }],
      current: { name: 'Budi' },
    })
    expect(await names(ayu)).toEqual(['Budi'])
    const fund = await addInvestor(ayu, { name: 'Fund', kind: 'entity', contact: { id: budi.contacts[0]!.id } })
    expect(fund.contacts).toMatchObject([{ id: budi.contacts[0]!.id, role: 'primary', is_primary: true }])
  })

  test('have a role, and one of them is the primary', async () => {
    const ayu = await signUp()
    const { id } = await addInvestor(ayu, { name: 'Fund', kind: 'entity' })
    const [ada, bob, cem] = await Promise.all(
      ['Ada', 'Bob', 'Cem'].map(async (name) => made(await ayu.call(contacts.create, { body: { name } }))),
    )
    const put = async (contact_id: string, body: { role: 'finance' | 'legal' | 'other'; is_primary?: boolean }) =>
      made(await ayu.call(investors.setContact, { params: { id, contact_id }, body })).contacts.map(
        ({ name, role, is_primary }) => `${name} ${role}${is_primary ? ' *' : ''}`,
      )
    expect(await put(ada!.id, { role: 'finance' })).toEqual(['Ada finance *'])
    expect(await put(bob!.id, { role: 'legal' })).toEqual(['Ada finance *', 'Bob legal'])
    expect(await put(bob!.id, { role: 'other', is_primary: true })).toEqual(['Bob other *', 'Ada finance'])
    await Promise.all([ada, cem].map((contact) => put(contact!.id, { role: 'other', is_primary: true })))
    const now = made(await ayu.call(investors.get, { params: { id } })).contacts
    expect(now.filter(({ is_primary }) => is_primary)).toHaveLength(1)
    const primary = now.find(({ is_primary }) => is_primary)!
    const left = made(await ayu.call(investors.removeContact, { params: { id, contact_id: primary.id } })).contacts
    expect(left.filter(({ is_primary }) => is_primary)).toHaveLength(1)
    expect((await ayu.call(investors.removeContact, { params: { id, contact_id: primary.id } })).status).toBe(404)
    await ayu.call(contacts.remove, { params: { id: left[0]!.id } })
    expect(made(await ayu.call(investors.get, { params: { id } })).contacts).toHaveLength(1)
    expect(
      (await ayu.call(investors.setContact, { params: { id, contact_id: left[0]!.id }, body: { role: 'other' } }))
        .status,
    ).toBe(404)
  })

  test('that opted out, or of a do-not-contact investor, are not reachable', async () => {
    const ayu = await signUp()
    const budi = await addInvestor(ayu, { contact: { phone: '0811222333' } })
    const [contact] = budi.contacts
    await ayu.call(contacts.update, { params: { id: contact!.id }, body: { version: 1, consent: 'opted_out' } })
    const params = { id: budi.id }
    expect(made(await ayu.call(investors.get, { params }))).toMatchObject({
      is_reachable: false,
      contacts: [{ consent: 'opted_out' }],
    })
    await ayu.call(contacts.update, { params: { id: contact!.id }, body: { version: 2, consent: 'opted_in' } })
    expect(made(await ayu.call(investors.get, { params })).is_reachable).toBe(true)
    await ayu.call(investors.update, { params, body: { version: 1, do_not_contact: true } })
    expect(made(await ayu.call(investors.get, { params })).is_reachable).toBe(false)
  })
})

test('the figures come from the investments, by currency', async () => {
  const ayu = await signUp()
  const { id } = await addInvestor(ayu)
  const committed = await statusOf(ayu, 'committed')
  const usd = await addInvestment(ayu, { investor_id: id, status_id: committed, committed_amount: '50000' })
  await addInvestment(ayu, {
    investor_id: id,
    status_id: committed,
    currency: 'IDR',
    committed_amount: '12500000000',
  })
  await addInvestment(ayu, { investor_id: id, expected_amount: '999' })
  await addTransaction(ayu, usd.id, { amount: '20000.50' })
  await addTransaction(ayu, usd.id, { amount: '500', kind: 'distribution' })
  expect(made(await ayu.call(investors.get, { params: { id } }))).toMatchObject({
    relationship: 'active',
    investment_count: 3,
    figures: [
      {
        currency: 'IDR',
        committed: '12500000000.00',
        funded: '0.00',
        outstanding: '12500000000.00',
        distributed: '0.00',
      },
      { currency: 'USD', committed: '50000.00', funded: '20000.50', outstanding: '29999.50', distributed: '500.00' },
    ],
  })
})

test('an investor with investments can be archived, but not deleted', async () => {
  const ayu = await signUp()
  const { id } = await addInvestor(ayu)
  const { id: investment } = await addInvestment(ayu, { investor_id: id })
  const params = { id }
  expect((await ayu.call(investors.remove, { params })).problem).toMatchObject({
    code: 'investor_has_investments',
    status: 409,
    current: { investments: 1 },
  })
  const archived = made(await ayu.call(investors.update, { params, body: { version: 1, is_archived: true } }))
  expect(archived.is_archived).toBe(true)
  expect(await names(ayu, { is_archived: 'false' })).toEqual([])
  expect(await names(ayu, { is_archived: 'true' })).toHaveLength(1)
  await ayu.call(investments.remove, { params: { id: investment } })
  expect((await ayu.call(investors.remove, { params })).status).toBe(204)
  expect((await ayu.call(investments.restore, { params: { id: investment } })).problem.code).toBe('state_conflict')
})

test('of concurrently deleting an investor and adding an investment only one succeeds', async () => {
  const ayu = await signUp()
  for (let round = 0; round < 5; round++) {
    const { id } = await addInvestor(ayu)
    const [removed, added] = await Promise.all([
      ayu.call(investors.remove, { params: { id } }),
      ayu.call(investments.create, { body: { investor_id: id, currency: 'USD' } }),
    ])
    expect([removed.status, added.status].sort()).toEqual(removed.status === 204 ? [204, 404] : [201, 409])
  }
})

test('the ticket is an amount of the preferred currency', async () => {
  const ayu = await signUp()
  const { id } = await addInvestor(ayu)
  const params = { id }
  const change = (body: object) => ayu.call(investors.update, { params, body: { version: 1, ...body } })
  expect((await change({ ticket_min: '5' })).problem.errors).toMatchObject([{ path: 'preferred_currency' }])
  const jpy = { preferred_currency: 'JPY', ticket_min: '1.5', ticket_max: '2.25' }
  expect((await change(jpy)).problem.errors).toMatchObject([
    { path: 'ticket_min', message: 'must have no decimals in JPY' },
    { path: 'ticket_max' },
  ])
  const turned = { preferred_currency: 'KWD', ticket_min: '999999999999.002', ticket_max: '999999999999.001' }
  expect((await change(turned)).problem.errors).toMatchObject([{ path: 'ticket_max' }])
  const kwd = { preferred_currency: 'KWD', ticket_min: '0.001', ticket_max: '999999999999.002' }
  expect(made(await change(kwd))).toMatchObject({ ticket_min: '0.001', ticket_max: '999999999999.002' })
})

test('renaming an investor renames its investments with automatic titles', async () => {
  const ayu = await signUp()
  const { id } = await addInvestor(ayu, { name: 'Old name' })
  const automatic = await addInvestment(ayu, { investor_id: id })
  const own = await addInvestment(ayu, { investor_id: id, title: 'My deal' })
  expect(automatic.title).toBe('Old name')
  await ayu.call(investors.update, { params: { id }, body: { version: 1, name: 'New name' } })
  const title = async (investment: string) =>
    made(await ayu.call(investments.get, { params: { id: investment } })).title
  expect(await title(automatic.id)).toBe('New name')
  expect(await title(own.id)).toBe('My deal')
})

describe('the list', () => {
  test('is searched, filtered and sorted, with each row on exactly one page', async () => {
    const ayu = await signUp()
    const [tag] = [made(await ayu.call(tags.create, { body: { name: 'VIP' } }))]
    const stages = made(await ayu.call(investmentStages.list)).data
    const types = made(await ayu.call(investorTypes.list)).data
    const me = made(await ayu.call(users.profile)).id
    const entity = types.find(({ kind }) => kind === 'entity')!
    const zoe = await addInvestor(ayu, { name: 'Zoë', tag_ids: [tag.id], city: 'São Paulo', country: 'BR' })
    await addInvestor(ayu, {
      name: 'émile',
      kind: 'entity',
      investor_type_id: entity.id,
      preferred_stage_ids: [stages[0]!.id],
      owner_user_id: me,
    })
    await addInvestor(ayu, { name: 'Adam', next_follow_up_on: '2026-01-01', contact: { phone: '0811222333' } })
    expect(await names(ayu)).toEqual(['Adam', 'émile', 'Zoë'])
    expect(await names(ayu, { sort: '-name' })).toEqual(['Zoë', 'émile', 'Adam'])
    expect(await names(ayu, { q: 'EMI' })).toEqual(['émile'])
    expect(await names(ayu, { q: 'sao zo' })).toEqual(['Zoë'])
    expect(await names(ayu, { q: 'IV-0002' })).toEqual(['émile'])
    expect(await names(ayu, { q: '%' })).toEqual([])
    expect(await names(ayu, { kind: 'entity' })).toEqual(['émile'])
    expect(await names(ayu, { investor_type_id: entity.id })).toEqual(['émile'])
    expect(await names(ayu, { stage_id: stages[0]!.id })).toEqual(['émile'])
    expect(await names(ayu, { owner_user_id: me })).toEqual(['émile'])
    expect(await names(ayu, { tag_id: tag.id })).toEqual(['Zoë'])
    expect(await names(ayu, { country: 'BR,US' })).toEqual(['Zoë'])
    expect(await names(ayu, { follow_up: 'due' })).toEqual(['Adam'])
    const [contact] = made(await ayu.call(contacts.list)).data
    expect(await names(ayu, { contact_id: contact!.id })).toEqual(['Adam'])
    const exited = await statusOf(ayu, 'exited')
    await addInvestment(ayu, { investor_id: zoe.id, status_id: exited, committed_amount: '1' })
    expect(await names(ayu, { relationship: 'past' })).toEqual(['Zoë'])
    expect(await names(ayu, { relationship: 'prospect' })).toEqual(['Adam', 'émile'])
    expect(await names(ayu, { relationship: 'past,prospect' })).toHaveLength(3)
    expect(await names(ayu, { per_page: 2, page: 2 })).toEqual(['Zoë'])
    const { pagination } = made(await ayu.call(investors.list, { query: { per_page: 2 } }))
    expect(pagination).toEqual({ page: 1, per_page: 2, total: 3, total_pages: 2 })
  })
})

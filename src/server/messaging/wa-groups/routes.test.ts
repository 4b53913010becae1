// WhatsApp groups over HTTP: loaded from the simulated phone, imported, searched, deleted, and their members.
import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../../../contract/audit.ts'
import { contacts } from '../../../contract/contacts.ts'
import { erasures } from '../../../contract/erasures.ts'
import { investors } from '../../../contract/investors.ts'
import { waGroups } from '../../../contract/wa-groups.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import type { Caller } from '../../test/app.ts'
import { connectPhone, session, testEngine } from '../../test/engine.ts'
import { addInvestor, made } from '../../test/records.ts'
import { until } from '../../test/until.ts'

const { signUp, start } = await testEngine({ keepsSessions: true })

const canggu = 'Investor Villa Canggu'
const admins = 'Pengumuman RUPS (hanya admin)'
let person: Caller
let id: string

beforeAll(async () => {
  start()
  person = await signUp()
  id = await connectPhone(person)
})

const list = async (query = {}) => made(await person.call(waGroups.ofSession, { params: { id }, query }))
const asked = () =>
  until('the groups', list, ({ refreshed_at, is_refreshing }) => refreshed_at !== null && !is_refreshing)
const imported = async (query = {}) => made(await person.call(waGroups.imported, { query }))
async function bring(...names: string[]) {
  const { groups } = await asked()
  const wanted = groups.filter(({ name }) => names.includes(name))
  return made(
    await person.call(waGroups.importGroups, {
      body: { groups: wanted.map(({ wa_id }) => ({ session_id: id, wa_id })) },
    }),
  )
}
async function only(name: string) {
  return (await bring(name)).groups[0]!
}

describe('the groups of a session', () => {
  test('are listed once it is connected, with the right to post', async () => {
    const { groups, pagination, failure } = await asked()
    expect(groups.map(({ name }) => name)).toEqual([
      'Arisan Pemodal Jakarta Selatan',
      canggu,
      'Kabar Proyek Ubud',
      admins,
    ])
    expect(groups[1]).toEqual({
      wa_id: '120363000000000001@g.us',
      name: canggu,
      participants_count: 24,
      can_post: true,
      imported: false,
    })
    expect(groups[3]).toMatchObject({ name: admins, can_post: false })
    expect(pagination).toEqual({ page: 1, per_page: 20, total: 4, total_pages: 1 })
    expect(failure).toBeNull()
  })

  test('are paginated, and searched by name', async () => {
    await asked()
    expect((await list({ page: 2, per_page: 3 })).groups.map(({ name }) => name)).toEqual([admins])
    expect((await list({ name: 'VÍLLA' })).groups.map(({ name }) => name)).toEqual([canggu])
    expect((await list({ name: 'x' })).pagination.total).toBe(0)
  })

  test('are refreshed on demand, and not by reads within ten minutes', async () => {
    const { refreshed_at } = await asked()
    expect((await list()).is_refreshing).toBe(false)
    expect((await person.call(waGroups.refresh, { params: { id } })).body).toMatchObject({ is_refreshing: true })
    const after = await asked()
    expect(Date.parse(after.refreshed_at!)).toBeGreaterThan(Date.parse(refreshed_at!))
  })

  test('of a disconnected session are not refreshed, and a request says why', async () => {
    const other = await signUp()
    const off = made(await other.call(waSessions.list)).data[0]!.id
    const params = { id: off }
    expect(made(await other.call(waGroups.ofSession, { params }))).toEqual({
      groups: [],
      pagination: { page: 1, per_page: 20, total: 0, total_pages: 0 },
      refreshed_at: null,
      is_refreshing: false,
      failure: null,
    })
    expect((await other.call(waGroups.refresh, { params })).problem).toMatchObject({
      code: 'state_conflict',
      detail: expect.stringMatching(/not connected/),
    })
  })

  test('are deleted when the phone is logged out, except imported ones', async () => {
    const other = await signUp()
    const theirs = await connectPhone(other)
    const params = { id: theirs }
    const look = async () => made(await other.call(waGroups.ofSession, { params }))
    const { groups } = await until('the groups', look, ({ refreshed_at }) => refreshed_at !== null)
    const [first] = groups
    await other.call(waGroups.importGroups, { body: { groups: [{ session_id: theirs, wa_id: first!.wa_id }] } })
    await other.call(waSessions.logout, { params })
    await until(
      'the log-out',
      () => session(other, theirs),
      ({ phone_number }) => phone_number === null,
    )
    expect(await look()).toMatchObject({ groups: [{ wa_id: first!.wa_id }], refreshed_at: null })
    expect(made(await other.call(waGroups.imported)).groups).toMatchObject([{ wa_id: first!.wa_id }])
  })
})

describe('imported groups', () => {
  test('importing again updates the group', async () => {
    const first = await bring(canggu, admins)
    expect(first.added + first.updated).toBe(2)
    const again = await bring(canggu, admins)
    expect(again).toMatchObject({ added: 0, updated: 2 })
    expect(again.groups.map((group) => group.id)).toEqual(first.groups.map((group) => group.id))
    expect((await imported()).groups.filter(({ name }) => name === canggu)).toHaveLength(1)
    expect((await list({ name: canggu })).groups[0]!.imported).toBe(true)
  })

  test('twenty concurrent imports of the same group create one', async () => {
    const { groups } = await asked()
    const wa_id = groups.find(({ name }) => name.startsWith('Arisan'))!.wa_id
    const body = { groups: [{ session_id: id, wa_id }] }
    const answers = await Promise.all(Array.from({ length: 20 }, () => person.call(waGroups.importGroups, { body })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ body: { added } }) => added === 1)).toHaveLength(1)
    expect((await imported({ name: 'arisan' })).groups).toHaveLength(1)
  })

  test('the response lists groups, twenty per page, searched by name', async () => {
    await bring(canggu, admins)
    const answer = await imported({ name: 'rups' })
    expect(Object.keys(answer)).toEqual(['groups', 'pagination'])
    expect(answer.pagination).toEqual({ page: 1, per_page: 20, total: 1, total_pages: 1 })
    expect(answer.groups).toEqual([
      {
        id: expect.any(String),
        session_id: id,
        session_name: 'WhatsApp',
        session_driver: 'simulator',
        wa_id: '120363000000000004@g.us',
        name: admins,
        participants_count: 208,
        contact_count: 0,
        can_post: false,
        reason: 'may_not_post',
        imported_at: expect.any(String),
        refreshed_at: expect.any(String),
      },
    ])
  })

  test('names and sizes come from the phone, and unknown groups cannot be imported', async () => {
    const { wa_id } = (await asked()).groups[0]!
    const named = { groups: [{ session_id: id, wa_id, name: 'Mine' }] } as never
    expect((await person.call(waGroups.importGroups, { body: named })).status).toBe(400)
    const body = {
      groups: [
        { session_id: id, wa_id },
        { session_id: id, wa_id: '120363999999999999@g.us' },
      ],
    }
    expect(await person.call(waGroups.importGroups, { body })).toMatchObject({
      status: 404,
      problem: { errors: [{ path: 'groups' }] },
    })
    expect((await person.call(waGroups.importGroups, { body: { groups: [] } })).status).toBe(400)
  })

  test('a removed group is hidden, and returns with Undo or another import', async () => {
    const group = await only('Kabar Proyek Ubud')
    const params = { id: group.id }
    const gone = async () => (await imported({ name: 'Ubud' })).pagination.total === 0
    expect((await person.call(waGroups.remove, { params })).status).toBe(204)
    expect(await gone()).toBe(true)
    const [removal] = made(await person.call(audit.list, { query: {} })).data
    expect(removal).toMatchObject({ action: 'record_deleted', target: { kind: 'wa_group', name: group.name } })
    expect((await person.call(waGroups.remove, { params })).status).toBe(404)
    expect((await person.call(waGroups.get, { params })).status).toBe(404)
    expect((await list({ name: 'Ubud' })).groups[0]!.imported).toBe(false)
    for (let press = 0; press < 2; press++) expect(made(await person.call(waGroups.restore, { params }))).toEqual(group)
    await person.call(waGroups.remove, { params })
    expect(await bring('Kabar Proyek Ubud')).toMatchObject({ added: 1, groups: [{ id: group.id }] })
  })

  test('of a removed session are marked', async () => {
    const other = await signUp()
    const theirs = await connectPhone(other)
    const look = async () => made(await other.call(waGroups.ofSession, { params: { id: theirs } }))
    const { groups } = await until('the groups', look, ({ refreshed_at }) => refreshed_at !== null)
    const body = { groups: groups.map(({ wa_id }) => ({ session_id: theirs, wa_id })) }
    await other.call(waGroups.importGroups, { body })
    expect((await other.call(waSessions.remove, { params: { id: theirs } })).status).toBe(204)
    const after = made(await other.call(waGroups.imported)).groups
    expect(after).toHaveLength(4)
    for (const group of after) expect(group).toMatchObject({ can_post: false, reason: 'session_removed' })
    expect((await other.call(waGroups.importGroups, { body })).status).toBe(404)
  })
})

test('a group shows which members are contacts and which investors are missing', async () => {
  const group = await only(canggu)
  const params = { id: group.id }
  const inside = await addInvestor(person, { name: 'Ayu', contact: { phone: '0812 5550 1003' } } as never)
  const outside = await addInvestor(person, { name: 'Zed', contact: { phone: '0812 9999 8888' } } as never)
  const lone = await addInvestor(person, { name: 'Made', contact: {} } as never)
  await addInvestor(person, { name: 'Not to be asked', do_not_contact: true })
  const archived = await addInvestor(person, { name: 'Of long ago' })
  await person.call(investors.update, { params: { id: archived.id }, body: { version: 1, is_archived: true } })
  await person.call(contacts.create, { body: { name: 'Budi', phone: '+6281255501010' } })

  const { data, pagination } = made(await person.call(waGroups.members, { params }))
  expect(pagination.total).toBe(23)
  expect(data.slice(0, 3)).toEqual([
    {
      address: '+6281255501003',
      phone_text: '+62 812 5550 1003',
      contact: { id: inside.contacts[0]!.id, name: 'Ayu' },
      investors: [{ id: inside.id, name: 'Ayu' }],
    },
    expect.objectContaining({ contact: expect.objectContaining({ name: 'Budi' }), investors: [] }),
    { address: '+6281255501001', phone_text: '+62 812 5550 1001', contact: null, investors: [] },
  ])
  const last = made(await person.call(waGroups.members, { params, query: { page: 2, per_page: 22 } })).data
  expect(last).toMatchObject([{ address: expect.stringMatching(/@lid$/), phone_text: null, contact: null }])
  expect(made(await person.call(waGroups.get, { params })).contact_count).toBe(2)

  const missing = made(await person.call(waGroups.missingInvestors, { params }))
  expect(missing.data.map(({ id: investor, contacts: people }) => [investor, people.map(({ name }) => name)])).toEqual([
    [lone.id, expect.any(Array)],
    [outside.id, ['Zed']],
  ])
  expect(missing.pagination.total).toBe(2)
})

test('an erased member is not listed again while they stay in the group', async () => {
  const group = await only(canggu)
  const members = async () => made(await person.call(waGroups.members, { params: { id: group.id } }))
  const { data, pagination } = await members()
  const { address } = data.find(({ contact, address: key }) => contact === null && key.startsWith('+'))!
  const contact = made(await person.call(contacts.create, { body: { name: 'Rahmat', phone: address } }))
  const erased = await person.call(erasures.create, { body: { contact_id: contact.id, confirmation: 'Rahmat' } })
  expect(erased.status).toBe(201)
  const before = (await asked()).refreshed_at
  await person.call(waGroups.refresh, { params: { id } })
  await until('newer groups', list, ({ refreshed_at }) => refreshed_at !== null && refreshed_at > before!)
  expect((await members()).pagination.total).toBe(pagination.total - 1)
  expect((await imported()).groups.find((each) => each.id === group.id)?.participants_count).toBe(
    group.participants_count,
  )
  // Once a contact has the number again, the member's data may be stored.
  await person.call(contacts.create, { body: { name: 'Rahmat', phone: address } })
  const then = (await asked()).refreshed_at
  await person.call(waGroups.refresh, { params: { id } })
  await until('newer groups', list, ({ refreshed_at }) => refreshed_at !== null && refreshed_at > then!)
  expect((await members()).pagination.total).toBe(pagination.total)
})

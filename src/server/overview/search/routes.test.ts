// Global search over HTTP: matches, ranking, tenant isolation.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { investors } from '../../../contract/investors.ts'
import { offerings } from '../../../contract/offerings.ts'
import { search } from '../../../contract/search.ts'
import { templates } from '../../../contract/templates.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant, openDatabase, refreshStatistics } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, made } from '../../test/records.ts'
import { asOrganization } from '../../test/sums.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { everywhere } from './service.ts'

const { signUp, database } = await testApp()

/** `{ contact: ['Budi'] }`, kinds in their order. */
async function found(caller: Caller, q: string) {
  const { data } = made(await caller.call(search.everywhere, { query: { q } }))
  return Object.fromEntries(data.map(({ kind, results }) => [kind, results.map(({ name }) => name)]))
}

async function addContacts(caller: Caller, ...people: (string | { name: string; phone?: string; company?: string })[]) {
  for (const body of people)
    made(await caller.call(contacts.create, { body: typeof body === 'string' ? { name: body } : body }))
}

describe('contacts', async () => {
  const caller = await signUp()
  await addContacts(
    caller,
    { name: 'Émile Zola', company: 'Café Santé' },
    { name: 'Budi Santoso', phone: '0812 3450 001' },
    { name: 'Sudibudi Jaya', phone: '+65 8123 4567' },
    { name: 'Agus Budiman' },
    { name: '100% Sure_Thing' },
    { name: 'Li Wei' },
    { name: '李小明' },
  )

  test.each([
    // Ranked: name starts with it, then a word does, then any part.
    ['budi', ['Budi Santoso', 'Agus Budiman', 'Sudibudi Jaya']],
    ['BUDI', ['Budi Santoso', 'Agus Budiman', 'Sudibudi Jaya']],
    ['emile', ['Émile Zola']],
    ['ÉMILE', ['Émile Zola']],
    ['cafe', ['Émile Zola']],
    ['ante', ['Émile Zola']],
    ['santoso budi', ['Budi Santoso']],
    ['  budi   santoso ', ['Budi Santoso']],
    // One or two characters match at the start only; next to a longer word also at word starts.
    ['b', ['Budi Santoso']],
    ['wei li', ['Li Wei']],
    ['ja sudi', ['Sudibudi Jaya']],
    ['李', ['李小明']],
    ['小明', undefined],
    ['0812 345', ['Budi Santoso']],
    ['+62812345', ['Budi Santoso']],
    ['812345', ['Budi Santoso', 'Sudibudi Jaya']],
    ['62812', ['Budi Santoso']],
    ['(0812) 345-0001', ['Budi Santoso']],
    ['450001', ['Budi Santoso']],
    ['4567', ['Sudibudi Jaya']],
    // No character is a wildcard.
    ['100%', ['100% Sure_Thing']],
    ['sure_', ['100% Sure_Thing']],
    ['b_di', undefined],
    ['%%%', undefined],
    ['％％％', undefined],
    ['nobody', undefined],
  ])('%s', async (q, names) => {
    expect((await found(caller, q)).contact).toEqual(names)
  })

  test('phone numbers are formatted', async () => {
    const { data } = made(await caller.call(search.everywhere, { query: { q: 'budi santoso' } }))
    expect(data).toMatchObject([
      { kind: 'contact', results: [{ name: 'Budi Santoso', phone_text: '+62 812 3450 001' }] },
    ])
  })
})

test('a long name is found by its start and by its end', async () => {
  const caller = await signUp()
  const name = `${'Raden Mas '.repeat(15)}Ontosoroh`
  await addContacts(caller, name)
  for (const q of ['raden mas', name, 'ontosoroh', name.slice(0, 100)])
    expect((await found(caller, q)).contact, q).toEqual([name])
})

test('at most five of a kind, and whether there are more', async () => {
  const caller = await signUp()
  await addContacts(caller, 'Ani 1', 'Ani 2', 'Ani 3', 'Ani 4', 'Ani 5')
  const five = { kind: 'contact', has_more: false, results: Array(5).fill({}) }
  expect(made(await caller.call(search.everywhere, { query: { q: 'ani' } })).data).toMatchObject([five])
  await addContacts(caller, 'Rani')
  expect(made(await caller.call(search.everywhere, { query: { q: 'ani' } })).data).toMatchObject([
    { ...five, has_more: true },
  ])
})

test('a common word is searched among the latest changes, a rare one by the index', async () => {
  const caller = await signUp()
  await asOrganization(database, caller, ({ db, organization_id }) =>
    sql`insert into contacts (organization_id, name, company, created_at, updated_at)
      select ${organization_id}::uuid, 'Person ' || n, case when n = 7 then 'Tamarind' else 'Quetzal' end, now() - n * interval '1 day', now() - n * interval '1 day'
      from generate_series(1, 400) n
      union all select ${organization_id}::uuid, 'Elder', 'Tamarind', now() - interval '2 years', now() - interval '2 years'`.execute(
      db,
    ),
  )
  expect((await found(caller, 'quetzal')).contact).toHaveLength(5)
  expect((await found(caller, 'uetzal')).contact).toHaveLength(5)
  expect((await found(caller, 'tamarind')).contact).toEqual(['Elder', 'Person 7'])
  expect((await found(caller, 'amarind')).contact).toEqual(['Elder', 'Person 7'])

  // Without an index that row-level security permits, all rows would be read.
  await refreshStatistics(database, ['contacts'])
  await asOrganization(database, caller, async ({ db, organization_id }) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from contacts where organization_id = ${organization_id} and deleted_at is null
        and name_key >= 'person 3' and name_key < 'person 4'`.execute(db)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Cond: .*name_key >= /)
  })
})

describe('all kinds', async () => {
  const caller = await signUp()
  const investor = await addInvestor(caller, { name: 'Nusantara Capital', kind: 'entity', city: 'Bandung' })
  const archived = await addInvestor(caller, { name: 'Nusa Lama' })
  made(
    await caller.call(investors.update, {
      params: { id: archived.id },
      body: { version: archived.version, is_archived: true },
    }),
  )
  const offering = made(
    await caller.call(offerings.create, { body: { name: 'Villa Canggu', currency: 'IDR', state: 'closed' } }),
  )
  await addInvestment(caller, {
    ...{ investor_id: investor.id, offering_id: offering.id, currency: 'IDR', expected_amount: '12500000000.00' },
  })
  made(await caller.call(templates.create, { body: { name: 'Villa news', body: 'Hi' } }))
  made(await caller.call(broadcastGroups.create, { body: { name: 'Friends of the villa' } }))
  const session_id = made(await caller.call(waSessions.list)).data[0]!.id
  made(
    await caller.call(broadcasts.create, {
      body: { name: 'The villa is open', session_id, body: 'Hi', audience: {} },
    }),
  )

  test('are searched together, the best match first', async () => {
    expect(await found(caller, 'villa')).toEqual({
      offering: ['Villa Canggu'],
      template: ['Villa news'],
      investment: ['Nusantara Capital – Villa Canggu'],
      broadcast: ['The villa is open'],
      broadcast_group: ['Friends of the villa'],
    })
    expect(Object.keys(await found(caller, 'villa'))[0]).toBe('offering')
    expect(Object.keys(await found(caller, 'nusantara'))).toEqual(['investor', 'investment'])
  })

  test.each(['IV-0001', 'iv-0001'])('an investor by its code %s', async (q) => {
    expect(await found(caller, q)).toEqual({ investor: ['Nusantara Capital'] })
  })

  test.each(['INV-0001', '12500000000', '12.500.000.000', '12,500,000,000.00', '12 500 000 000'])(
    'an investment by its reference or amount %s',
    async (q) => {
      expect(await found(caller, q)).toEqual({ investment: ['Nusantara Capital – Villa Canggu'] })
    },
  )

  test('archived investors and closed offerings are marked', async () => {
    const { data } = made(await caller.call(search.everywhere, { query: { q: 'nusa' } }))
    expect(data[0]).toMatchObject({
      kind: 'investor',
      results: [
        { name: 'Nusa Lama', state: 'archived' },
        { name: 'Nusantara Capital', code: 'IV-0001', state: null, details: ['Bandung'] },
      ],
    })
    const closed = made(await caller.call(search.everywhere, { query: { q: 'villa c' } }))
    expect(closed.data[0]).toMatchObject({ kind: 'offering', results: [{ state: 'closed', currency: 'IDR' }] })
  })

  test('an investment shows its amount and status', async () => {
    const { data } = made(await caller.call(search.everywhere, { query: { q: 'inv-0001' } }))
    expect(data[0]!.results[0]).toMatchObject({
      amount: '12500000000.00',
      currency: 'IDR',
      status: { name: 'Prospect' },
    })
  })
})

test('deleted records are not found', async () => {
  const caller = await signUp()
  const { id } = made(await caller.call(contacts.create, { body: { name: 'Gone Person' } }))
  await caller.call(contacts.remove, { params: { id } })
  expect(await found(caller, 'gone')).toEqual({})
})

test('records of other organizations are not found', async () => {
  const [owner, stranger] = [await signUp(), await signUp()]
  await addContacts(owner, { name: 'CANARY', phone: '+62 812 3450 001' })
  const investor = await addInvestor(owner, { name: 'CANARY' })
  await addInvestment(owner, { investor_id: investor.id, title: 'CANARY', committed_amount: '77' })
  made(await owner.call(templates.create, { body: { name: 'CANARY', body: 'Hi' } }))
  for (const q of ['canary', 'c', 'anar', '0812', '77', 'INV-0001', 'IV-0001'])
    expect(await found(stranger, q), q).toEqual({})
  expect(Object.keys(await found(owner, 'canary'))).toHaveLength(4)
})

test.each([
  ['', 'q'],
  ['   ', 'q'],
  ['x'.repeat(201), 'q'],
  ['a\u0000b', 'q'],
])('%j is rejected', async (q, path) => {
  const caller = await signUp()
  const { status, problem } = await caller.call(search.everywhere, { query: { q } })
  expect(status).toBe(400)
  expect(problem.errors?.[0]?.path).toBe(path)
})

test.each(["'", '"', '\\', '(', '*:*', '[a-z]+', 'ı İ', 'ß', 'a b c d e f g h i j', '٠٨١٢', '$1 -- ', '{}'])(
  '%s is only a text',
  async (q) => {
    const caller = await signUp()
    expect(await found(caller, q)).toEqual({})
  },
)

test('a connection caches the plans of the most frequent searches only', async () => {
  const organization_id = organizationOf(await signUp())
  const one = openDatabase(database.connection, { poolSize: 1 })
  const words = ['b', 'budi', 'budi santoso', 'budi s', 'a budi', 'budi maju jaya', 'a b c d e f', 'budi a b']
  for (const q of [...words, '0812345678', '+6281', '1500', '1.500', 'ab 1500', '12', 'agus santosa'])
    await inTenant(one, { organization_id }, (tenant) => everywhere(tenant, q))
  const kept = await inTenant(one, { organization_id }, ({ db }) =>
    sql`select from pg_prepared_statements where statement like '%every_kind%'`.execute(db),
  )
  await one.close()
  expect(kept.rows).toHaveLength(5)
})

// Sample data over HTTP: added and removed with one request each, and nothing else changes.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { broadcasts } from '../../contract/broadcasts.ts'
import { ContactInput, contacts } from '../../contract/contacts.ts'
import { dashboard } from '../../contract/dashboard.ts'
import { home } from '../../contract/home.ts'
import { investments } from '../../contract/investments.ts'
import { InvestorInput, investors } from '../../contract/investors.ts'
import { notes } from '../../contract/notes.ts'
import { sampleData } from '../../contract/sample-data.ts'
import { tags } from '../../contract/tags.ts'
import { templates } from '../../contract/templates.ts'
import { waSessions } from '../../contract/wa-sessions.ts'
import { readPhone } from '../contacts/phone.ts'
import { inTenant } from '../db/index.ts'
import { claim } from '../engine/claims/queries.ts'
import { advanceBroadcasts } from '../engine/scheduler.ts'
import { faultsOf } from '../investments/rules.ts'
import { type Caller, testApp } from '../test/app.ts'
import { quiet } from '../test/engine.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../test/records.ts'
import { holdOpen, organizationOf, somebodyWaits } from '../test/two-at-once.ts'
import { contacts as people } from './contacts.ts'

const { signUp, database } = await testApp()
const add = async (ayu: Caller) => made(await ayu.call(sampleData.add))
const investorNamed = async (ayu: Caller, q: string) => made(await ayu.call(investors.list, { query: { q } })).data[0]!
const positionNamed = async (ayu: Caller, q: string) =>
  made(await ayu.call(investments.list, { query: { q } })).data[0]!

/** Row counts of all tables of the organization, and its counters. Requests themselves leave rows. */
async function rowsOf(ayu: Caller) {
  const organization_id = organizationOf(ayu)
  return await inTenant(database, { organization_id }, async ({ db }) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')
        and c.relname not in ('record_counts', 'record_changes', 'changed_parts', 'idempotency_keys') order by 1`.execute(
      db,
    )
    const counts: Record<string, unknown> = {}
    for (const { name } of tables) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(name)} where organization_id = ${organization_id}`.execute(db)
      counts[name] = rows[0]!.n
    }
    const { rows } = await sql`select kind, live from record_counts where live <> 0 order by 1`.execute(db)
    const numbers = await sql`select kind, last from record_numbers order by 1`.execute(db)
    return { ...counts, live: rows, numbers: numbers.rows }
  })
}

test('goes in as a whole and out without a trace', async () => {
  const ayu = await signUp()
  made(await ayu.call(templates.create, { body: { name: 'Quarterly update', body: 'My own' } }))
  const tag = made(await ayu.call(tags.create, { body: { name: 'vip' } }))
  made(await ayu.call(contacts.create, { body: { name: 'Mine', phone: people[0]!.phone, tag_ids: [tag.id] } }))
  const before = await rowsOf(ayu)
  expect(made(await ayu.call(sampleData.get))).toEqual({ added_at: null, can_add: true })

  expect(await add(ayu)).toEqual({ added_at: expect.any(String), can_add: false })
  const during = await rowsOf(ayu)
  const grown = Object.keys(during).filter((table) => during[table as never] !== before[table as never])
  for (const table of [
    'investors',
    'contacts',
    'investments',
    'transactions',
    'offerings',
    'exchange_rates',
    'templates',
    'broadcast_groups',
    'broadcasts',
    'recipients',
    'notes',
    'tags',
    'wa_messages',
    'investment_status_changes',
  ])
    expect(grown, table).toContain(table)

  expect(made(await ayu.call(sampleData.removal))).toMatchObject({
    own: [],
    own_count: 0,
    kept: { count: 0, names: [] },
  })
  expect((await ayu.call(sampleData.remove)).status).toBe(204)
  expect(await rowsOf(ayu)).toEqual(before)
  expect((await ayu.call(sampleData.remove)).status).toBe(204)
  // Added again.
  await add(ayu)
  expect(await rowsOf(ayu)).toEqual(during)
})

test.each(['ID', 'DE'])('reads like a real syndicate where the country is %s', async (country) => {
  const ayu = await signUp({ country })
  await add(ayu)
  const { needs, setup, counts } = made(await ayu.call(home.get))
  expect(new Set(needs.map(({ kind }) => kind))).toEqual(new Set(['reply', 'overdue', 'due', 'follow_up']))
  expect(counts.overdue).toBeGreaterThan(1)
  expect(setup).toMatchObject({ currency: false, records: false, whatsapp: false, template: false, broadcast: false })
  const board = made(await ayu.call(dashboard.get))
  for (const groups of [
    board.by_status,
    board.by_stage,
    board.by_type,
    board.by_country,
    board.offerings,
    board.top_investors,
  ])
    expect(groups.length).toBeGreaterThan(4)
  expect(board.months.length).toBeGreaterThan(9)
  const { data, pagination } = made(await ayu.call(investments.list, { query: { per_page: 200 } }))
  expect(pagination.total).toBe(data.length)
  expect(new Set(data.map(({ status }) => status.category)).size).toBe(6)
  expect(new Set(data.map(({ currency }) => currency)).size).toBe(5)
})

test('makes up no rates for a base that it does not know', async () => {
  const ayu = await signUp({ country: 'MN' })
  await add(ayu)
  const { needs } = made(await ayu.call(home.get))
  expect(needs.filter(({ kind }) => kind === 'rate_missing').map(({ key }) => key)).toEqual([
    'AED',
    'EUR',
    'IDR',
    'SGD',
    'USD',
  ])
})

test('its records pass the validation of the API', async () => {
  const ayu = await signUp()
  await add(ayu)
  const query = { per_page: 200 }
  for (const { phone } of people) expect(readPhone(phone, 'ID')).toEqual({ ok: true, phone, key: phone })
  for (const { name, email, language, time_zone, job_title } of made(await ayu.call(contacts.list, { query })).data)
    ContactInput.parse({ name, email, language, time_zone, job_title })
  for (const { name, kind, email, country, website, preferred_currency, ticket_min, ticket_max, type } of made(
    await ayu.call(investors.list, { query }),
  ).data)
    InvestorInput.parse({
      name,
      kind,
      email,
      country,
      website,
      preferred_currency,
      ticket_min,
      ticket_max,
      investor_type_id: type.id,
    })
  for (const position of made(await ayu.call(investments.list, { query })).data)
    expect(faultsOf({ ...position, valuation_cap: null }, position.status.category), position.title).toEqual([])
  for (const template of made(await ayu.call(templates.list)).data)
    made(
      await ayu.call(templates.update, {
        params: { id: template.id },
        body: { version: template.version, body: `${template.body} ` },
      }),
    )
})

test('a record added concurrently counts as the organization’s own', async () => {
  const ayu = await signUp()
  const organization_id = organizationOf(ayu)
  const commit = await holdOpen(database, organization_id, ({ db }) =>
    sql`insert into offerings (organization_id, name, kind, currency) values (${organization_id}, 'Mine', 'fund', 'USD')`.execute(
      db,
    ),
  )
  const asked = ayu.call(sampleData.add)
  await somebodyWaits(database)
  await commit()
  expect(await asked).toMatchObject({ status: 409, problem: { code: 'state_conflict' } })
  expect(made(await ayu.call(sampleData.get))).toEqual({ added_at: null, can_add: false })
})

test('two concurrent requests add one set', async () => {
  const ayu = await signUp()
  const [one, two] = await Promise.all([ayu.call(sampleData.add), ayu.call(sampleData.add)])
  expect([one.status, two.status]).toEqual([200, 200])
  expect(one.body).toEqual(two.body)
  expect(made(await ayu.call(investors.list)).pagination.total).toBe(23)
})

test('is refused where it would mix with money of one’s own', async () => {
  const ayu = await signUp()
  await addInvestor(ayu, { name: 'Ani' })
  expect(made(await ayu.call(sampleData.get))).toEqual({ added_at: null, can_add: false })
  const before = await rowsOf(ayu)
  expect(await ayu.call(sampleData.add)).toMatchObject({ status: 409, problem: { code: 'state_conflict' } })
  expect(await rowsOf(ayu)).toEqual(before)
})

async function withOwn() {
  const ayu = await signUp()
  await add(ayu)
  const wijaya = await investorNamed(ayu, 'Wijaya Family')
  const agus = await investorNamed(ayu, 'Agus')
  const villa = await positionNamed(ayu, 'Budi Santoso')
  const mine = await addInvestment(ayu, {
    investor_id: wijaya.id,
    title: 'My deal',
    currency: 'USD',
    committed_amount: '1000',
    status_id: await statusOf(ayu, 'committed'),
  })
  await addTransaction(ayu, mine.id, { amount: '250' })
  await addTransaction(ayu, villa.id, { amount: '777' })
  made(await ayu.call(notes.create, { body: { body: 'Call him', investor_id: agus.id } }))
  const { version } = made(await ayu.call(investors.get, { params: { id: agus.id } }))
  made(await ayu.call(investors.update, { params: { id: agus.id }, body: { version, city: 'Solo' } }))
  const ani = await addInvestor(ayu, { name: 'Ani' })
  return { ayu, wijaya, agus, villa, mine, ani }
}

test('records added to it are reported, and kept with the sample records they refer to', async () => {
  const { ayu, wijaya, agus, villa, mine, ani } = await withOwn()
  const told = made(await ayu.call(sampleData.removal))
  expect(told.own).toEqual(
    expect.arrayContaining([
      { relation: 'investments', is_changed: false, count: 1, names: ['My deal'] },
      { relation: 'transactions', is_changed: false, count: 1, names: [] },
      { relation: 'notes', is_changed: false, count: 1, names: [] },
      { relation: 'investors', is_changed: true, count: 1, names: ['Agus Hartono'] },
    ]),
  )
  expect(told.kept.names).toEqual(expect.arrayContaining([wijaya.name, agus.name, 'Budi Santoso', 'Villa Canggu']))
  expect((await ayu.call(sampleData.remove)).status).toBe(204)
  const left = made(await ayu.call(investors.list)).data.map(({ name }) => name)
  expect(left.sort()).toEqual([agus.name, 'Ani', 'Budi Santoso', wijaya.name].sort())
  expect(made(await ayu.call(investments.get, { params: { id: mine.id } })).funded).toBe('250.00')
  // Its transactions are all kept, or the total would differ.
  expect(made(await ayu.call(investments.get, { params: { id: villa.id } })).funded).toBe('1500000777.00')
  expect(made(await ayu.call(investors.get, { params: { id: ani.id } })).name).toBe('Ani')
  expect(made(await ayu.call(sampleData.get))).toEqual({ added_at: null, can_add: false })
})

test('or removed as well, if the preview is still up to date', async () => {
  const { ayu, ani, agus } = await withOwn()
  const { own_count } = made(await ayu.call(sampleData.removal))
  made(await ayu.call(notes.create, { body: { body: 'Once more', investor_id: agus.id } }))
  const query = { own: 'remove', own_count: String(own_count) } as never
  expect(await ayu.call(sampleData.remove, { query })).toMatchObject({ status: 409 })
  const again = { own: 'remove', own_count: String(own_count + 1) } as never
  expect((await ayu.call(sampleData.remove, { query: again })).status).toBe(204)
  expect(made(await ayu.call(investors.list)).data.map(({ id }) => id)).toEqual([ani.id])
  expect(made(await ayu.call(investments.list)).data).toEqual([])
})

test('sample contacts get no messages from a real phone, neither in the review nor in the broadcast', async () => {
  const ayu = await signUp()
  await add(ayu)
  const { id: mine } = made(await ayu.call(contacts.create, { body: { name: 'Mine', phone: '+6281255541001' } }))
  const sessions = made(await ayu.call(waSessions.list)).data
  const draft = async (driver: string) => {
    const session = sessions.find((each) => each.driver === driver)!
    return made(
      await ayu.call(broadcasts.create, {
        body: { name: `Through ${driver}`, session_id: session.id, body: 'Halo', audience: { all_contacts: true } },
      }),
    ).id
  }
  const real = await draft('linked_device')
  const told = made(await ayu.call(broadcasts.preflight, { params: { id: real } }))
  expect(told).toMatchObject({
    reach: 1,
    left_out: expect.arrayContaining([expect.objectContaining({ reason: 'sample_data', count: 26 })]),
  })
  made(await ayu.call(broadcasts.send, { params: { id: real } }))
  await advanceBroadcasts(database, quiet)
  const { data } = made(await ayu.call(broadcasts.recipients, { params: { id: real }, query: { status: 'pending' } }))
  expect(data.map(({ contact_id }) => contact_id)).toEqual([mine])
  // The simulator sends to no one, so it is allowed there.
  const simulated = await draft('simulator')
  expect(made(await ayu.call(broadcasts.preflight, { params: { id: simulated } })).reach).toBe(27)

  // The session has switched to a real phone when the messages are due.
  made(await ayu.call(broadcasts.send, { params: { id: simulated } }))
  await advanceBroadcasts(database, quiet)
  const session = sessions.find(({ driver }) => driver === 'simulator')!
  await inTenant(database, { organization_id: organizationOf(ayu) }, ({ db }) =>
    sql`update wa_sessions set driver = 'linked_device' where id = ${session.id}`.execute(db),
  )
  const claimed = await inTenant(database, { organization_id: organizationOf(ayu) }, (tenant) =>
    claim(tenant, simulated, 100, new Date(Date.now() + 60_000).toISOString()),
  )
  expect(claimed.filter(({ refusal }) => refusal === null).map(({ contact_id }) => contact_id)).toEqual([mine])
  expect(claimed.filter(({ refusal }) => refusal === 'sample_data')).toHaveLength(26)
})

// Query plans of lists: a search uses its index, and a page of a filtered list the index of its order.
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import * as contacts from '../../records/contacts/service.ts'
import * as investments from '../../records/investments/service.ts'
import * as investors from '../../records/investors/service.ts'
import { seedMasterData } from '../../records/master-data/service.ts'
import { testDatabase } from '../../test/database.ts'
import { vacuum } from '../../test/vacuum.ts'
import { inTenant, type Tenant } from './index.ts'

const database = await testDatabase()

test('a search stays on its index after thousands of edits', async () => {
  const scope = await organization()
  await inTenant(database, scope, (tenant) =>
    write(
      tenant,
      sql`
    insert into contacts (organization_id, name, email, company)
    select current_organization(), 'Contact ' || n, 'person' || n || '@example.com', 'PT Maju ' || n from generate_series(1, 6000) n`,
    ),
  )
  await vacuum(database, ['contacts'])
  await inTenant(database, scope, async (tenant) => {
    const search = () => read(tenant, 'contacts', () => contacts.list(tenant, { q: 'maju 1234' }))
    // A prepared statement gets a generic plan after five executions.
    for (let nth = 0; nth < 8; nth++) await search()
    expect(await search()).toBeLessThan(100)
    await write(tenant, sql`update contacts set job_title = 'Edited', company = company || ' Edited'`)
    for (let nth = 0; nth < 8; nth++) await search()
    expect(await search()).toBeLessThan(100)
  })
})

test('a late page of a filtered list reads few rows beyond its own, from both ends', async () => {
  const scope = await organization()
  await inTenant(database, scope, async (tenant) => {
    await seedMasterData(tenant)
    await write(
      tenant,
      sql`
      insert into contacts (organization_id, name, company, consent)
      select current_organization(), 'C' || n, 'Company ' || n % 97, case when n % 3 = 0 then 'opted_in' else 'unknown' end
      from generate_series(1, 6000) n`,
    )
    await write(
      tenant,
      sql`
      insert into investors (organization_id, name, code, kind, investor_type_id)
      select current_organization(), 'V' || n, 'V' || n, case when n % 2 = 0 then 'entity' else 'individual' end,
        (select id from investor_types order by id limit 1) from generate_series(1, 6000) n`,
    )
    await write(
      tenant,
      sql`
      insert into investments (organization_id, reference, title, investor_id, status_id, currency, expected_amount)
      select current_organization(), 'I' || v.code, 'I', v.id, s.id, 'IDR', length(v.code)
      from investors v, lateral (select id from investment_statuses where category = 'prospect' order by id limit 1) s`,
    )
  })
  await vacuum(database, ['contacts', 'investors', 'investments', 'investment_statuses'])
  const lists = {
    contacts: (tenant: Tenant, page: number, per_page = 20) =>
      contacts.list(tenant, { consent: 'opted_in', sort: '-company', page, per_page }),
    investors: (tenant: Tenant, page: number, per_page = 20) =>
      investors.list(tenant, { kind: 'entity', sort: 'code', page, per_page }),
    investments: (tenant: Tenant, page: number, per_page = 20) =>
      investments.list(tenant, { category: ['prospect'], sort: '-expected_amount', page, per_page }),
  }
  for (const [table, list] of Object.entries(lists))
    await inTenant(database, scope, async (tenant) => {
      const { data, pagination } = await list(tenant, 40)
      expect(data, table).toHaveLength(20)
      const last = Math.ceil(pagination.total / 20)
      for (const page of [40, last - 20])
        expect(await read(tenant, table, () => list(tenant, page)), table).toBeLessThan(100)
      // All pages together are the list, whichever end they were read from.
      const all: string[] = []
      const end = Math.ceil(pagination.total / 200)
      for (let page = 1; page <= end + 1; page++) all.push(...(await list(tenant, page, 200)).data.map(({ id }) => id))
      expect(new Set(all).size, table).toBe(pagination.total)
      for (const page of [1, last / 2, last / 2 + 1, last].map(Math.ceil))
        expect((await list(tenant, page)).data.map(({ id }) => id)).toEqual(all.slice((page - 1) * 20, page * 20))
    })
})

const organization = async () =>
  await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()

const write = async (tenant: Tenant, statement: RawBuilder<unknown>) => {
  await statement.execute(tenant.db)
}

/** Number of rows that `work` fetched from the table; index-only scans fetch none. */
async function read(tenant: Tenant, table: string, work: () => Promise<unknown>): Promise<number> {
  const fetched = async () => {
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = ${table}`.execute(
      tenant.db,
    )
    return rows[0]!.read
  }
  const before = await fetched()
  await work()
  return (await fetched()) - before
}

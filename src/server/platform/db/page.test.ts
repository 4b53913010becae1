// A page of a list reads only its own rows, however many the organization has.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as contacts from '../../records/contacts/service.ts'
import * as investments from '../../records/investments/service.ts'
import * as investors from '../../records/investors/service.ts'
import { seedMasterData } from '../../records/master-data/service.ts'
import { testDatabase } from '../../test/database.ts'
import { vacuum } from '../../test/vacuum.ts'
import { inTenant, type Tenant } from './index.ts'

const database = await testDatabase()
const lists = {
  contacts: (tenant: Tenant) => contacts.list(tenant, {}),
  investors: (tenant: Tenant) => investors.list(tenant, {}),
  investments: (tenant: Tenant) => investments.list(tenant, {}),
}

test('a page reads few rows beyond its own', async () => {
  const scope = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  await inTenant(database, scope, async (tenant) => {
    await seedMasterData(tenant)
    const of = sql`select current_organization()`
    await sql`insert into contacts (organization_id, name) ${of}, 'C' || n from generate_series(1, 3000) n`.execute(
      tenant.db,
    )
    await sql`
      insert into investors (organization_id, name, code, kind, investor_type_id)
      ${of}, 'V' || n, 'V' || n, 'entity', (select id from investor_types limit 1) from generate_series(1, 3000) n`.execute(
      tenant.db,
    )
    await sql`
      insert into investments (organization_id, reference, title, investor_id, status_id, currency)
      ${of}, 'I' || v.code || n, 'I', v.id, s.id, 'IDR'
      from investors v, generate_series(1, 2) n, lateral (select id from investment_statuses order by id offset n limit 1) s`.execute(
      tenant.db,
    )
  })
  await vacuum(database, ['contacts', 'investors', 'investments', 'investment_statuses'])
  for (const [table, list] of Object.entries(lists)) {
    const read = await inTenant(database, scope, async (tenant) => {
      const rows = async () => {
        const { rows } = await sql<{ read: number }>`
          select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = ${table}`.execute(
          tenant.db,
        )
        return rows[0]!.read
      }
      // Warm-up: afterwards the page is cached and prepared statements have their plan.
      for (let nth = 0; nth < 8; nth++) await list(tenant)
      const before = await rows()
      expect((await list(tenant)).data).toHaveLength(20)
      return (await rows()) - before
    })
    expect(read, table).toBeLessThan(500)
  }
})

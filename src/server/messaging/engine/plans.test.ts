// Whatever the planner's statistics about an audience, the queries of a batch read no more rows than the batch.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant, refreshStatistics, type Tenant } from '../../platform/db/index.ts'
import { testApp } from '../../test/app.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { nextInTurn } from '../broadcasts/turns/queries.ts'
import * as claims from './claims/queries.ts'
import * as queries from './queries.ts'
import * as results from './results/queries.ts'

const { database, signUp } = await testApp()

test('the round robin, a claim and the completion check read no whole audience', async () => {
  const organization_id = organizationOf(await signUp())
  const scope = await inTenant(database, { organization_id }, async (tenant) => {
    const { id: session_id } = await tenant.db
      .selectFrom('wa_sessions')
      .select('id')
      .where('organization_id', '=', organization_id)
      .executeTakeFirstOrThrow()
    await sql`insert into contacts (organization_id, name, phone, phone_key)
      select ${organization_id}, 'Contact ' || n, p.phone, p.phone
      from generate_series(1, 2000) n, lateral (select '+62812' || (3000000 + n)::text as phone) p`.execute(tenant.db)
    const { id } = await tenant.db
      .insertInto('broadcasts')
      .values({ organization_id, session_id, name: 'News', body: 'Halo', all_contacts: true, status: 'sending' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const chosen = { id, session_id, all_contacts: true, source_broadcast_id: null, source_part: null }
    expect(await queries.freezeAudience(tenant, chosen)).toBe(2000)
    return { id, session_id }
  })
  const now = new Date(Date.now() + 60_000).toISOString()
  for (const counted of [false, true]) {
    // Right after an import, and after PostgreSQL's statistics were updated.
    if (counted) await refreshStatistics(database, ['recipients', 'contacts'])
    const read = async (ask: (tenant: Tenant) => Promise<unknown>) =>
      await inTenant(database, { organization_id }, async (tenant) => {
        const before = await rowsRead(tenant)
        expect(await ask(tenant)).toBeDefined()
        return (await rowsRead(tenant)) - before
      })
    expect(await read((tenant) => nextInTurn(tenant, scope.session_id, '', now))).toBeLessThan(10)
    expect(await read((tenant) => results.isBroadcastDone(tenant, scope))).toBeLessThan(10)
    // Found, and locked.
    expect(await read((tenant) => claims.claim(tenant, scope.id, 50, now))).toBeLessThan(110)
  }
})

/** Rows of recipients read by this connection; the counter may be reset between transactions. */
async function rowsRead(tenant: Tenant): Promise<number> {
  const { rows } = await sql<{ read: number }>`select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as read
    from pg_stat_xact_user_tables where relname = 'recipients'`.execute(tenant.db)
  return rows[0]!.read
}

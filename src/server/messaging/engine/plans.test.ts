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
  const { organization_id, session_id, broadcast_id } = await frozenAudience(2_000)
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
    expect(await read((tenant) => nextInTurn(tenant, session_id, '', now))).toBeLessThan(10)
    expect(await read((tenant) => results.isBroadcastDone(tenant, { id: broadcast_id, session_id }))).toBeLessThan(10)
    // Found, and locked.
    expect(await read((tenant) => claims.claim(tenant, broadcast_id, 50, now))).toBeLessThan(110)
  }
})

test('no hot statement leaves a setting to the next', async () => {
  const { organization_id, session_id, broadcast_id } = await frozenAudience(3)
  const now = new Date(Date.now() + 60_000).toISOString()
  await inTenant(database, { organization_id }, async (tenant) => {
    const usual = await settings(tenant)
    const run = async <T>(statement: Promise<T>) => {
      const result = await statement
      expect(await settings(tenant)).toEqual(usual)
      return result
    }
    const [claimed, ...others] = await run(claims.claim(tenant, broadcast_id, 50, now))
    const decision = { place: claimed!.place, wa_message_id: 'M1', text: 'Halo', reason: null }
    await run(queries.markSending(tenant, { session_id, fence: 1 } as never, [decision], 60_000))
    const deferred = others.map(({ place }) => ({ place, at: new Date(), reason: 'hours' }))
    await run(queries.deferRecipients(tenant, deferred))
    const rows = await run(claims.lockMessages(tenant, session_id, ['M1']))
    const outcome = { wa_message_id: 'M1', status: 'accepted', reason: null, retryable: null, inMs: 60_000 } as const
    await run(queries.applyOutcomes(tenant, rows, [outcome]))
    const moved = await run(claims.lockMessages(tenant, session_id, ['M1']))
    const receipt = { wa_message_id: 'M1', sent_at: new Date(), delivered_at: null, read_at: null }
    await run(queries.applyReceipts(tenant, moved, [{ status: 'sent', ...receipt }]))
    await run(queries.countMembers(tenant, [claimed!.id]))
    const { rows: states } = await sql`select status from recipients order by wa_message_id`.execute(tenant.db)
    expect(states).toEqual([{ status: 'sent' }, { status: 'pending' }, { status: 'pending' }])
  })
})

async function settings(tenant: Tenant) {
  const { rows } = await sql`select name, setting from pg_settings where name like 'enable_%' order by name`.execute(
    tenant.db,
  )
  return rows
}

/** Rows of recipients read by this connection; the counter may be reset between transactions. */
async function rowsRead(tenant: Tenant): Promise<number> {
  const { rows } = await sql<{ read: number }>`select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as read
    from pg_stat_xact_user_tables where relname = 'recipients'`.execute(tenant.db)
  return rows[0]!.read
}

/** A broadcast that is being sent to so many contacts. */
async function frozenAudience(count: number) {
  const organization_id = organizationOf(await signUp())
  return await inTenant(database, { organization_id }, async (tenant) => {
    const { id: session_id } = await tenant.db
      .selectFrom('wa_sessions')
      .select('id')
      .where('organization_id', '=', organization_id)
      .executeTakeFirstOrThrow()
    await sql`insert into contacts (organization_id, name, phone, phone_key)
      select ${organization_id}, 'Contact ' || n, p.phone, p.phone
      from generate_series(1, ${count}::int) n, lateral (select '+62812' || (3000000 + n)::text as phone) p`.execute(
      tenant.db,
    )
    const { id } = await tenant.db
      .insertInto('broadcasts')
      .values({ organization_id, session_id, name: 'News', body: 'Halo', all_contacts: true, status: 'sending' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const chosen = { id, session_id, all_contacts: true, source_broadcast_id: null, source_part: null }
    expect(await queries.freezeAudience(tenant, chosen)).toBe(count)
    return { organization_id, session_id, broadcast_id: id }
  })
}

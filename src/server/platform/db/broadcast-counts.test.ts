// The delta table of broadcast counts equals counting the rows, during concurrent writes, rollbacks and folding.
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { recipientStatuses } from '../../../contract/broadcasts.ts'
import { organizationUsage } from '../../identity/account/queries.ts'
import { reasons } from '../../messaging/broadcasts/recipients/queries.ts'
import * as shown from '../../messaging/broadcasts/rows/queries.ts'
import { funnel } from '../../overview/dashboard/queries.ts'
import { testDatabase } from '../../test/database.ts'
import { failOnLockWait, holdOpen } from '../../test/two-at-once.ts'
import { type Chance, chance } from '../../test/world.ts'
import { foldCounts } from './broadcast-counts.ts'
import { inReadOnlyTenant, inTenant, type Tenant } from './index.ts'

/** A log that turns errors into failures. */
const throwing = {
  error: ({ err }: { err?: unknown }) => {
    throw err
  },
}
const database = await testDatabase()

async function newScope(broadcasts: number, recipients: number) {
  const scope = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const ids = await inTenant(database, scope, async (tenant) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(tenant.db)
    await run(
      sql`insert into wa_sessions (organization_id, name, driver) values (${scope.organization_id}, 'Phone', 'simulator')`,
    )
    await run(sql`insert into contacts (organization_id, name)
      select ${scope.organization_id}, 'C' || n from generate_series(1, ${recipients}::int) n`)
    await run(sql`insert into broadcasts (organization_id, session_id, name, body, status, started_at)
      select organization_id, id, 'B' || n, 'Halo', 'sending', now() from wa_sessions, generate_series(1, ${broadcasts}::int) n`)
    await add(tenant, recipients)
    await run(sql`insert into broadcast_contacts (organization_id, broadcast_id, contact_id, excluded)
      select b.organization_id, b.id, c.id, c.name like '%1' from broadcasts b, contacts c`)
    return await idsOf(tenant)
  })
  return { scope, ids }
}

const idsOf = async ({ db }: Tenant) =>
  (
    await sql<{
      id: string
    }>`select id from broadcasts where organization_id = current_organization() order by id`.execute(db)
  ).rows.map(({ id }) => id)

/** Adds recipients to each broadcast. */
const add = ({ db }: Tenant, recipients: number) =>
  sql`
  insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key)
  select b.organization_id, b.id, b.session_id, 'R' || n, '+62', gen_random_uuid()
  from broadcasts b, generate_series(1, ${recipients}::int) n where b.organization_id = current_organization()`.execute(
    db,
  )

/** Changes some recipients that no other transaction has locked, to any status: receipts arrive in any order. */
const changed = (tenant: Tenant, broadcast: string, status: string, reason: string | null, most: number) =>
  sql`
  update recipients set status = ${status}::recipient_status, reason = ${reason}, wa_message_id = coalesce(wa_message_id, id::text),
    due_at = case when ${status} = 'pending' then now() end,
    decide_at = case when ${status} in ('sending', 'accepted', 'unknown') then now() end
  where id = any (${some(broadcast, most)})`.execute(tenant.db)
const some = (broadcast: string, most: number) => sql`array(
  select id from recipients where organization_id = current_organization() and broadcast_id = ${broadcast}
  order by md5(id::text || clock_timestamp()::text) limit ${most} for update skip locked)`

const writes: ((tenant: Tenant, broadcast: string, random: Chance) => Promise<unknown>)[] = [
  ...Array.from(
    { length: 4 },
    () =>
      async (tenant: Tenant, broadcast: string, { one, below }: Chance) =>
        await changed(
          tenant,
          broadcast,
          one(recipientStatuses),
          one([null, null, 'hours', 'unconfirmed']),
          1 + below(6),
        ),
  ),
  (tenant, broadcast, { below }) =>
    sql`
    update recipients set replied_at = case when replied_at is null then now() end where id = any (${some(broadcast, 1 + below(4))})`.execute(
      tenant.db,
    ),
  (tenant, _, { below }) => add(tenant, below(3)),
  (tenant, broadcast) => sql`delete from recipients where id = any (${some(broadcast, 2)})`.execute(tenant.db),
  (tenant, broadcast) =>
    sql`
    update broadcast_contacts set excluded = not excluded where broadcast_id = ${broadcast} and contact_id = any (array(
      select contact_id from broadcast_contacts where broadcast_id = ${broadcast} limit 1 for update skip locked))`.execute(
      tenant.db,
    ),
  (tenant, broadcast) =>
    sql`
    delete from broadcast_contacts where broadcast_id = ${broadcast} and contact_id = any (array(
      select contact_id from broadcast_contacts where broadcast_id = ${broadcast} limit 1 for update skip locked))`.execute(
      tenant.db,
    ),
]

/** Compares everything shown with counting the rows. */
async function compare(tenant: Tenant, ids: readonly string[]) {
  const sum = async (what: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    (await sql<{ n: number }>`select count(${what}) as n from ${from}`.execute(tenant.db)).rows[0]!.n
  const own = sql`organization_id = current_organization()`
  for (const id of ids) {
    const all = sql`recipients where ${own} and broadcast_id = ${id}`
    const { counts, replied, audience } = (await shown.get(tenant, id))!
    const chosen = sql`broadcast_contacts where ${own} and broadcast_id = ${id}`
    expect([replied, audience.contact_count, audience.exclude_count]).toEqual([
      await sum(sql`replied_at`, all),
      await sum(sql`*`, sql`${chosen} and not excluded`),
      await sum(sql`*`, sql`${chosen} and excluded`),
    ])
    const { rows } = await sql<{
      status: string
      n: number
    }>`select status, count(*) as n from ${all} group by status`.execute(tenant.db)
    expect(
      Object.entries(counts)
        .filter(([, n]) => n !== 0)
        .sort(),
    ).toEqual(rows.map(({ status, n }) => [status, n]).sort())
    const given = await sql`select status, reason, count(*) as count from ${all} and reason is not null
      group by status, reason order by 3 desc, 2, 1`.execute(tenant.db)
    const said = await reasons(tenant, id)
    expect(said.sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason) || rank(a) - rank(b))).toEqual(
      given.rows,
    )
    for (const status of [undefined, 'failed', 'read'] as const) {
      for (const reason of [undefined, 'hours']) {
        for (const replied of [undefined, 'true', 'false'] as const) {
          const query = { ...(status && { status }), ...(reason && { reason }), ...(replied && { replied }) }
          const { total } = await shown.recipients(tenant, id, { ...query, per_page: 1 })
          expect(total, JSON.stringify(query)).toBe(
            await sum(sql`*`, sql`recipients r where ${await shown.matching(tenant, id, query)}`),
          )
        }
      }
    }
  }
  const everyone = sql`recipients where ${own}`
  expect((await organizationUsage(tenant)).counts.recipients).toBe(await sum(sql`*`, everyone))
  expect(await funnel(tenant, 30)).toEqual({
    broadcasts: ids.length,
    sent: await sum(sql`*`, sql`${everyone} and status >= 'sent'`),
    delivered: await sum(sql`*`, sql`${everyone} and status >= 'delivered'`),
    read: await sum(sql`*`, sql`${everyone} and status >= 'read'`),
    replied: await sum(sql`replied_at`, everyone),
  })
}
const rank = ({ status }: { status: (typeof recipientStatuses)[number] }) => recipientStatuses.indexOf(status)

test.each([1, 2])('counts stay exact during concurrent writes, rollbacks and folding (%i)', async (seed) => {
  const { scope, ids } = await newScope(2, 12)
  await foldCounts(database, throwing, 1)
  let working = true
  const writer = async (nth: number) => {
    const random = chance(seed * 100 + nth)
    for (let step = 0; step < 15; step++) {
      await inTenant(database, scope, async (tenant) => {
        for (let nth = 0; nth <= random.below(3); nth++) await random.one(writes)(tenant, random.one(ids), random)
        // Some transactions roll back.
        if (random.next() < 0.3) throw new Error('given up')
      }).catch((error: Error) => {
        if (error.message !== 'given up') throw error
      })
    }
  }
  const again = async (work: () => Promise<unknown>) => {
    while (working) await work()
  }
  const beside = [
    again(() => foldCounts(database, throwing, 1)),
    again(() => foldCounts(database, throwing, 3)),
    again(() => inReadOnlyTenant(database, scope, (tenant) => compare(tenant, ids))),
  ]
  await Promise.all([1, 2, 3].map(writer)).finally(() => {
    working = false
  })
  await Promise.all(beside)
  await foldCounts(database, throwing, 1)
  await inReadOnlyTenant(database, scope, (tenant) => compare(tenant, ids))
  await inTenant(database, scope, async ({ db }) => {
    expect((await db.selectFrom('broadcast_count_changes').selectAll().execute()).length).toBe(0)
  })
  // A transaction counts its own changes.
  await inTenant(database, scope, async (tenant) => {
    await changed(tenant, ids[0]!, 'read', null, 5)
    await compare(tenant, ids)
  })
})

test('concurrent writes, folding and reading of one broadcast do not block each other', async () => {
  const { scope, ids } = await newScope(1, 10)
  const write = (tenant: Tenant) => changed(tenant, ids[0]!, 'delivered', null, 3)
  const letGo = await holdOpen(database, scope.organization_id, write)
  await inTenant(database, scope, async (tenant) => {
    await failOnLockWait(tenant)
    await write(tenant)
    await foldCounts(database, throwing, 1)
    await inReadOnlyTenant(database, scope, (reader) => compare(reader, ids))
  })
  await letGo()
  await inReadOnlyTenant(database, scope, (tenant) => compare(tenant, ids))
})

test('counts are deleted with their broadcast, and with the organization', async () => {
  const { scope } = await newScope(2, 5)
  await foldCounts(database, throwing, 1)
  const left = () =>
    inTenant(database, scope, async ({ db }) => {
      const { rows } = await sql<{
        n: number
      }>`select (select count(*) from broadcast_counts) + (select count(*) from broadcast_count_changes) as n`.execute(
        db,
      )
      return rows[0]!.n
    })
  await inTenant(database, scope, (tenant) => add(tenant, 1))
  expect(await left()).toBe(8)
  await inTenant(database, scope, ({ db }) => sql`delete from broadcasts where name = 'B1'`.execute(db))
  expect(await left()).toBe(4)
  await inTenant(database, scope, ({ db }) =>
    sql`delete from organizations where organization_id = current_organization()`.execute(db),
  )
  expect(await left()).toBe(0)
})

test('broadcast pages read no recipients, and few other rows', async () => {
  const { scope, ids } = await newScope(3, 200)
  await inTenant(database, scope, async (tenant) => {
    for (const status of recipientStatuses) await changed(tenant, ids[0]!, status, 'hours', 200)
    // For a broadcast being sent, the next recipient is queried as well.
    await sql`update broadcasts set status = 'completed'`.execute(tenant.db)
  })
  await foldCounts(database, throwing, 1)
  await inTenant(database, scope, async (tenant) => {
    const read = async () => {
      const { rows } = await sql<{ read: number }>`select sum(seq_tup_read + idx_tup_fetch)::int as read
        from pg_stat_xact_user_tables where relname in ('recipients', 'broadcast_contacts')`.execute(tenant.db)
      return rows[0]!.read
    }
    const before = await read()
    expect((await shown.list(tenant, {})).rows).toHaveLength(3)
    expect((await shown.get(tenant, ids[0]!))?.counts.played).toBe(200)
    expect(await reasons(tenant, ids[0]!)).toEqual([{ status: 'played', reason: 'hours', count: 200 }])
    expect((await funnel(tenant, 30)).read).toBe(200)
    expect((await organizationUsage(tenant)).counts.recipients).toBe(600)
    expect((await read()) - before).toBe(0)
    expect(await tenant.db.selectFrom('broadcast_counts').select('kind').execute()).toHaveLength(9)
    expect(await tenant.db.selectFrom('broadcast_count_changes').select('kind').execute()).toHaveLength(0)
  })
})

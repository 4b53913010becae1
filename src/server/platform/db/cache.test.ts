// A cached count is as exact as counting again, whoever writes concurrently and however that ends.
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { cached } from './cache.ts'
import { inReadOnlyTenant, inTenant, type Tenant } from './index.ts'

const database = await testDatabase()

async function newOrganization(): Promise<string> {
  const row = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  return row.organization_id
}

const add = ({ db, organization_id }: Tenant) =>
  db.insertInto('contacts').values({ organization_id, name: 'Ayu' }).execute()

/** How many contacts are not gone, with a number that is another one each time it is computed. */
const counted = (from = sql`contacts`) =>
  sql<{ count: number; run: number }>`select count(*) as count, random() as run from ${from} where name <> 'Gone'`
const runs = new Set<number>()
async function count(tenant: Tenant, query = counted()): Promise<{ count: number; isCounted: boolean }> {
  const [{ count, run }] = (await cached(tenant, query)) as [{ count: number; run: number }]
  const isCounted = !runs.has(run)
  runs.add(run)
  return { count, isCounted }
}

test('a count is computed once, and again after a change of this organization', async () => {
  const [mine, theirs] = [await newOrganization(), await newOrganization()].map((organization_id) => ({
    organization_id,
  })) as [{ organization_id: string }, { organization_id: string }]
  const ask = () => inTenant(database, mine, (tenant) => count(tenant))
  expect(await ask()).toEqual({ count: 0, isCounted: true })
  expect(await ask()).toEqual({ count: 0, isCounted: false })
  await inTenant(database, mine, add)
  expect(await ask()).toEqual({ count: 1, isCounted: true })
  await inTenant(database, theirs, add)
  expect(await ask()).toEqual({ count: 1, isCounted: false })
  await inTenant(database, mine, ({ db }) => sql`delete from contacts`.execute(db))
  expect(await ask()).toEqual({ count: 0, isCounted: true })
})

test('concurrent requests share one computation, unless their snapshots differ', async () => {
  const scope = { organization_id: await newOrganization() }
  const together = () => Promise.all(Array.from({ length: 8 }, () => inTenant(database, scope, count)))
  const first = await together()
  expect(first.map((one) => one.count)).toEqual(Array(8).fill(0))
  expect(first.filter(({ isCounted }) => isCounted)).toHaveLength(1)
  await inTenant(database, scope, async (tenant) => {
    await add(tenant)
    // This transaction sees its own insert, and the others must not.
    const [own, ...others] = await Promise.all([count(tenant), together()])
    expect([own.count, ...others.flat().map((one) => one.count)]).toEqual([1, ...Array(8).fill(0)])
  })
  expect((await together()).map((one) => one.count)).toEqual(Array(8).fill(1))
})

/** A count that takes until `end` is called. `started` resolves when PostgreSQL computes it. */
async function slowCount(lock: number) {
  const holder = new pg.Client({ connectionString: database.connection.connectionString })
  await holder.connect()
  await holder.query('select pg_advisory_lock($1)', [lock])
  return {
    query: counted(sql`(select pg_advisory_xact_lock_shared(${lock}::int) offset 0) waits, contacts`),
    started: () =>
      until('it is counting', async () => {
        const { rowCount } = await holder.query(
          `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
          [lock],
        )
        return rowCount === 1
      }),
    end: () => holder.end(),
  }
}

test('one computation serves all who wait for it', async () => {
  const scope = { organization_id: await newOrganization() }
  const { query, started, end } = await slowCount(1)
  const all = Array.from({ length: 5 }, () => inReadOnlyTenant(database, scope, (tenant) => count(tenant, query)))
  await started()
  await end()
  const results = await Promise.all(all)
  expect(results.map((one) => one.count)).toEqual(Array(5).fill(0))
  expect(results.filter(({ isCounted }) => isCounted)).toHaveLength(1)
})

test('whoever waited counts again if something changed before their own snapshot', async () => {
  const scope = { organization_id: await newOrganization() }
  const { query, started, end } = await slowCount(2)
  const first = inReadOnlyTenant(database, scope, (tenant) => count(tenant, query))
  await started()
  await inTenant(database, scope, add)
  const second = inReadOnlyTenant(database, scope, (tenant) => count(tenant, query))
  await end()
  expect([await first, await second]).toEqual([
    { count: 0, isCounted: true },
    { count: 1, isCounted: true },
  ])
})

test('a result newer than what a transaction reads is not used by it', async () => {
  const scope = { organization_id: await newOrganization() }
  await inReadOnlyTenant(database, scope, async (older) => {
    expect(await count(older)).toEqual({ count: 0, isCounted: true })
    await inTenant(database, scope, add)
    expect(await inReadOnlyTenant(database, scope, count)).toEqual({ count: 1, isCounted: true })
    expect(await count(older)).toEqual({ count: 0, isCounted: true })
  })
})

test('after a failed computation the next waiting request computes', async () => {
  const scope = { organization_id: await newOrganization() }
  const { query, started, end } = await slowCount(3)
  const failing = inTenant(database, scope, async (tenant) => {
    await sql`set local statement_timeout = '1ms'`.execute(tenant.db)
    return await count(tenant, query)
  })
  await expect(failing).rejects.toThrow('statement timeout')
  const waiting = inTenant(database, scope, (tenant) => count(tenant, query))
  await started()
  await end()
  expect(await waiting).toEqual({ count: 0, isCounted: true })
})

test('is counted again on another day', async () => {
  const scope = { organization_id: await newOrganization() }
  const move = (time_zone: string) =>
    database.system.updateTable('organizations').set({ time_zone }).where('organization_id', '=', scope.organization_id)
  // 25 hours apart: never on one day.
  await move('Pacific/Kiritimati').execute()
  expect(await inTenant(database, scope, count)).toEqual({ count: 0, isCounted: true })
  // That the organization moved is a change as well; without it the day alone is seen.
  await move('Pacific/Pago_Pago').execute()
  await sql`delete from record_changes where organization_id = ${scope.organization_id}`.execute(database.system)
  expect(await inTenant(database, scope, count)).toEqual({ count: 0, isCounted: true })
})

test('is counted again when a change that was under way is committed', async () => {
  const scope = { organization_id: await newOrganization() }
  const rename = (name: string) => (tenant: Tenant) =>
    tenant.db.updateTable('contacts').set({ name: 'Gone' }).where('name', '=', name).execute()
  await inTenant(database, scope, async ({ db, organization_id }) => {
    await db
      .insertInto('contacts')
      .values(['Ayu', 'Budi'].map((name) => ({ organization_id, name })))
      .execute()
  })
  await inTenant(database, scope, async (writer) => {
    await rename('Ayu')(writer)
    // Starts after the writer and commits before it: the newest change is not the last one to become visible.
    await inTenant(database, scope, rename('Budi'))
    expect(await inTenant(database, scope, count)).toEqual({ count: 1, isCounted: true })
    expect(await inTenant(database, scope, count)).toEqual({ count: 1, isCounted: false })
  })
  expect(await inTenant(database, scope, count)).toEqual({ count: 0, isCounted: true })
})

test('a count that includes uncommitted changes is not cached', async () => {
  const scope = { organization_id: await newOrganization() }
  expect(await inTenant(database, scope, count)).toEqual({ count: 0, isCounted: true })
  const undone = inTenant(database, scope, async (tenant) => {
    await add(tenant)
    expect(await count(tenant)).toEqual({ count: 1, isCounted: true })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await inTenant(database, scope, count)).toMatchObject({ count: 0 })
})

test('a change by a superuser, outside of all policies, invalidates the count', async () => {
  const scope = { organization_id: await newOrganization() }
  expect(await inTenant(database, scope, count)).toEqual({ count: 0, isCounted: true })
  const byHand = new pg.Client({ connectionString: database.connection.connectionString })
  await byHand.connect()
  await byHand.query(`insert into contacts (organization_id, name) values ($1, 'Ayu')`, [scope.organization_id])
  await byHand.end()
  expect(await inTenant(database, scope, count)).toEqual({ count: 1, isCounted: true })
})

test('every table behind lists and sums has a change trigger', async () => {
  const { rows } = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger where tgname = 'record_change' order by 1`.execute(
    database.system,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'contact_tags',
    'contacts',
    'exchange_rates',
    'imports',
    'investment_stages',
    'investment_status_changes',
    'investment_statuses',
    'investment_tags',
    'investments',
    'investor_contacts',
    'investor_stages',
    'investor_tags',
    'investor_types',
    'investors',
    'offerings',
    'opt_outs',
    'organizations',
    'transactions',
  ])
})

test('recorded changes are deleted after an hour, and with the organization', async () => {
  const scope = { organization_id: await newOrganization() }
  const changes = () =>
    inTenant(database, scope, async ({ db }) => await db.selectFrom('record_changes').select('at').execute())
  await inTenant(database, scope, add)
  await inTenant(database, scope, ({ db }) =>
    sql`update record_changes set at = now() - interval '2 hours'`.execute(db),
  )
  await inTenant(database, scope, add)
  expect(await changes()).toHaveLength(1)
  await sql`delete from organizations where organization_id = ${scope.organization_id}`.execute(database.system)
  expect(await changes()).toEqual([])
})

// A count that is given again is as exact as counting again, whoever writes meanwhile and however it ends.
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { until } from '../test/until.ts'
import { cached } from './cache.ts'
import { inReadOnlyTenant, inTenant, openDatabase, type Tenant } from './index.ts'

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

const question = ({ organization_id }: Tenant) =>
  sql`contacts where organization_id = ${organization_id} and name <> 'Gone'`

/** How many contacts are not gone, and whether they were counted for it. */
async function count(tenant: Tenant): Promise<{ count: number; isCounted: boolean }> {
  let isCounted = false
  const of = question(tenant)
  const answer = await cached(tenant, of, async (seen) => {
    isCounted = true
    const { rows } = await sql<{ count: number; snapshot: string | null }>`
      select count(*) as count, ${seen} as snapshot from ${of}`.execute(tenant.db)
    return { answer: rows[0]!.count, snapshot: rows[0]!.snapshot }
  })
  return { count: answer, isCounted }
}

test('is counted once, and again after a change of this organization', async () => {
  const [mine, theirs] = [await newOrganization(), await newOrganization()].map((organization_id) => ({
    organization_id,
  })) as [{ organization_id: string }, { organization_id: string }]
  const ask = () => inTenant(database, mine, count)
  expect(await ask()).toEqual({ count: 0, isCounted: true })
  expect(await ask()).toEqual({ count: 0, isCounted: false })
  await inTenant(database, mine, add)
  expect(await ask()).toEqual({ count: 1, isCounted: true })
  await inTenant(database, theirs, add)
  expect(await ask()).toEqual({ count: 1, isCounted: false })
  await inTenant(database, mine, ({ db }) => sql`delete from contacts`.execute(db))
  expect(await ask()).toEqual({ count: 0, isCounted: true })
})

test('is counted once for all who ask at once, and each gets what holds for them', async () => {
  const scope = { organization_id: await newOrganization() }
  const together = () => Promise.all(Array.from({ length: 8 }, () => inTenant(database, scope, count)))
  const first = await together()
  expect(first.map((one) => one.count)).toEqual(Array(8).fill(0))
  expect(first.filter(({ isCounted }) => isCounted)).toHaveLength(1)
  await inTenant(database, scope, async (tenant) => {
    await add(tenant)
    // What the others have counted is not this one's, and what this one counts is not theirs.
    const [own, ...others] = await Promise.all([count(tenant), together()])
    expect([own.count, ...others.flat().map((one) => one.count)]).toEqual([1, ...Array(8).fill(0)])
  })
  expect((await together()).map((one) => one.count)).toEqual(Array(8).fill(1))
})

test('who waits for the count of another leaves the connections to others', async () => {
  const scope = { organization_id: await newOrganization() }
  const few = openDatabase(database.connection, { poolSize: 2 })
  let end = () => {}
  const long = new Promise<void>((resolve) => (end = resolve))
  const first = inReadOnlyTenant(few, scope, (tenant) =>
    cached(tenant, question(tenant), async (seen) => {
      await long
      const { rows } = await sql<{ snapshot: string }>`select ${seen} as snapshot`.execute(tenant.db)
      return { answer: 7, ...rows[0]! }
    }),
  )
  await until('it is counting', () => few.memory.inFlight.size === 1)
  const begun = vi.spyOn(few.memory.inFlight, 'get')
  const others = Array.from({ length: 5 }, () => inReadOnlyTenant(few, scope, count))
  await until('they wait', () => begun.mock.calls.length === 5)
  const { rows } = await inReadOnlyTenant(few, scope, ({ db }) => sql`select 'here'`.execute(db))
  expect(rows).toHaveLength(1)
  end()
  expect(await first).toBe(7)
  expect(await Promise.all(others)).toEqual(Array(5).fill({ count: 7, isCounted: false }))
  await few.close()
})

test('is counted by the next one when whoever counted failed', async () => {
  const scope = { organization_id: await newOrganization() }
  let waiting: Promise<unknown> | undefined
  const failing = inTenant(database, scope, (tenant) =>
    cached(tenant, question(tenant), async () => {
      const looked = vi.spyOn(database.memory.inFlight, 'get')
      waiting = inTenant(database, scope, count)
      await until('the other one waits', () => looked.mock.calls.length === 1)
      throw new Error('gone wrong')
    }),
  )
  await expect(failing).rejects.toThrow('gone wrong')
  expect(await waiting).toEqual({ count: 0, isCounted: true })
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
    // Younger than the writer, and done before it: the newest change is not the last one to be seen.
    await inTenant(database, scope, rename('Budi'))
    expect(await inTenant(database, scope, count)).toEqual({ count: 1, isCounted: true })
    expect(await inTenant(database, scope, count)).toEqual({ count: 1, isCounted: false })
  })
  expect(await inTenant(database, scope, count)).toEqual({ count: 0, isCounted: true })
})

test('what a transaction sees of its own is not remembered: it may be rolled back', async () => {
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

test('is counted again when somebody changed it by hand, past all policies', async () => {
  const scope = { organization_id: await newOrganization() }
  expect(await inTenant(database, scope, count)).toEqual({ count: 0, isCounted: true })
  const byHand = new pg.Client({ connectionString: database.connection.connectionString })
  await byHand.connect()
  await byHand.query(`insert into contacts (organization_id, name) values ($1, 'Ayu')`, [scope.organization_id])
  await byHand.end()
  expect(await inTenant(database, scope, count)).toEqual({ count: 1, isCounted: true })
})

test('whatever lists and sums are made of is noted', async () => {
  const { rows } = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger where tgname = 'noted' order by 1`.execute(database.system)
  expect(rows.map(({ name }) => name)).toEqual([
    'contact_tags',
    'contacts',
    'exchange_rates',
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
    'recipients',
    'tags',
    'transactions',
    'users',
  ])
})

test('changes are forgotten after an hour, and with the organization', async () => {
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

test('what goes with an answer is read again when the answer no longer held', async () => {
  const scope = { organization_id: await newOrganization() }
  const namesBeside = (tenant: Tenant) =>
    cached(
      tenant,
      question(tenant),
      async (seen) => {
        const { rows } = await sql<{ count: number; snapshot: string | null }>`
          select count(*) as count, ${seen} as snapshot from ${question(tenant)}`.execute(tenant.db)
        return { answer: rows[0]!.count, snapshot: rows[0]!.snapshot }
      },
      async (count) => {
        const { rows } = await sql<{ name: string }>`select name from contacts order by id limit ${count}`.execute(
          tenant.db,
        )
        return { count, names: rows.map(({ name }) => name) }
      },
    )
  expect(await inTenant(database, scope, namesBeside)).toEqual({ count: 0, names: [] })
  await inTenant(database, scope, add)
  expect(await inTenant(database, scope, namesBeside)).toEqual({ count: 1, names: ['Ayu'] })
  expect(await inTenant(database, scope, namesBeside)).toEqual({ count: 1, names: ['Ayu'] })
})

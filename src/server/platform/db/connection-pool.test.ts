import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { DatabaseUnavailable } from './connection-pool.ts'
import { inReadOnlyTenant, inTenant, openDatabase } from './index.ts'

const database = await testDatabase()

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Error & { code?: string }) => error,
  )

test('a connection lost during a transaction is reported as an unavailable database, also if the rollback fails', async () => {
  const failure = await failureOf(
    database.tenants.transaction().execute(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      const administrator = new pg.Client(database.connection.connectionString)
      await administrator.connect()
      await administrator.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid])
      await administrator.end()
      throw new Error('something else went wrong first')
    }),
  )
  // PostgreSQL's termination message (57P01) may arrive as the result of the rollback.
  expect(failure instanceof DatabaseUnavailable || failure?.code === '57P01').toBe(true)
  expect(await failureOf(sql`select 1`.execute(database.tenants))).toBeUndefined()
})

test('a failing statement rejects with PostgreSQL’s error', async () => {
  const failure = await failureOf(sql`select 1 / 0`.execute(database.tenants))
  expect(failure).not.toBeInstanceOf(DatabaseUnavailable)
  expect(failure?.code).toBe('22012')
})

test('a value that cannot be serialized is our bug, not an unavailable database', async () => {
  const circular: Record<string, unknown> = {}
  circular.itself = circular
  const failure = await failureOf(sql`select ${circular}::jsonb`.execute(database.tenants))
  expect(failure).toBeInstanceOf(TypeError)
})

test('a transaction whose first query fails ends, and its connection can be reused', async () => {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const one = openDatabase(database.connection, { poolSize: 1 })
  try {
    const failure = await failureOf(inTenant(one, { organization_id }, ({ db }) => sql`select 1 / 0`.execute(db)))
    expect(failure?.code).toBe('22012')
    // Two concurrent ones: each gets its own results, in its own transaction.
    const ask = (value: number) =>
      inTenant(one, { organization_id }, async ({ db }) => {
        const both = [value, value + 1].map((each) =>
          sql<{ value: number }>`select ${each}::int as value, current_organization() as organization_id`.execute(db),
        )
        return (await Promise.all(both)).map(({ rows }) => rows[0])
      })
    expect(await Promise.all([ask(1), ask(5)])).toEqual(
      [1, 5].map((value) => [
        { value, organization_id },
        { value: value + 1, organization_id },
      ]),
    )
    // Outside of a transaction there is no organization.
    const { rows } = await sql`select current_organization() as organization_id`.execute(one.tenants)
    expect(rows).toEqual([{ organization_id: null }])
    expect(await inTenant(one, { organization_id }, async () => 'asked nothing')).toBe('asked nothing')
  } finally {
    await one.close()
  }
})

test('a query after the end of its transaction is refused, and reaches no other one', async () => {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  for (const within of [inTenant, inReadOnlyTenant]) {
    const { db } = await within(database, { organization_id }, async (tenant) => tenant)
    await expect(sql`select 1`.execute(db)).rejects.toThrow('the transaction has ended')
  }
})

test('a read-only transaction rejects writes, and its connection can be reused at once', async () => {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const one = openDatabase(database.connection, { poolSize: 1 })
  try {
    const insert = inReadOnlyTenant(one, { organization_id }, ({ db }) =>
      db.insertInto('tags').values({ organization_id, name: 'No', color: 'teal' }).execute(),
    )
    expect((await failureOf(insert))?.code).toBe('25006')
    const transactions = await Promise.all(
      [1, 2, 3].map(() =>
        inReadOnlyTenant(one, { organization_id }, async ({ db }) => {
          const ask = () => sql<{ at: string }>`select now()::text as at`.execute(db)
          const [first, second] = await Promise.all([ask(), ask()])
          expect(second.rows).toEqual(first.rows)
          return first.rows[0]!.at
        }),
      ),
    )
    // Each has its own transaction.
    expect(new Set(transactions).size).toBe(3)
    const written = await inTenant(one, { organization_id }, ({ db }) =>
      db.insertInto('tags').values({ organization_id, name: 'Yes', color: 'teal' }).returning('name').execute(),
    )
    expect(written).toEqual([{ name: 'Yes' }])
  } finally {
    await one.close()
  }
})

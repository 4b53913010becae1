import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { DatabaseUnavailable } from './connection-pool.ts'
import { inReadOnlyTenant, inTenant, openDatabase } from './index.ts'

const database = await testDatabase()

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Error & { code?: string }) => error,
  )

test('a connection lost in mid-transaction is the database away, also when the rollback hid why', async () => {
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
  // PostgreSQL's farewell is an answer of its own (57P01) when it arrives on the rollback.
  expect(failure instanceof DatabaseUnavailable || failure?.code === '57P01').toBe(true)
  expect(await failureOf(sql`select 1`.execute(database.tenants))).toBeUndefined()
})

test('a wrong statement is PostgreSQL’s own answer', async () => {
  const failure = await failureOf(sql`select 1 / 0`.execute(database.tenants))
  expect(failure).not.toBeInstanceOf(DatabaseUnavailable)
  expect(failure?.code).toBe('22012')
})

test('a value that cannot be sent is a fault of ours, not of the database', async () => {
  const circular: Record<string, unknown> = {}
  circular.itself = circular
  const failure = await failureOf(sql`select ${circular}::jsonb`.execute(database.tenants))
  expect(failure).toBeInstanceOf(TypeError)
})

test('a transaction whose first question fails is over, and the connection good for the next', async () => {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const one = openDatabase(database.connection, { poolSize: 1 })
  try {
    const failure = await failureOf(inTenant(one, { organization_id }, ({ db }) => sql`select 1 / 0`.execute(db)))
    expect(failure?.code).toBe('22012')
    // Two at once: each has its own answer, in its own transaction.
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
    // Outside of a transaction nobody is anybody's.
    const { rows } = await sql`select current_organization() as organization_id`.execute(one.tenants)
    expect(rows).toEqual([{ organization_id: null }])
    expect(await inTenant(one, { organization_id }, async () => 'asked nothing')).toBe('asked nothing')
  } finally {
    await one.close()
  }
})

test('who only reads changes nothing, and leaves the connection ready for whoever waits', async () => {
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
    // Each of its own: none goes on in the one before.
    expect(new Set(transactions).size).toBe(3)
    const written = await inTenant(one, { organization_id }, ({ db }) =>
      db.insertInto('tags').values({ organization_id, name: 'Yes', color: 'teal' }).returning('name').execute(),
    )
    expect(written).toEqual([{ name: 'Yes' }])
  } finally {
    await one.close()
  }
})

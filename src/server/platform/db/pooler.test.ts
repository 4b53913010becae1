// Requests through PgBouncer in transaction mode: organizations share two connections, and see nothing of each other.
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { testApp } from '../../test/app.ts'
import { cloneTemplate, ownedDatabase, testDatabase } from '../../test/database.ts'
import { hasPgBouncer, startPgBouncer } from '../../test/pgbouncer.ts'
import { made } from '../../test/records.ts'
import { DatabaseUnavailable } from './connection-pool.ts'
import { bypassesRowSecurity, inReadOnlyTenant, inTenant, isReachable, isSameDatabase, openDatabase } from './index.ts'

// PgBouncer is not on every machine.
describe.skipIf(!hasPgBouncer)('through PgBouncer', async () => {
  if (!hasPgBouncer) return
  const { connection } = await testDatabase()
  const pooler = await startPgBouncer(connection.connectionString, 2)
  const database = openDatabase({ ...connection, poolerUrl: pooler.url }, { poolSize: 8, maxWaitMs: 60_000 })
  afterAll(async () => {
    await database.close()
    await pooler.stop()
  })
  const { app, signUp } = await testApp({}, database)

  async function anOrganization() {
    const { rows } = await sql<{ id: string }>`select organization_id as id from organizations limit 1`.execute(
      database.system,
    )
    return rows[0]!.id
  }

  test('many requests of several organizations at once get their own records only', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => signUp()))
    await Promise.all(
      people.flatMap((person, index) =>
        Array.from({ length: 10 }, (_, number) =>
          person.call(contacts.create, { body: { name: `Contact ${index}.${number}` } }),
        ),
      ),
    )
    const lists = await Promise.all(
      Array.from({ length: 60 }, (_, turn) => people[turn % 6]!.call(contacts.list, { query: { per_page: 50 } })),
    )
    for (const [turn, list] of lists.entries()) {
      const names = made(list).data.map(({ name }) => name)
      expect(names).toHaveLength(10)
      expect(names.every((name) => name.startsWith(`Contact ${turn % 6}.`))).toBe(true)
    }
  })

  test('every transaction runs as the restricted role with the settings of Kabar, and leaves none behind', async () => {
    const scope = { organization_id: await anOrganization() }
    const settings = sql<Record<string, string>>`
      select current_user as role, current_setting('timezone') as zone, current_setting('statement_timeout') as timeout,
        current_setting('app.organization_id', true) as organization_id`
    const expected = { role: 'kabar_app', zone: 'UTC', timeout: '30s', organization_id: scope.organization_id }
    for (const within of [inTenant, inReadOnlyTenant])
      expect((await within(database, scope, ({ db }) => settings.execute(db))).rows).toEqual([expected])
    const { rows } = await settings.execute(database.tenants)
    expect(rows[0]!.role).not.toBe('kabar_app')
    expect(rows[0]!.organization_id).toBe('')
  })

  test('a login that may bypass row-level security is recognized, so that the start refuses it', async () => {
    expect(await bypassesRowSecurity(database)).toBe(true)
    const plain = openDatabase({ connectionString: await ownedDatabase(), role: undefined }, { poolSize: 1 })
    expect(await bypassesRowSecurity(plain)).toBe(false)
    await plain.close()
  })

  test('a pooler in front of another database is recognized', async () => {
    expect(await isSameDatabase(database)).toBe(true)
    const other = await cloneTemplate()
    const mixed = openDatabase({ ...other, poolerUrl: pooler.url }, { poolSize: 1 })
    expect(await isSameDatabase(mixed)).toBe(false)
    await mixed.close()
  })

  test('a process that is stopping cancels its slow queries', async () => {
    const leaving = openDatabase({ ...connection, poolerUrl: pooler.url }, { poolSize: 2, maxQueryMs: 200 })
    try {
      const organization_id = await anOrganization()
      const slow = inTenant(leaving, { organization_id }, ({ db }) => sql`select pg_sleep(250)`.execute(db))
      leaving.cancelSlowQueries()
      await expect(slow).rejects.toMatchObject({ code: '57014' })
    } finally {
      await leaving.close()
    }
  })

  test('while the pooler is away, requests are answered 503 and the process is not ready; then it goes on', async () => {
    const person = await signUp()
    await pooler.kill()
    expect((await person.call(contacts.list)).status).toBe(503)
    await expect(isReachable(database)).rejects.toThrow(DatabaseUnavailable)
    expect((await app.inject('/api/health/ready')).statusCode).toBe(503)
    await pooler.start()
    expect((await person.call(contacts.list)).status).toBe(200)
    expect((await app.inject('/api/health/ready')).statusCode).toBe(200)
  })
})

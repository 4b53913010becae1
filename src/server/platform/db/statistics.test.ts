// Refreshing statistics after a bulk insert, which also flushes the pending list of the search index.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { inTenant, openDatabase, refreshStatistics } from './index.ts'

const database = await testDatabase()

test('after a bulk insert, statistics are current and the search index has no pending entries', async () => {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  await inTenant(database, { organization_id }, ({ db }) =>
    sql`
      insert into contacts (organization_id, name)
      select ${organization_id}, 'Budi ' || n from generate_series(1, 2000) n`.execute(db),
  )
  // As on the embedded server: a login with the rights of `kabar_app` that owns no tables.
  const owner = new pg.Client({ connectionString: database.connection.connectionString })
  await owner.connect()
  const login = `login_${randomBytes(8).toString('hex')}`
  await owner.query(`create role ${login} login password 'of-a-test' in role kabar_app`)
  const { connectionString } = database.connection
  const app = openDatabase({
    connectionString: connectionString.replace(/\/\/[^@]*@/, `//${login}:of-a-test@`),
    role: undefined,
  })
  await refreshStatistics(app, ['contacts', 'recipients'])
  const planned = await owner.query(`select reltuples::int as rows from pg_class where oid = 'contacts'::regclass`)
  expect(planned.rows).toEqual([{ rows: 2000 }])
  const { rows } = await owner.query(`select gin_clean_pending_list('contacts_search')::int as pages`)
  expect(rows).toEqual([{ pages: 0 }])
  await app.close()
  await owner.query(`drop role ${login}`)
  await owner.end()
})

// After many rows have come at once: nothing of them lies beside the index that searches use.
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { inTenant, refreshStatistics } from './index.ts'

const database = await testDatabase()

test('what came in bulk is in its place in the index for searching', async () => {
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
  const owner = new pg.Client({ connectionString: database.connection.connectionString })
  await owner.connect()
  await refreshStatistics(database, ['contacts', 'recipients'])
  const { rows } = await owner.query(`select gin_clean_pending_list('contacts_search')::int as pages`)
  expect(rows).toEqual([{ pages: 0 }])
  await owner.end()
})

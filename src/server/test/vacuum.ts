// Vacuums tables, as autovacuum does a minute later.
import pg from 'pg'
import type { Database } from '../platform/db/index.ts'
import { until } from './until.ts'

/** Only where a page is known to be seen by all does its index suffice. */
export async function vacuum(database: Database, tables: readonly string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: database.connection.connectionString })
  await owner.connect()
  await until('all rows are seen by all', async () => {
    await owner.query(`vacuum (analyze) ${tables.join(', ')}`)
    const { rows } = await owner.query(
      'select relname from pg_class where relname = any ($1) and relallvisible < relpages',
      [tables],
    )
    return rows.length === 0
  })
  await owner.end()
}

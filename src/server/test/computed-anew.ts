// Runs queries without the cache, to compare what it answers with what is computed anew.
import { sql } from 'kysely'
import { type Database, inTenant, type Tenant } from '../platform/db/index.ts'

/** In a transaction with a change of its own no cached result is valid; it is rolled back, so that those of others stay. */
export async function computedAnew<T>(
  database: Database,
  scope: { organization_id: string },
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  const done = new Error('rolled back')
  let result: T | undefined
  await inTenant(database, scope, async (tenant) => {
    await sql`update contacts set name = name where false`.execute(tenant.db)
    result = await work(tenant)
    throw done
  }).catch((error) => {
    if (error !== done) throw error
  })
  return result!
}

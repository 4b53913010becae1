// Two concurrent transactions: one stays open while the other runs.
import { sql } from 'kysely'
import { type Database, inTenant, type Tenant } from '../platform/db/index.ts'
import type { Caller } from './app.ts'
import { until } from './until.ts'

export const organizationOf = (person: Caller) => JSON.parse(atob(person.access_token.split('.')[1]!)).org as string

/** Runs work in a transaction of the organization; the returned function commits it. */
export async function holdOpen(
  database: Database,
  organization_id: string,
  work: (tenant: Tenant) => Promise<unknown>,
): Promise<() => Promise<void>> {
  let release = () => {}
  const isLetGo = new Promise<void>((resolve) => {
    release = resolve
  })
  return await new Promise((resolve, reject) => {
    const ended = inTenant(database, { organization_id }, async (tenant) => {
      // On a busy machine the test may need longer until it commits.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tenant.db)
      await work(tenant)
      resolve(async () => {
        release()
        await ended
      })
      await isLetGo
    })
    ended.catch(reject)
  })
}

export const waitUntilBlocked = (database: Database) =>
  until('a transaction waiting for a lock', async () => {
    const { rows } = await sql`
      select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(
      database.system,
    )
    return rows.length > 0
  })

/** Well below the second after which PostgreSQL checks for deadlocks: a transaction that would wait fails here, deterministically. */
export async function failOnLockWait({ db }: Tenant): Promise<void> {
  await sql`set local lock_timeout = '400ms'`.execute(db)
}

// Query plans of the engine's hot statements.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../../platform/db/index.ts'

/**
 * The planner assumes that organization, session and broadcast are independent, so it expects one row where there are
 * 100,000 and reads them all for every batch (measured with 10,000 recipients: 580 messages/s).
 * `key`: rows are found by an index's order or `lateral … limit 1`; `place`: by ctid.
 */
const avoided = {
  key: ['sort', 'seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'],
  place: ['indexscan', 'sort', 'seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'],
}

/** Forces the plan of one statement. The three messages are sent together; later statements are planned as usual. */
export async function withPlan<T>(tenant: Tenant, way: keyof typeof avoided, statement: RawBuilder<T>): Promise<T[]> {
  const set = (value: string) =>
    sql.raw(avoided[way].map((name) => `set local enable_${name} to ${value}`).join('; ')).execute(tenant.db)
  const [, { rows }] = await Promise.all([set('off'), statement.execute(tenant.db), set('default')])
  return rows
}

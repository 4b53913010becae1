// The calendar day in the organization's time zone.
import { type RawBuilder, sql } from 'kysely'
import { prepared } from './connection-pool.ts'
import type { Tenant } from './index.ts'

/** As an SQL expression. */
export const today = ({ organization_id }: Tenant): RawBuilder<string> =>
  sql`(select (now() at time zone time_zone)::date from organizations where organization_id = ${organization_id})`

export async function dayOf(tenant: Tenant): Promise<string> {
  const { rows } = await sql<{ today: string }>`${prepared} select ${today(tenant)} as today`.execute(tenant.db)
  return rows[0]!.today
}

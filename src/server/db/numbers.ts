// Automatic numbers of records: 0001, 0002, …
import { sql } from 'kysely'
import type { Tenant } from './index.ts'

/** The next of its kind, at least four digits. Two that ask at once wait for each other: no number is given twice. */
export async function nextNumber(tenant: Tenant, kind: string): Promise<string> {
  const { rows } = await sql<{ last: number }>`
    insert into record_numbers as n (organization_id, kind, last) values (${tenant.organization_id}, ${kind}, 1)
    on conflict (organization_id, kind) do update set last = n.last + 1 returning last`.execute(tenant.db)
  return String(rows[0]!.last).padStart(4, '0')
}

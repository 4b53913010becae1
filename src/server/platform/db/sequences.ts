// Automatic numbers of records: 0001, 0002, …
import { sql } from 'kysely'
import type { Tenant } from './index.ts'

/** The next number of its kind, at least four digits. Concurrent calls wait for each other: no number is given twice. */
export async function nextInSequence(tenant: Tenant, kind: string): Promise<string> {
  const { rows } = await sql<{ last: number }>`
    insert into record_numbers as n (organization_id, kind, last) values (${tenant.organization_id}, ${kind}, 1)
    on conflict (organization_id, kind) do update set last = n.last + 1 returning last`.execute(tenant.db)
  return String(rows[0]!.last).padStart(4, '0')
}

/** After records were imported with their own numbers: the next number is higher than all of them. */
export async function advanceSequence({ db, organization_id }: Tenant): Promise<void> {
  await sql`
    insert into record_numbers as n (organization_id, kind, last)
    select ${organization_id}, kind, max(number) from (
      select 'investors' as kind, substring(code from '^IV-([0-9]{1,15})$')::bigint as number
        from investors where organization_id = ${organization_id}
      union all select 'investments', substring(reference from '^INV-([0-9]{1,15})$')::bigint
        from investments where organization_id = ${organization_id}) numbered
    where number is not null group by kind
    on conflict (organization_id, kind) do update set last = greatest(n.last, excluded.last)`.execute(db)
}

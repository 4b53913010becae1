// All SQL of importing an archive of everything: checks that the organization is empty, removes the defaults and inserts rows.
import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/index.ts'

const records = [
  'investors',
  'contacts',
  'investments',
  'offerings',
  'tags',
  'notes',
  'tasks',
  'templates',
  'broadcast_groups',
  'broadcasts',
  'opt_outs',
  'exchange_rates',
]

/** The first table that has a row, including deleted rows. */
export async function inUse(tenant: Tenant): Promise<string | undefined> {
  for (const table of records) {
    const { rows } = await sql`
      select from ${sql.table(table)} where organization_id = ${tenant.organization_id} limit 1`.execute(tenant.db)
    if (rows.length > 0) return table
  }
  return undefined
}

/** Records an upload; those of more than an hour ago no longer count. */
export async function noteUpload({ db, organization_id }: Tenant): Promise<void> {
  await sql`
    delete from archive_uploads
    where organization_id = ${organization_id} and created_at < now() - interval '1 hour'`.execute(db)
  await sql`insert into archive_uploads (organization_id) values (${organization_id})`.execute(db)
}

/** Deletes the defaults of a new organization; nothing refers to them, as there are no records. */
export async function removeSeeds(tenant: Tenant): Promise<void> {
  for (const table of ['investment_statuses', 'investment_stages', 'investor_types', 'enabled_currencies'])
    await sql`delete from ${sql.table(table)} where organization_id = ${tenant.organization_id}`.execute(tenant.db)
}

export async function insert(tenant: Tenant, table: string, rows: Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0]!)
  const named = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (organization_id, ${named})
    select ${tenant.organization_id}, ${named}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})
    ${
      // The opt-out of a contact's number is copied to its other numbers, whose own opt-outs follow later in the archive.
      table === 'opt_outs' ? sql`on conflict do nothing` : sql``
    }`.execute(tenant.db)
}

export interface Fault {
  fault: 'commitment' | 'investment_decimals' | 'transaction' | 'no_default_status' | 'no_base_currency'
  reference: string
  currency: string
}

/** Rules across rows that the services enforce for one record at a time. */
export async function fault(tenant: Tenant): Promise<Fault | undefined> {
  const { organization_id } = tenant
  const { rows } = await sql<Fault>`
    select 'commitment' as fault, i.reference, i.currency
      from investments i join investment_statuses s on s.organization_id = i.organization_id and s.id = i.status_id
      where i.organization_id = ${organization_id} and i.deleted_at is null
        and (s.category in ('committed', 'funded', 'exited') and i.committed_amount is null or s.category = 'lost' and i.lost_reason = '')
    union all select 'investment_decimals', reference, currency
      from investments where organization_id = ${organization_id}
        and (expected_amount <> money(expected_amount, currency) or committed_amount <> money(committed_amount, currency)
          or valuation_cap <> money(valuation_cap, currency))
    union all select 'transaction', i.reference, i.currency
      from transactions t join investments i on i.organization_id = t.organization_id and i.id = t.investment_id
      where t.organization_id = ${organization_id}
        and (t.amount <> money(t.amount, i.currency) or t.settled_on > (now() + interval '1 day')::date)
    union all select 'no_default_status', '', ''
      where (select count(*) from investment_statuses where organization_id = ${organization_id} and is_default
        and deleted_at is null and category = 'prospect') <> 1
    union all select 'no_base_currency', '', ''
      where not exists (select from enabled_currencies c join organizations o on o.organization_id = c.organization_id
        and o.base_currency = c.code where c.organization_id = ${organization_id})
    limit 1`.execute(tenant.db)
  return rows[0]
}

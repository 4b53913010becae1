// Conditions by which lists show the records that an import created, updated or found.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from './index.ts'

/** Ids of the records of the import's rows; for payments, ids of their investments. Empty after the rows have been deleted. */
const ofRows = ({ organization_id }: Tenant, import_id: string) => sql`
  select r.record_id from import_rows r where r.organization_id = ${organization_id} and r.import_id = ${import_id}
    and r.record_id is not null and r.done_at is not null and r.action <> 'error' and r.reverted_at is null`

/** Ids of imported investors and of the investors of imported investments. */
const investorIds = (tenant: Tenant, import_id: string) => sql`
  ${ofRows(tenant, import_id)}
  union all select i.investor_id from investments i
    where i.organization_id = ${tenant.organization_id} and i.id in (${ofRows(tenant, import_id)})`

/** Conditions that `id` belongs to the import. Investors include those of its investments, contacts those of its investors. */
export const isImported = {
  investment: (tenant: Tenant, id: RawBuilder<unknown>, import_id: string) =>
    sql`${id} in (${ofRows(tenant, import_id)})`,
  investor: (tenant: Tenant, id: RawBuilder<unknown>, import_id: string) =>
    sql`${id} in (${investorIds(tenant, import_id)})`,
  contact: (tenant: Tenant, id: RawBuilder<unknown>, import_id: string) => sql`${id} in (
    ${ofRows(tenant, import_id)}
    union all select x.contact_id from investor_contacts x
      where x.organization_id = ${tenant.organization_id} and x.investor_id in (${investorIds(tenant, import_id)}))`,
}

/** True if this organization has the import. */
export async function hasImport(tenant: Tenant, import_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from imports where organization_id = ${tenant.organization_id} and id = ${import_id}`.execute(tenant.db)
  return rows.length > 0
}

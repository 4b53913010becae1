// Conditions by which lists show the records that a bulk change selected.
import { type RawBuilder, sql } from 'kysely'
import { message } from '../../../contract/messages/message.ts'
import { fieldError } from '../../errors.ts'
import type { Tenant } from './index.ts'

const ofRows = ({ organization_id }: Tenant, bulk_change_id: string) => sql`
  select r.record_id from bulk_change_rows r
  where r.organization_id = ${organization_id} and r.bulk_change_id = ${bulk_change_id}`

/** Ids of selected investors and of the investors of selected investments. */
const investorIds = (tenant: Tenant, bulk_change_id: string) => sql`
  ${ofRows(tenant, bulk_change_id)}
  union all select i.investor_id from investments i
    where i.organization_id = ${tenant.organization_id} and i.id in (${ofRows(tenant, bulk_change_id)})`

/** Conditions that the bulk change selected the record `id`. Contacts include those of selected investors and investments. */
export const isBulkChanged = {
  investment: (tenant: Tenant, id: RawBuilder<unknown>, bulk_change_id: string) =>
    sql`${id} in (${ofRows(tenant, bulk_change_id)})`,
  investor: (tenant: Tenant, id: RawBuilder<unknown>, bulk_change_id: string) =>
    sql`${id} in (${investorIds(tenant, bulk_change_id)})`,
  contact: (tenant: Tenant, id: RawBuilder<unknown>, bulk_change_id: string) => sql`${id} in (
    ${ofRows(tenant, bulk_change_id)}
    union all select x.contact_id from investor_contacts x
      where x.organization_id = ${tenant.organization_id} and x.investor_id in (${investorIds(tenant, bulk_change_id)}))`,
}

/** Throws a 404 that names the filter if this organization has no such bulk change. */
export async function needBulkChange(tenant: Tenant, id: string | undefined): Promise<void> {
  if (id === undefined) return
  const { rows } = await sql`
    select from bulk_changes where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
  if (rows.length === 0) throw fieldError('not_found', 'bulk_change_id', message('filter.record_deleted'))
}

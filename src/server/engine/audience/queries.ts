// Who a broadcast is for: the one statement that its preview counts and its start freezes.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../db/index.ts'

/** A broadcast as far as it says whom it is for. */
export interface Chosen {
  id: string
  all_contacts: boolean
}

/**
 * One row for each who was chosen and not excluded: `contact_id, name, address, address_key`, and in `reason` why nothing
 * is sent there, or null. Opt-out and *do not contact* are read again when a row is claimed.
 */
export const audienceOf = (tenant: Tenant, broadcast: Chosen): RawBuilder<unknown> => sql`
  select c.id as contact_id, c.name, coalesce(c.phone, '') as address, coalesce(c.phone_key, 'contact:' || c.id) as address_key,
    case
      when c.phone is null then 'no_number'
      when o.phone_key is not null or c.consent = 'opted_out' then 'opted_out'
      when exists (select from investor_contacts x
        join investors v on v.organization_id = x.organization_id and v.id = x.investor_id
        where x.organization_id = c.organization_id and x.contact_id = c.id and v.do_not_contact and v.deleted_at is null)
        then 'do_not_contact' end as reason
  from contacts c
  left join opt_outs o on o.organization_id = c.organization_id and o.phone_key = c.phone_key
  where c.organization_id = ${tenant.organization_id} and c.deleted_at is null
    and (${broadcast.all_contacts} or exists (select from broadcast_contacts b
      where b.organization_id = c.organization_id and b.broadcast_id = ${broadcast.id} and b.contact_id = c.id and not b.excluded))
    and not exists (select from broadcast_contacts b
      where b.organization_id = c.organization_id and b.broadcast_id = ${broadcast.id} and b.contact_id = c.id and b.excluded)`

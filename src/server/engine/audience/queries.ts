// Who a broadcast is for: the one statement that its preview counts and its start freezes.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../db/index.ts'

/** A broadcast as far as it says whom it is for. */
export interface Chosen {
  id: string
  session_id: string
  all_contacts: boolean
}

/**
 * One row for each who was chosen and not excluded: `contact_id` or `wa_group_id`, `name, address, address_key`, of a group
 * its `participants` besides ourselves, and in `reason` why nothing is sent there, or null. Opt-out, *do not contact* and
 * whether a group may be written to are read again when a row is claimed.
 */
export const audienceOf = (tenant: Tenant, broadcast: Chosen): RawBuilder<unknown> => sql`
  ${contacts(tenant, broadcast)} union all ${groups(tenant, broadcast)}`

const contacts = (tenant: Tenant, broadcast: Chosen) => sql`
  select c.id as contact_id, null::uuid as wa_group_id, c.name, coalesce(c.phone, '') as address,
    coalesce(c.phone_key, 'contact:' || c.id) as address_key, null::integer as participants,
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

/** A group that is not this session's keeps out of the way of the same one that is. */
const groups = (tenant: Tenant, broadcast: Chosen) => sql`
  select null, g.id, g.name, g.wa_id, case when g.session_id = ${broadcast.session_id} then g.wa_id else 'group:' || g.id end,
    greatest(g.participants_count - 1, 0), ${groupRefusal(sql`${broadcast.session_id}::uuid`)}
  from broadcast_wa_groups b
  join wa_groups g on g.organization_id = b.organization_id and g.id = b.wa_group_id
  join wa_sessions s on s.organization_id = g.organization_id and s.id = g.session_id
  where b.organization_id = ${tenant.organization_id} and b.broadcast_id = ${broadcast.id}`

/**
 * Why nothing is sent to group `g`, of session `s`, through another session or this one; null: it may be. Only the phone
 * that is a member of a group can write to it.
 */
export const groupRefusal = (sessionId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when g.imported_at is null or g.deleted_at is not null then 'group_removed'
    when s.deleted_at is not null then 'session_removed'
    when g.session_id <> ${sessionId} then 'other_session'
    when g.left_at is not null then 'not_in_group'
    when not g.can_post then 'may_not_post' end`

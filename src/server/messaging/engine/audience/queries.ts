// Audience of a broadcast: the one statement that its preview counts and its start freezes.
import { type RawBuilder, sql } from 'kysely'
import type { SourcePart } from '../../../../contract/broadcasts.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { type AudienceGroup, audienceContactsOf, groupMembersOf } from './people/queries.ts'

/** The fields of a broadcast that define its audience. */
export interface AudienceSpec {
  id: string
  /** The choices of an unsaved draft, used instead of the rows stored for `id`. */
  chosen?: { contacts: readonly string[]; excluded: readonly string[]; wa_groups: readonly string[] }
  session_id: string
  all_contacts: boolean
  /** As returned by `audienceGroupsOf`. */
  groups: readonly AudienceGroup[]
  /** Of a follow-up: the broadcast that it follows, and which of its recipients it addresses. */
  source_broadcast_id?: string | null
  source_part?: SourcePart | null
}

/**
 * One row for each chosen and not excluded recipient: `contact_id` or `wa_group_id`, `investor_id` where a segment found
 * one, `name, address, address_key`, the number of other `participants` of a group, and the `reason` why nothing is sent,
 * or null. Opt-out, *do not contact* and whether a group accepts messages are checked again when a row is claimed.
 */
export function audienceOf(tenant: Tenant, broadcast: AudienceSpec): RawBuilder<unknown> {
  const chosen = sql`${contacts(tenant, broadcast)} union all ${groups(tenant, broadcast)}`
  const { source_broadcast_id: source, source_part: part } = broadcast
  if (!source || !part || part === 'copy') return chosen
  // The follow-up shows figures of the same investor as the first message.
  return sql`
    select a.contact_id, a.wa_group_id, coalesce(a.investor_id, m.investor_id) as investor_id, a.name, a.address, a.address_key, a.participants,
      coalesce(a.reason, case when ${isFollowUpDone(part)} then 'no_longer_applies' end) as reason
    from (${chosen}) a
    left join recipients m on m.organization_id = ${tenant.organization_id} and m.broadcast_id = ${source}
      and m.address_key = a.address_key`
}

/** The recipient received, read or answered the first message after the follow-up was written: it no longer applies. */
function isFollowUpDone(part: SourcePart): RawBuilder<unknown> {
  if (part === 'not_replied') return sql`m.replied_at is not null`
  return part === 'not_read' ? sql`m.status in ('read', 'played')` : sql`m.status > 'failed'`
}

function contacts(tenant: Tenant, broadcast: AudienceSpec): RawBuilder<unknown> {
  const { chosen } = broadcast
  const own = (excluded: boolean) =>
    chosen
      ? sql`select unnest(${excluded ? chosen.excluded : chosen.contacts}::uuid[]) as contact_id`
      : sql`select b.contact_id from broadcast_contacts b
          where b.organization_id = ${tenant.organization_id} and b.broadcast_id = ${broadcast.id} and b.excluded = ${excluded}`
  const byHand = sql`select contact_id, null::uuid as investor_id from (${own(false)}) by_hand`
  const people = audienceContactsOf(
    tenant,
    [byHand, ...broadcast.groups.map((group) => groupMembersOf(tenant, group))],
    { also: sql`${broadcast.all_contacts}`, not: own(true) },
  )
  return sql`select contact_id, null::uuid as wa_group_id, investor_id, name, address, address_key, null::integer as participants, reason
    from (${people}) people`
}

/** If the same group also belongs to this session, the other session's entry is left out. */
const groups = (tenant: Tenant, broadcast: AudienceSpec) => sql`
  select null, g.id, null, g.name, g.wa_id, case when g.session_id = ${broadcast.session_id} then g.wa_id else 'group:' || g.id end,
    greatest(g.participants_count - 1, 0), ${groupRefusal(sql`${broadcast.session_id}::uuid`)}
  from (
    ${
      broadcast.chosen
        ? sql`select unnest(${broadcast.chosen.wa_groups}::uuid[]) as wa_group_id`
        : sql`select wa_group_id from broadcast_wa_groups
            where organization_id = ${tenant.organization_id} and broadcast_id = ${broadcast.id}`
    }
    union select m.wa_group_id from broadcast_group_wa_groups m
    where m.organization_id = ${tenant.organization_id}
      and m.broadcast_group_id = any (${broadcast.groups.map(({ id }) => id)}::uuid[])) b
  join wa_groups g on g.organization_id = ${tenant.organization_id} and g.id = b.wa_group_id
  join wa_sessions s on s.organization_id = g.organization_id and s.id = g.session_id`

/** Why nothing is sent to group `g` of session `s`, or null. Only the phone that is a member of a group can write to it. */
export const groupRefusal = (sessionId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when g.imported_at is null or g.deleted_at is not null then 'group_removed'
    when s.deleted_at is not null then 'session_removed'
    when g.session_id <> ${sessionId} then 'other_session'
    when g.left_at is not null then 'not_in_group'
    when not g.can_post then 'may_not_post' end`

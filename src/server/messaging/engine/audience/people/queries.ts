// The contacts of an audience: picked by hand, found by a segment's rules, and not excluded.

import { type RawBuilder, sql } from 'kysely'
import type { AudienceCount, BroadcastGroupCount } from '../../../../../contract/broadcast-groups.ts'
import { message } from '../../../../../contract/messages/message.ts'
import { comparesAmounts, type Segment } from '../../../../../contract/segments.ts'
import { AppError } from '../../../../errors.ts'
import type { Tenant } from '../../../../platform/db/index.ts'
import { brokenRulesIn, contactsOf, possibleContactsOf } from '../segment/queries.ts'

/** A broadcast group that a broadcast is sent to. */
export interface AudienceGroup {
  id: string
  segment: Segment | null
}

/**
 * Returns the groups of a broadcast (by its id) or of a draft (by group ids) that exist, for `audienceOf`. Also raises the memory limit,
 * because that query hashes large sets.
 */
export async function audienceGroupsOf(tenant: Tenant, chosen: string | readonly string[]): Promise<AudienceGroup[]> {
  const ids =
    typeof chosen === 'string'
      ? sql`select b.broadcast_group_id from broadcast_audience_groups b
          where b.organization_id = ${tenant.organization_id} and b.broadcast_id = ${chosen}`
      : sql`select unnest(${chosen}::uuid[])`
  const { rows } = await sql<AudienceGroup>`
    select g.id, g.segment from broadcast_groups g
    where g.organization_id = ${tenant.organization_id} and g.id in (${ids}) and g.deleted_at is null
    order by g.id`.execute(tenant.db)
  if (rows.length > 0) await raiseHashMemory(tenant)
  return rows
}

/** `contact_id, investor_id` of a broadcast group; a contact excluded from it may be in others. */
export function groupMembersOf(tenant: Tenant, { id, segment }: AudienceGroup): RawBuilder<unknown> {
  const own = (excluded: boolean) => sql`select m.contact_id from broadcast_group_contacts m
    where m.organization_id = ${tenant.organization_id} and m.broadcast_group_id = ${id} and m.excluded = ${excluded}`
  return sql`select contact_id, investor_id from (
      select contact_id, null::uuid as investor_id from (${own(false)}) by_hand
      ${segment ? sql`union all select * from (${contactsOf(tenant, segment)}) by_rules` : sql``}) members
    where contact_id not in (${own(true)})`
}

type Counted = Omit<AudienceCount, 'sample' | 'wa_groups'> & {
  sample: (Omit<AudienceCount['sample'][number], 'phone_text'> & { phone: string | null })[]
}

/** Counts an audience that is not frozen yet. Fails after ten seconds. */
export async function countAudience(
  tenant: Tenant,
  {
    contact_ids = [],
    exclude_contact_ids = [],
    segment = null,
    sample = {},
  }: Omit<BroadcastGroupCount, 'wa_group_ids'>,
): Promise<Counted> {
  const [broken] = await brokenRulesIn(tenant, [segment])
  const given = (ids: readonly string[]) => sql`select unnest(${ids}::uuid[]) as contact_id`
  const isMoney = comparesAmounts(segment)
  const found =
    segment &&
    (isMoney
      ? possibleContactsOf(tenant, segment)
      : sql`select *, true as is_decided from (${contactsOf(tenant, segment)}) m`)
  const parts = [
    sql`select contact_id, null::uuid as investor_id from (${given(contact_ids)}) by_hand`,
    ...(found ? [sql`select contact_id, investor_id from found where is_decided`] : []),
  ]
  const people = audienceContactsOf(tenant, parts, { also: sql`false`, not: given(exclude_contact_ids) })
  const undecided = isMoney
    ? sql`(select count(*) from found where not is_decided and contact_id not in (select contact_id from people)
        and contact_id not in (${given(exclude_contact_ids)}))`
    : sql`0::bigint`
  await raiseHashMemory(tenant)
  await sql`select set_config('statement_timeout', '10s', true)`.execute(tenant.db)
  try {
    const { rows } = await sql<Omit<Counted, 'broken_rules'>>`
      with ${found ? sql`found as materialized (${found}),` : sql``} people as materialized (${people})
      select (select count(*) from people) as count, (select count(*) from people where reason is null) as reachable,
        (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'count', count) order by count desc, reason), '[]') from (
          select reason, count(*) from people where reason is not null group by reason) r) as excluded,
        ${undecided} as undecided,
        (select coalesce(jsonb_agg(to_jsonb(f) order by f.reason is not null, f.name collate "und-x-icu", f.contact_id), '[]') from (
          select p.contact_id, p.name, nullif(p.address, '') as phone, p.reason,
            case when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name) end as investor
          from (select * from people where ${sample.reason ? sql`reason = ${sample.reason}` : sql`true`}
            order by reason is not null, name collate "und-x-icu", contact_id limit ${sample.limit ?? 10}) p
          left join investors v on v.organization_id = ${tenant.organization_id} and v.id = p.investor_id) f) as sample`.execute(
      tenant.db,
    )
    return { ...rows[0]!, broken_rules: broken! }
  } catch (error) {
    if ((error as { code?: string }).code !== '57014') throw error
    throw new AppError('unavailable', message('audience.slow'), {
      retryAfterSeconds: 5,
    })
  }
}

interface AudienceExtras {
  /** A condition: contacts included in addition. */
  also: RawBuilder<unknown>
  /** A query: contacts excluded from all parts. */
  not: RawBuilder<unknown>
}

/** The existing contacts of these parts, each once, as `audienceOf` describes them. The first part that names an investor provides it. */
export function audienceContactsOf(
  tenant: Tenant,
  parts: readonly RawBuilder<unknown>[],
  { also, not }: AudienceExtras,
): RawBuilder<unknown> {
  const placed = parts.map(
    (part, place) => sql`select contact_id, investor_id, ${place}::integer as place from (${part}) part`,
  )
  return sql`
  with chosen as materialized (
    select contact_id, (array_agg(investor_id order by place) filter (where investor_id is not null))[1] as investor_id
    from (${sql.join(placed, sql` union all `)}) parts group by contact_id)
  select c.id as contact_id, k.investor_id, c.name, coalesce(c.phone, '') as address, coalesce(c.phone_key, 'contact:' || c.id) as address_key,
    case
      when c.phone is null then 'no_number'
      when o.phone_key is not null or c.consent = 'opted_out' then 'opted_out'
      when c.id in (select x.contact_id from investor_contacts x
        join investors v on v.organization_id = x.organization_id and v.id = x.investor_id
        where x.organization_id = ${tenant.organization_id} and v.do_not_contact and v.deleted_at is null)
        then 'do_not_contact' end as reason
  from contacts c
  left join chosen k on k.contact_id = c.id
  left join opt_outs o on o.organization_id = c.organization_id and o.phone_key = c.phone_key
  where c.organization_id = ${tenant.organization_id} and c.deleted_at is null
    and (${also} or k.contact_id is not null) and c.id not in (${not})`
}

/**
 * Until the transaction ends, sets of 100,000 contacts are looked up by hash, whatever the server's setting. Without the
 * memory the planner scans such a set again for every contact: it cannot estimate how many contacts match the rules.
 */
async function raiseHashMemory(tenant: Tenant): Promise<void> {
  await sql`select set_config('work_mem', '64MB', true), set_config('enable_nestloop', case when exists (
    select from contacts where organization_id = ${tenant.organization_id} offset 5000 limit 1) then 'off' else 'on' end, true)`.execute(
    tenant.db,
  )
}

// Reads investors: one, a page of a list, or all for an export; with their search and filters.
import { type RawBuilder, sql } from 'kysely'
import type { Investor, InvestorContact, InvestorQuery } from '../../../../contract/investors.ts'
import { isBulkChanged } from '../../../platform/db/bulk-changed.ts'
import {
  type CustomQuery,
  customConditions,
  customOrder,
  customValues,
  hasCustom,
} from '../../../platform/db/custom-values.ts'
import { today } from '../../../platform/db/day.ts'
import { isImported } from '../../../platform/db/imported.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { exact, jsonRows, time } from '../../../platform/db/json-rows.ts'
import { allIds, type PageQuery, pageOf, rowsByIds } from '../../../platform/db/page.ts'
import { contains, words } from '../../../platform/db/search.ts'
import { hasTag, tagLabels } from '../../../platform/db/tag-labels.ts'
import { sums } from '../../../platform/db/totals.ts'
import { shownName } from '../../master-data/service.ts'
import { orderOf } from '../orders/queries.ts'

/** An investor without the display text of its contacts' numbers. */
export type InvestorRow = Omit<Investor, 'contacts'> & { contacts: Omit<InvestorContact, 'phone_text'>[] }

const optedOut = sql`(c.consent = 'opted_out' or exists (select from opt_outs o
  where o.organization_id = c.organization_id and o.phone_key = c.phone_key))`
/** The live contacts of an investor `v`. */
const linked = sql`
  from investor_contacts x join contacts c on c.organization_id = x.organization_id and c.id = x.contact_id
  where x.organization_id = v.organization_id and x.investor_id = v.id and c.deleted_at is null`
const isReachable = sql`(not v.do_not_contact and exists (select ${linked} and c.phone is not null and not ${optedOut}))`
/** The live investments of an investor `v`, with their statuses. */
const held = sql`
  from investments i join investment_statuses s on s.organization_id = i.organization_id and s.id = i.status_id
  where i.organization_id = v.organization_id and i.investor_id = v.id and i.deleted_at is null`

const ticket = ({ sees_amounts }: Tenant, column: string) =>
  sql`${sees_amounts ? exact(sql`money(${sql.ref(`v.${column}`)}, v.preferred_currency)`) : sql`null::text`} as ${sql.ref(column)}`

const columns = (tenant: Tenant, ids: readonly string[]) => sql`
  v.id, v.code, v.name, v.kind, json_build_object('id', y.id, 'name', ${shownName(tenant, 'y')}, 'color', y.color) as type,
  v.email, v.country, v.city, v.website,
  (select coalesce(json_agg(json_build_object('id', g.id, 'name', ${shownName(tenant, 'g')}, 'color', g.color) order by g.position), '[]')
    from investor_stages x join investment_stages g on g.organization_id = x.organization_id and g.id = x.stage_id
    where x.organization_id = v.organization_id and x.investor_id = v.id and g.deleted_at is null) as preferred_stages,
  v.preferred_currency, ${ticket(tenant, 'ticket_min')}, ${ticket(tenant, 'ticket_max')}, v.source,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as owner,
  v.next_follow_up_on, v.follow_up_note, v.do_not_contact, v.notes, ${tagLabels('investor', 'v')} as tags,
  v.archived_at is not null as is_archived, ${customValues(tenant, 'investor', 'v')} as custom,
  coalesce(k.contacts, '[]') as contacts,
  case when f.is_active then 'active' when f.is_past then 'past' else 'prospect' end as relationship,
  coalesce(f.investment_count, 0) as investment_count, ${tenant.sees_amounts ? sql`coalesce(f.figures, '[]')` : sql`'[]'::json`} as figures,
  ${time(sql`k.last_contacted_at`)} as last_contacted_at, not v.do_not_contact and coalesce(k.is_reachable, false) as is_reachable,
  v.version, ${time(sql`v.created_at`)} as created_at, ${time(sql`v.updated_at`)} as updated_at
  from ${rowsByIds(tenant, 'investors', 'v', ids)}
  join investor_types y on y.organization_id = v.organization_id and y.id = v.investor_type_id
  left join users u on u.organization_id = v.organization_id and u.id = v.owner_user_id
  left join lateral (
    select bool_or(is_active) as is_active, bool_or(is_past) as is_past, sum(count)::bigint as investment_count,
      json_agg(json_build_object('currency', currency, 'committed', money(committed, currency)::text,
        'funded', money(funded, currency)::text, 'outstanding', money(outstanding, currency)::text,
        'distributed', money(distributed, currency)::text) order by currency) as figures
    from (
      select i.currency, count(*) as count,
        bool_or(s.category in ('committed', 'funded')) as is_active, bool_or(s.category = 'exited') as is_past,
        ${sums.committed} as committed, ${sums.funded} as funded, ${sums.outstanding} as outstanding,
        ${sums.distributed} as distributed
      ${held} group by i.currency) by_currency) f on true
  left join lateral (
    select json_agg(json_build_object('id', c.id, 'name', c.name, 'phone', c.phone, 'email', c.email,
        'consent', case when o.phone_key is not null then 'opted_out' else c.consent end, 'role', x.role, 'is_primary', x.is_primary)
        order by x.is_primary desc, x.created_at, c.id) filter (where c.id is not null) as contacts,
      bool_or(c.phone is not null and c.consent <> 'opted_out' and o.phone_key is null) as is_reachable,
      -- Includes contacts deleted since.
      max((select max(r.sent_at) from recipients r
        where r.organization_id = x.organization_id and r.contact_id = x.contact_id)) as last_contacted_at
    from investor_contacts x
    left join contacts c on c.organization_id = x.organization_id and c.id = x.contact_id and c.deleted_at is null
    left join opt_outs o on o.organization_id = c.organization_id and o.phone_key = c.phone_key
    where x.organization_id = v.organization_id and x.investor_id = v.id) k on true
  where v.deleted_at is null order by requested.place`

export async function get(tenant: Tenant, id: string): Promise<InvestorRow | undefined> {
  return (await getRows(tenant, [id]))[0]
}

export async function getRows(tenant: Tenant, ids: readonly string[]): Promise<InvestorRow[]> {
  return await jsonRows<InvestorRow>(tenant, columns(tenant, ids))
}

export async function list(
  tenant: Tenant,
  query: InvestorQuery & CustomQuery,
): Promise<{ data: InvestorRow[]; total: number }> {
  return await pageOf(tenant, cut(tenant, query), (ids) => getRows(tenant, ids))
}

/** All pages, in batches. */
export async function* all(tenant: Tenant, query: InvestorQuery & CustomQuery): AsyncGenerator<InvestorRow[]> {
  for await (const ids of allIds(tenant, cut(tenant, query))) yield await getRows(tenant, ids)
}

function cut(tenant: Tenant, { page, per_page, sort = 'name', ...filters }: InvestorQuery & CustomQuery): PageQuery {
  return {
    from: sql`investors v`,
    id: sql`v.id`,
    live: live(tenant),
    filters: conditions(tenant, filters),
    order: filters.sorted_by ? customOrder(tenant, 'v', filters.sorted_by) : orderOf(tenant, sort),
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    page,
    per_page,
    kind: 'investors',
    isSearch: Boolean(filters.q || filters.import_id || filters.bulk_change_id),
    readsAll: hasCustom(filters) || filters.relationship !== undefined || filters.is_reachable !== undefined,
  }
}

const live = ({ organization_id }: Tenant) => sql`v.organization_id = ${organization_id} and v.deleted_at is null`

type Filters = Omit<InvestorQuery, 'page' | 'per_page' | 'sort'> & CustomQuery

/** The ids of the investors that match. */
export const matchingIds = (tenant: Tenant, filters: Filters): RawBuilder<{ id: string }> =>
  sql`select v.id from investors v where ${sql.join([live(tenant), ...conditions(tenant, filters)], sql` and `)}`

/** A condition on `investments i`: those of the matching investors. */
export function ofMatching(tenant: Tenant, filters: Filters): RawBuilder<unknown> {
  return sql`i.organization_id = ${tenant.organization_id} and i.deleted_at is null
    and i.investor_id in (select v.id from investors v
      where ${sql.join([live(tenant), ...conditions(tenant, filters)], sql` and `)})`
}

function conditions(tenant: Tenant, filters: Filters): RawBuilder<unknown>[] {
  const { q = '', kind, investor_type_id, relationship, stage_id, owner_user_id, country, tag_id, contact_id } = filters
  const holds = (...categories: string[]) => sql`exists (select ${held} and s.category = any (${categories}))`
  const relationships = {
    active: holds('committed', 'funded'),
    past: sql`(not ${holds('committed', 'funded')} and ${holds('exited')})`,
    prospect: sql`not ${holds('committed', 'funded', 'exited')}`,
  }
  const all = [
    ...words(q).map((word) => contains('v', word)),
    kind && sql`v.kind = ${kind}`,
    investor_type_id && sql`v.investor_type_id = any (${investor_type_id})`,
    relationship &&
      sql`(${sql.join(
        relationship.map((each) => relationships[each]),
        sql` or `,
      )})`,
    stage_id &&
      sql`exists (select from investor_stages x where x.organization_id = v.organization_id and x.investor_id = v.id
        and x.stage_id = any (${stage_id}))`,
    owner_user_id && sql`v.owner_user_id = ${owner_user_id}`,
    country && sql`v.country = any (${country})`,
    tag_id && hasTag('investor', 'v', tag_id),
    contact_id &&
      sql`exists (select from investor_contacts x where x.organization_id = v.organization_id and x.investor_id = v.id
        and x.contact_id = ${contact_id})`,
    filters.follow_up && sql`v.next_follow_up_on <= ${today(tenant)}`,
    filters.is_archived && sql`(v.archived_at is not null) = ${filters.is_archived === 'true'}`,
    filters.is_reachable && sql`${isReachable} = ${filters.is_reachable === 'true'}`,
    filters.import_id && isImported.investor(tenant, sql`v.id`, filters.import_id),
    filters.bulk_change_id && isBulkChanged.investor(tenant, sql`v.id`, filters.bulk_change_id),
    ...customConditions(tenant, 'v', filters),
  ]
  return all.filter((condition) => typeof condition === 'object')
}

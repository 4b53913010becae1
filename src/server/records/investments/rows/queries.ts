// Reads investments: one, a page of a list, or all for an export.
import { sql } from 'kysely'
import type { Investment, InvestmentQuery } from '../../../../contract/investments.ts'
import { type AsOf, investmentsOn, joinStatuses } from '../../../platform/db/as-of.ts'
import { type CustomQuery, customOrder, customValues, hasCustom } from '../../../platform/db/custom-values.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { exact, jsonRows, time } from '../../../platform/db/json-rows.ts'
import { allIds, type PageQuery, pageOf, rowsByIds } from '../../../platform/db/page.ts'
import { tagLabels } from '../../../platform/db/tag-labels.ts'
import { outstanding, overdueCondition } from '../../../platform/db/totals.ts'
import { shownName } from '../../master-data/service.ts'
import { conditions, live } from '../filters/queries.ts'
import { orderOf } from '../orders/queries.ts'

const columns = (tenant: Tenant, ids: readonly string[], day: AsOf) => sql`
  i.id, i.reference, i.title, i.title_is_automatic,
  json_build_object('id', v.id, 'code', v.code, 'name', v.name) as investor,
  case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as offering,
  json_build_object('id', s.id, 'name', ${shownName(tenant, 's')}, 'color', s.color, 'category', s.category) as status, ${time(sql`i.status_since`)} as status_since,
  case when g.id is not null then json_build_object('id', g.id, 'name', ${shownName(tenant, 'g')}, 'color', g.color) end as stage,
  i.instrument, i.currency, ${exact(sql`money(i.expected_amount, i.currency)`)} as expected_amount,
  ${exact(sql`money(i.committed_amount, i.currency)`)} as committed_amount,
  coalesce(i.probability, s.probability) as probability, i.probability is not null as probability_is_own,
  i.expected_close_on, i.committed_on, i.closed_on, i.lost_reason,
  ${exact(sql`trim_scale(i.units)`)} as units, ${exact(sql`trim_scale(i.unit_price)`)} as unit_price, ${exact(sql`trim_scale(i.ownership_percent)`)} as ownership_percent,
  ${exact(sql`trim_scale(i.interest_rate_percent)`)} as interest_rate_percent, ${exact(sql`trim_scale(i.discount_percent)`)} as discount_percent,
  ${exact(sql`money(i.valuation_cap, i.currency)`)} as valuation_cap, i.maturity_on,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as owner, i.notes,
  ${tagLabels('investment', 'i')} as tags,
  ${exact(sql`money(i.funded, i.currency)`)} as funded,
  ${exact(sql`money(${outstanding(sql`s.category`, sql`i.committed_amount`, sql`i.funded`)}, i.currency)`)} as outstanding,
  ${exact(sql`money(i.scheduled - late.amount, i.currency)`)} as due, ${exact(sql`money(late.amount, i.currency)`)} as overdue,
  ${exact(sql`money(i.distributed, i.currency)`)} as distributed,
  i.next_due_on, i.transaction_count, ${customValues(tenant, 'investment', 'i')} as custom, i.version, ${time(sql`i.created_at`)} as created_at, ${time(sql`i.updated_at`)} as updated_at
  from ${day === undefined ? rowsByIds(tenant, 'investments', 'i', ids) : thoseOn(tenant, ids, day)}
  join investors v on v.organization_id = i.organization_id and v.id = i.investor_id
  ${joinStatuses(tenant, day)}
  left join offerings o on o.organization_id = i.organization_id and o.id = i.offering_id
  left join investment_stages g on g.organization_id = i.organization_id and g.id = i.stage_id
  left join users u on u.organization_id = i.organization_id and u.id = i.owner_user_id
  ${overdueCondition(tenant, day)}`

export async function get(tenant: Tenant, id: string): Promise<Investment | undefined> {
  return (await getRows(tenant, [id]))[0]
}

export async function getRows(tenant: Tenant, ids: readonly string[], day?: AsOf): Promise<Investment[]> {
  return await jsonRows<Investment>(
    tenant,
    sql`${columns(tenant, ids, day)} where i.deleted_at is null order by requested.place`,
  )
}

/** The same rows and sums as of a past day. */
const thoseOn = (tenant: Tenant, ids: readonly string[], day: AsOf) => sql`
  unnest(${ids}::uuid[]) with ordinality requested (id, place)
  join ${investmentsOn(tenant, day)} on i.organization_id = ${tenant.organization_id} and i.id = requested.id`

export async function list(
  tenant: Tenant,
  query: InvestmentQuery & CustomQuery,
): Promise<{ data: Investment[]; total: number }> {
  return await pageOf(tenant, cut(tenant, query), (ids) => getRows(tenant, ids, query.as_of))
}

/** All pages, in batches. */
export async function* all(tenant: Tenant, query: InvestmentQuery & CustomQuery): AsyncGenerator<Investment[]> {
  for await (const ids of allIds(tenant, cut(tenant, query))) yield await getRows(tenant, ids, query.as_of)
}

function cut(
  tenant: Tenant,
  { page, per_page, sort = '-created_at', ...filters }: InvestmentQuery & CustomQuery,
): PageQuery {
  return {
    from: investmentsOn(tenant, filters.as_of),
    id: sql`i.id`,
    live: live(tenant),
    filters: conditions(tenant, filters),
    order: filters.sorted_by ? customOrder(tenant, 'i', filters.sorted_by) : orderOf(tenant, sort, filters.as_of),
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    page,
    per_page,
    kind: 'investments',
    isSearch: Boolean(filters.q || filters.as_of || filters.import_id || filters.bulk_change_id),
    readsAll: hasCustom(filters),
  }
}

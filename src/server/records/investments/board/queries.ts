// SQL of the board: columns with their sums and the ids of their cards, in one statement.
import { type RawBuilder, sql } from 'kysely'
import type { Board, BoardColumn, BoardQuery } from '../../../../contract/investments.ts'
import { investmentsOn, joinStatuses } from '../../../platform/db/as-of.ts'
import { cached } from '../../../platform/db/cache.ts'
import { type CustomQuery, customOrder } from '../../../platform/db/custom-values.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { fullOrder } from '../../../platform/db/page.ts'
import { isOpen, settingOf, worth } from '../../../platform/db/totals.ts'
import { shownName } from '../../master-data/service.ts'
import { matching } from '../filters/queries.ts'
import { orderOf } from '../orders/queries.ts'

type Column = Omit<BoardColumn, 'cards'> & { ids: string[] }
export type BoardRow = Omit<Board, 'columns'> & { columns: Column[] }

export async function board(
  tenant: Tenant,
  {
    by = 'status',
    column,
    sort = '-updated_at',
    page = 1,
    per_column = 20,
    ...filters
  }: Omit<BoardQuery, 'in'> & CustomQuery,
  target: string | undefined,
): Promise<BoardRow> {
  const day = filters.as_of
  const key = by === 'status' ? sql`i.status_id` : sql`i.stage_id`
  const order = filters.sorted_by ? customOrder(tenant, 'i', filters.sorted_by) : orderOf(tenant, sort, day)
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const inColumn = column === undefined ? sql`true` : column === 'none' ? sql`${key} is null` : sql`${key} = ${column}`
  const columns = by === 'status' ? statuses(tenant, filters) : stages(tenant, filters)
  const [answer] = await cached(
    tenant,
    sql<BoardRow>`
    with ${settingOf(tenant, target, day)},
    hits as materialized (
      select i.id, ${key} as column_id, i.currency, ${worth(sql`c.category`)} as worth,
        case when ${isOpen(sql`c.category`)} then ${worth(sql`c.category`)} * coalesce(i.probability, c.probability, 0) * 0.01 end as weighted,
        row_number() over (partition by ${key} ${fullOrder(order, sql`i.id`, direction)}) as place
      from ${investmentsOn(tenant, day)}
      -- With a name of its own (c), because some orders join the statuses as well (s).
      cross join lateral (select s.category, s.probability from (values (0)) one ${joinStatuses(tenant, day)}) c
      ${order.joins ?? sql``}
      where ${matching(tenant, filters)} and ${inColumn}),
    sums as materialized (
      select column_id, currency, count(*) as count, count(*) filter (where worth <> 0) as valued,
        coalesce(sum(worth), 0) as total, coalesce(sum(weighted), 0) as weighted
      from hits group by column_id, currency),
    rates as materialized (
      select c.currency, r.rate from (select distinct currency from sums) c, setting,
        lateral rate_for(${tenant.organization_id}, c.currency, target, base, as_of) r),
    figures as (
      select column_id, sum(count) as count, sum(total * rate) as total, sum(weighted * rate) as weighted,
        json_agg(json_build_object('currency', currency, 'count', valued, 'total', money(total, currency)::text,
          'weighted', money(weighted, currency)::text) order by currency) filter (where rate is null and total <> 0) as not_converted
      from sums join rates using (currency) group by column_id)
    select target as currency, as_of, (
      select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color, 'category', g.category,
        'is_active', g.is_active, 'count', coalesce(f.count, 0), 'total', money(coalesce(f.total, 0), target)::text,
        'weighted', money(coalesce(f.weighted, 0), target)::text, 'not_converted', coalesce(f.not_converted, '[]'),
        'ids', array(select id from hits h where h.column_id is not distinct from g.id
          and place > ${(page - 1) * per_column} and place <= ${page * per_column} order by place)) order by g.position), '[]')
      from (${columns}) g left join figures f on f.column_id is not distinct from g.id
      where (g.is_active or f.count > 0) and ${column === undefined ? sql`true` : column === 'none' ? sql`g.id is null` : sql`g.id = ${column}`}) as columns
    from setting`,
  )
  return answer!
}

type Filters = Pick<BoardQuery, 'status_id' | 'stage_id' | 'category'>

/** As of a past day, deleted statuses have columns too, if they had investments. Statuses that a filter excludes have no column. */
function statuses(tenant: Tenant, { status_id, category }: Filters): RawBuilder<unknown> {
  return sql`
    select s.id, ${shownName(tenant, 's')} as name, s.color, s.category, s.is_active and s.deleted_at is null as is_active, s.position
    from investment_statuses s where s.organization_id = ${tenant.organization_id}
      and (${status_id ?? null}::uuid[] is null or s.id = any (${status_id ?? null}::uuid[]))
      and (${category ?? null}::text[] is null or s.category = any (${category ?? null}::text[]))`
}

/** The first column has the investments without a stage. */
function stages(tenant: Tenant, { stage_id }: Filters): RawBuilder<unknown> {
  return sql`
    select null::uuid as id, null::text as name, null::text as color, null::text as category, ${stage_id === undefined}::boolean as is_active, 0 as position
    union all
    select s.id, ${shownName(tenant, 's')}, s.color, null, s.is_active and s.deleted_at is null, s.position
    from investment_stages s where s.organization_id = ${tenant.organization_id}
      and (${stage_id ?? null}::uuid[] is null or s.id = any (${stage_id ?? null}::uuid[]))`
}

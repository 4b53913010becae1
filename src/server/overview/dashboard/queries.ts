// All SQL of the dashboard. db/totals.ts defines the figures; this module breaks them down by group.
import { type RawBuilder, sql } from 'kysely'
import type { RecipientStatus } from '../../../contract/broadcasts.ts'
import type {
  BroadcastFunnel,
  Comparison,
  DashboardComparison,
  DashboardGroup,
  Month,
  OfferingSums,
} from '../../../contract/dashboard.ts'
import { figureNames, type InvestmentTotals, type OldRate } from '../../../contract/investments.ts'
import type { AsOf } from '../../platform/db/as-of.ts'
import { countsOf } from '../../platform/db/broadcast-counts.ts'
import { cached } from '../../platform/db/cache.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { isCommitted, isOld, isOpen, type TotalsRow, totalsRows, totalsTables } from '../../platform/db/totals.ts'
import { shownName } from '../../records/master-data/service.ts'

export interface Parts {
  totals: TotalsRow[]
  groups: (DashboardGroup & { kind: GroupBy; share: string | null })[]
  offerings: OfferingSums[]
  months: Month[]
  /** Old rates behind the targets. */
  old_targets: OldRate[]
}
export type GroupBy = 'status' | 'stage' | 'type' | 'currency' | 'country' | 'investor'

interface Asked {
  /** A condition on `investments i`. */
  where: RawBuilder<unknown>
  /** The currency to convert into, the base when absent. */
  target: string | undefined
  /** A past day; absent for now. */
  day: AsOf
  offering_id: readonly string[] | undefined
}

export async function parts(tenant: Tenant, asked: Asked): Promise<Parts> {
  const [answer] = await cached(tenant, statement(tenant, asked))
  return answer!
}

/** What investments are grouped by; those of offerings and months are shown apart. */
const keys = {
  status: sql`status_id`,
  stage: sql`stage_id`,
  type: sql`investor_type_id`,
  country: sql`country`,
  offering: sql`offering_id`,
  currency: sql`currency`,
  investor: sql`investor_id`,
  month: sql`month`,
}

/** The totals, and from the same investments and payments `sums`: of each group in the target currency, unrounded. */
function statement(tenant: Tenant, { offering_id, ...request }: Asked): RawBuilder<Parts> {
  const ways = Object.entries(keys)
  const columns = sql`, i.status_id, i.stage_id, i.offering_id, i.investor_id, v.investor_type_id, v.country,
    case when ${isCommitted(sql`s.category`)} then month_of(coalesce(i.committed_on, (
      select min(c.at at time zone setting.time_zone)::date from investment_status_changes c
      join investment_statuses s on s.organization_id = c.organization_id and s.id = c.to_status_id
      where c.organization_id = i.organization_id and c.investment_id = i.id and ${isCommitted(sql`s.category`)}), setting.as_of))
    end as month`
  const joins = sql`join investors v on v.organization_id = i.organization_id and v.id = i.investor_id`
  return sql<Parts>`
    with ${totalsTables(tenant, request, { columns, joins })},
    -- Each side has the other. A full join is hashed, also where the planner expects a single row and would pair all with all.
    paid as materialized (
      select m.id, sum(m.funded * d.rate) as worth, bool_or(d.rate is null and m.funded is not null) as is_missing
      from moves m full join priced d on d.currency = m.currency and d.settled_on = m.settled_on group by m.id),
    valued as (
      select h.*, r.rate, case when ${isOpen(sql`category`)} then coalesce(h.expected, h.committed) end as in_pipeline,
        case when month is not null then h.committed end as in_commitment
      from hits h join own r on r.currency = h.currency),
    sums as materialized (
      select case ${sql.join(
        ways.map(([way, key]) => sql`when grouping(${key}) = 0 then ${sql.lit(way)}`),
        sql` `,
      )} end as way,
        coalesce(${sql.join(ways.map(([, key]) => sql`${key}::text`))}) as id, count(*),
        coalesce(sum(in_pipeline * rate), 0) as pipeline, coalesce(sum(in_commitment * rate), 0) as committed,
        coalesce(sum(worth), 0) as funded,
        count(*) filter (where is_missing or rate is null and (in_pipeline <> 0 or in_commitment <> 0)) as not_converted
      from valued full join paid using (id) group by grouping sets (${sql.join(ways.map(([, key]) => sql`(${key})`))}))
    select (select json_agg(t) from (${totalsRows}) t) as totals, (${groups(tenant)}) as groups,
      (${offerings(tenant, offering_id)}) as offerings, (${months}) as months, (${oldTargets(tenant, offering_id)}) as old_targets`
}

const shown = sql`'count', g.count, 'pipeline', money(g.pipeline, target)::text,
  'committed', money(g.committed, target)::text, 'funded', money(g.funded, target)::text,
  'not_converted', g.not_converted`

/** All groups, and of investors the ten with the largest commitment. */
function groups(tenant: Tenant): RawBuilder<unknown> {
  const { organization_id } = tenant
  const shownNames = sql.join(['s', 'e', 'y'].map((row) => shownName(tenant, row)))
  const named = (table: string, alias: string, kind: GroupBy) =>
    sql`left join ${sql.table(table)} ${sql.ref(alias)} on ${sql.ref(alias)}.organization_id = ${organization_id}
      and ${sql.ref(alias)}.id = case when g.way = ${sql.lit(kind)} then g.id::uuid end`
  return sql`
    select coalesce(json_agg(json_build_object('kind', g.way, 'id', g.id,
        'name', coalesce(${shownNames}, v.name), 'color', coalesce(s.color, e.color, y.color), ${shown},
        'share', case when g.way = 'investor' then
          round(100 * g.committed / nullif((select sum(committed) from sums where way = 'status'), 0), 1)::text end)
      order by g.way, coalesce(s.position, e.position), g.committed desc, g.pipeline desc, g.count desc, coalesce(v.name, g.id)), '[]')
    from setting, (
      select * from sums where way not in ('offering', 'investor', 'month')
      union all
      (select * from sums where way = 'investor' and committed > 0 order by committed desc, id limit 10)) g
    ${named('investment_statuses', 's', 'status')}
    ${named('investment_stages', 'e', 'stage')}
    ${named('investor_types', 'y', 'type')}
    ${named('investors', 'v', 'investor')}`
}

/** Offerings `o` that are shown even without investments. */
const shownOffering = (offeringIds: readonly string[] | undefined) => sql`o.deleted_at is null and o.state = 'open'
  and (${offeringIds ?? null}::uuid[] is null or o.id = any (${offeringIds ?? null}::uuid[]))`

/** All shown offerings, including empty ones, and the investments in none. */
function offerings({ organization_id }: Tenant, asked: readonly string[] | undefined): RawBuilder<unknown> {
  return sql`
    select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'target', money(o.worth, target)::text,
        'remaining', case when o.worth is not null then money(greatest(o.worth - greatest(g.funded, 0), 0), target)::text end, ${shown})
      order by o.id is null, g.committed desc, g.pipeline desc, o.name), '[]')
    from setting, (
      select id::uuid as offering_id, count, pipeline, committed, funded, not_converted from sums where way = 'offering'
      union all
      select id, 0, 0, 0, 0, 0 from offerings o
      where o.organization_id = ${organization_id} and ${shownOffering(asked)}
        and o.id not in (select id::uuid from sums where way = 'offering' and id is not null)) g
    left join lateral (
      select o.id, o.name, o.target_amount * r.rate as worth
      from offerings o, setting, lateral ${targetRate(organization_id)} r
      where o.organization_id = ${organization_id} and o.id = g.offering_id) o on true`
}

/** Rate of the targets of offerings `o`. */
const targetRate = (organization_id: string) =>
  sql`rate_for(${organization_id}, o.currency, setting.target, setting.base, setting.as_of)`

/** Old rates that convert the targets shown. */
const oldTargets = ({ organization_id }: Tenant, asked: readonly string[] | undefined) => sql`
  select coalesce(json_agg(json_build_object('from', currency, 'to', target, 'day', r.day, 'through',
    case when r.path = 'crossed' then base end, 'payment_days', 0) order by currency), '[]')
  from (
    select distinct currency from offerings o
    where o.organization_id = ${organization_id} and o.target_amount > 0 and (${shownOffering(asked)}
      or o.id in (select id::uuid from sums where way = 'offering' and id is not null))) o, setting,
    lateral ${targetRate(organization_id)} r
  where ${isOld(sql`r.day`, sql`setting.as_of`)}`

const months = sql`
  select coalesce(json_agg(json_build_object('month', to_char(make_date(month / 12, month % 12 + 1, 1), 'YYYY-MM'),
      'committed', money(committed, target)::text, 'funded', money(funded, target)::text,
      'committed_total', money(committed_total, target)::text, 'funded_total', money(funded_total, target)::text) order by month), '[]')
  from (
    select month, committed, funded, sum(committed) over (order by month) as committed_total,
      sum(funded) over (order by month) as funded_total
    from (
      select month, coalesce(sum(committed), 0) as committed, coalesce(sum(funded), 0) as funded
      from (
        -- A future day has no month of its own; it counts with the last one, so that the total includes it.
        select least(id::int, month_of(as_of)) as month, committed, 0 as funded from sums, setting where way = 'month' and id is not null
        union all
        select least(month_of(settled_on), month_of(as_of)), 0, funded * rate from priced, setting
        union all
        select generate_series(month_of(as_of) - 35, month_of(as_of)), 0, 0 from setting
      ) moved group by month) each_month) m, setting
  where month > month_of(as_of) - 36
    and (month > month_of(as_of) - 12 or committed_total <> 0 or funded_total <> 0)`

const spans: Record<Comparison, RawBuilder<unknown>> = {
  month: sql`d - interval '1 month'`,
  quarter: sql`d - interval '3 months'`,
  year: sql`d - interval '1 year'`,
  year_start: sql`date_trunc('year', d) - interval '1 day'`,
}

/** The day one month, quarter or year earlier, or the last day of the previous year. 31 May minus a quarter is 28 or 29 February. */
export async function dayBefore(tenant: Tenant, day: string, span: Comparison): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (${spans[span]})::date as day from (select ${day}::date::timestamp as d) s`.execute(tenant.db)
  return rows[0]!.day
}

type Base = InvestmentTotals['base']

/** The change in each figure between two days; null if an amount in it has no exchange rate on either day. */
export async function changes(tenant: Tenant, now: Base, before: Base): Promise<DashboardComparison['figures']> {
  const figures = figureNames.map((figure) => ({
    figure,
    now: now[figure],
    before: before[figure],
    is_known: [...now.not_converted, ...before.not_converted].every((line) => /^[0.-]*$/.test(line[figure])),
  }))
  const { rows } = await sql<DashboardComparison['figures'][number]>`
    select figure, now, before, case when is_known then (now::numeric - before::numeric)::text end as change,
      case when is_known then round(100 * (now::numeric - before::numeric) / nullif(before::numeric, 0), 1)::text end as percent
    from json_to_recordset(${JSON.stringify(figures)}::json) as f (figure text, now text, before text, is_known boolean)`.execute(
    tenant.db,
  )
  return rows
}

/** Number of investors of these types, and of those that can be messaged. */
export async function reach(
  tenant: Tenant,
  types: readonly string[] | undefined,
): Promise<{ investors: number; reachable: number }> {
  const { organization_id } = tenant
  const [counts] = await cached(
    tenant,
    sql<{ investors: number; reachable: number }>`
    select count(*) as investors, count(*) filter (where not v.do_not_contact and v.id in (
      select x.investor_id from investor_contacts x
      join contacts c on c.organization_id = x.organization_id and c.id = x.contact_id
      where x.organization_id = ${organization_id} and c.deleted_at is null and c.phone is not null and c.consent <> 'opted_out'
        and not exists (select from opt_outs o where o.organization_id = c.organization_id and o.phone_key = c.phone_key))) as reachable
    from investors v
    where v.organization_id = ${organization_id} and v.deleted_at is null ${types ? sql`and v.investor_type_id = any (${types}::uuid[])` : sql``}`,
  )
  return counts!
}

/** Funnel of the last broadcasts. A status implies that all earlier steps were reached. */
export async function funnel(tenant: Tenant, days: number): Promise<Omit<BroadcastFunnel, 'days'>> {
  const { rows } = await sql<Omit<BroadcastFunnel, 'days'>>`
    select (select count(*) from broadcasts where ${lately(tenant, days)}) as broadcasts,
      ${reached('sent')} as sent, ${reached('delivered')} as delivered, ${reached('read')} as read,
      coalesce(sum(c.replied), 0)::bigint as replied
    from (select id from broadcasts where ${lately(tenant, days)}) b cross join ${countsOf(tenant, sql`b.id`)} c`.execute(
    tenant.db,
  )
  return rows[0]!
}

const reached = (status: RecipientStatus) =>
  sql`coalesce(sum(c.n) filter (where c.kind = any (enum_range(${status}::recipient_status, null)::text[])), 0)::bigint`

const lately = ({ organization_id }: Tenant, days: number) =>
  sql`organization_id = ${organization_id} and deleted_at is null and test_of is null and started_at > now() - make_interval(days => ${days}::int)`

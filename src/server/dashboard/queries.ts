// All SQL of the dashboard. What a figure is stands in db/totals.ts; here the same is told apart.
import { type RawBuilder, sql } from 'kysely'
import type { BroadcastFunnel, Group, Month, OfferingSums } from '../../contract/dashboard.ts'
import { type AsOf, investmentsOn, movedOn } from '../db/as-of.ts'
import { dayOf } from '../db/day.ts'
import type { Tenant } from '../db/index.ts'
import { remembered } from '../db/memory.ts'
import { isCommitted, isOpen, planFor } from '../db/totals.ts'

export interface Parts {
  groups: (Group & { kind: Kind; share: string | null })[]
  offerings: OfferingSums[]
  months: Month[]
}
export type Kind = 'status' | 'stage' | 'type' | 'currency' | 'country' | 'investor'

/** `where` is a condition on `investments i`; `target` a currency, the base when absent; `day` one of the past. */
export async function parts(
  tenant: Tenant,
  where: RawBuilder<unknown>,
  { target, day, offering_id }: { target: string | undefined; day: AsOf; offering_id: readonly string[] | undefined },
): Promise<Parts> {
  const as_of = day ?? (await dayOf(tenant))
  const question = sql`dashboard ${day ?? null} ${as_of} ${target ?? null} ${offering_id ?? null} ${where}`
  return await remembered(tenant, question, async (seen) => {
    await planFor(tenant, where)
    const { rows } = await sql<Parts & { snapshot: string | null }>`
      with ${tables(tenant, where, { target, day, as_of })}
      select (${groups(tenant)}) as groups, (${offerings(tenant, offering_id)}) as offerings, (${months}) as months,
        ${seen} as snapshot`.execute(tenant.db)
    const { snapshot, ...answer } = rows[0]!
    return { answer, snapshot }
  })
}

/** `valued` has each investment with what it is worth in the currency, `days` what was paid on each day. Unrounded. */
function tables(
  tenant: Tenant,
  where: RawBuilder<unknown>,
  { target, day, as_of }: { target: string | undefined; day: AsOf; as_of: string },
): RawBuilder<unknown> {
  const { organization_id } = tenant
  const category = sql.ref('s.category')
  const rate = (on: RawBuilder<unknown>) =>
    sql`rate_on(${organization_id}, currency, setting.target, setting.base, ${on})`
  return sql`
    setting as materialized (
      select base_currency as base, coalesce(${target ?? null}::text, base_currency) as target, ${as_of}::date as as_of, time_zone
      from organizations where organization_id = ${organization_id}),
    hits as materialized (
      select i.id, i.currency, i.status_id, i.stage_id, i.offering_id, i.investor_id, v.investor_type_id, v.country,
        case when ${isOpen(category)} then coalesce(i.expected_amount, i.committed_amount, 0) else 0 end as pipeline,
        case when ${isCommitted(category)} then coalesce(i.committed_amount, 0) else 0 end as committed,
        case when ${isCommitted(category)} then date_trunc('month', least(coalesce(i.committed_on, (
          select min(c.at at time zone setting.time_zone)::date from investment_status_changes c
          join investment_statuses s on s.organization_id = c.organization_id and s.id = c.to_status_id
          where c.organization_id = i.organization_id and c.investment_id = i.id and ${isCommitted(category)})), setting.as_of))::date
        end as month
      from setting, ${investmentsOn(tenant, day)}
      join investment_statuses s on s.organization_id = i.organization_id and s.id = i.status_id
      join investors v on v.organization_id = i.organization_id and v.id = i.investor_id
      where ${where}),
    rates as materialized (
      select currency, ${rate(sql`setting.as_of`)} as rate from (select distinct currency from hits) c, setting),
    paid as materialized (
      select h.id, h.currency, t.settled_on, case t.kind when 'contribution' then t.amount else -t.amount end as amount
      from hits h join transactions t on t.organization_id = ${organization_id} and t.investment_id = h.id
      where ${movedOn(day)} and t.kind in ('contribution', 'refund')),
    days as materialized (
      select currency, settled_on, amount, ${rate(sql`settled_on`)} as rate
      from (select currency, settled_on, sum(amount) as amount from paid group by currency, settled_on) d, setting),
    worth as (
      select p.id, sum(p.amount * d.rate) as funded, bool_or(d.rate is null) as is_missing
      from paid p join days d on d.currency = p.currency and d.settled_on = p.settled_on
      group by p.id),
    valued as materialized (
      select h.*, h.pipeline * r.rate as pipeline_worth, h.committed * r.rate as committed_worth, w.funded,
        coalesce(w.is_missing, false) or r.rate is null and (h.pipeline <> 0 or h.committed <> 0) as is_missing
      from hits h join rates r on r.currency = h.currency left join worth w on w.id = h.id),
    top as (
      select investor_id from valued where committed_worth > 0
      group by investor_id order by sum(committed_worth) desc, investor_id limit 10)`
}

const sums = sql`count(*) as count, coalesce(sum(pipeline_worth), 0) as pipeline,
  coalesce(sum(committed_worth), 0) as committed, coalesce(sum(funded), 0) as funded,
  count(*) filter (where is_missing) as not_converted`

const shown = sql`'count', g.count, 'pipeline', money(g.pipeline, setting.target)::text,
  'committed', money(g.committed, setting.target)::text, 'funded', money(g.funded, setting.target)::text,
  'not_converted', g.not_converted`

function groups({ organization_id }: Tenant): RawBuilder<unknown> {
  const named = (table: string, alias: string, key: string) =>
    sql`left join ${sql.table(table)} ${sql.ref(alias)} on ${sql.ref(alias)}.organization_id = ${organization_id} and ${sql.ref(alias)}.id = g.${sql.ref(key)}`
  return sql`
    select coalesce(json_agg(json_build_object('kind', g.kind,
        'id', coalesce(g.status_id::text, g.stage_id::text, g.investor_type_id::text, g.investor_id::text, g.currency, g.country),
        'name', coalesce(s.name, e.name, y.name, v.name), 'color', coalesce(s.color, e.color, y.color), ${shown},
        'share', case when g.kind = 'investor' then round(100 * g.committed / (select sum(committed_worth) from valued), 1)::text end)
      order by g.kind, coalesce(s.position, e.position), g.committed desc, g.pipeline desc, g.count desc,
        coalesce(v.name, g.currency, g.country)), '[]')
    from (
      select case grouping(status_id, stage_id, investor_type_id, currency, country)
          when 15 then 'status' when 23 then 'stage' when 27 then 'type' when 29 then 'currency' else 'country' end as kind,
        status_id, stage_id, investor_type_id, currency, country, null::uuid as investor_id, ${sums}
      from valued group by grouping sets ((status_id), (stage_id), (investor_type_id), (currency), (country))
      union all
      -- Of all investors only what their order needs: 50,000 groups with all their sums take half a second.
      select 'investor', null, null, null, null, null, investor_id, ${sums}
      from valued where investor_id in (select investor_id from top) group by investor_id) g
    cross join setting
    ${named('investment_statuses', 's', 'status_id')}
    ${named('investment_stages', 'e', 'stage_id')}
    ${named('investor_types', 'y', 'investor_type_id')}
    ${named('investors', 'v', 'investor_id')}`
}

/** All that are there, also those in which there is nothing yet; and what is in none. */
function offerings({ organization_id }: Tenant, asked: readonly string[] | undefined): RawBuilder<unknown> {
  return sql`
    select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'target', money(o.target, setting.target)::text,
        'remaining', case when o.target is not null then money(greatest(o.target - g.funded, 0), setting.target)::text end, ${shown})
      order by o.id is null, g.committed desc, g.pipeline desc, o.name), '[]')
    from (
      select offering_id, ${sums} from valued group by offering_id
      union all
      select id, 0, 0, 0, 0, 0 from offerings o
      where o.organization_id = ${organization_id} and o.deleted_at is null and o.state = 'open'
        and (${asked ?? null}::uuid[] is null or o.id = any (${asked ?? null}::uuid[]))
        and o.id not in (select offering_id from valued where offering_id is not null)) g
    cross join setting
    left join lateral (
      select o.id, o.name,
        o.target_amount * rate_on(${organization_id}, o.currency, setting.target, setting.base, setting.as_of) as target
      from offerings o where o.organization_id = ${organization_id} and o.id = g.offering_id) o on true`
}

const months = sql`
  select coalesce(json_agg(json_build_object('month', to_char(month, 'YYYY-MM'),
      'committed', money(committed, setting.target)::text, 'funded', money(funded, setting.target)::text,
      'committed_total', money(committed_total, setting.target)::text,
      'funded_total', money(funded_total, setting.target)::text) order by month), '[]')
  from (
    select month, committed, funded, sum(committed) over (order by month) as committed_total,
      sum(funded) over (order by month) as funded_total
    from (
      select month, coalesce(sum(committed), 0) as committed, coalesce(sum(funded), 0) as funded
      from (
        select month, committed_worth as committed, 0 as funded from valued where month is not null
        union all
        -- A day that is still to come is in no month, but in the sum: it counts with the last one.
        select date_trunc('month', least(settled_on, setting.as_of))::date, 0, amount * rate from days, setting
        union all
        select generate_series(date_trunc('month', as_of) - interval '35 months', as_of, interval '1 month')::date, 0, 0 from setting
      ) moved group by month) each_month) m
  cross join setting
  where month > setting.as_of - interval '36 months'
    and (month > setting.as_of - interval '12 months' or committed_total <> 0 or funded_total <> 0)`

/** How many investors there are of these types, and how many can be written to. */
export async function reach(
  tenant: Tenant,
  types: readonly string[] | undefined,
): Promise<{ investors: number; reachable: number }> {
  const { organization_id } = tenant
  const question = sql`reach ${types ?? null}`
  return await remembered(tenant, question, async (seen) => {
    const { rows } = await sql<{ investors: number; reachable: number; snapshot: string | null }>`
      with open as (
        select distinct x.investor_id from contacts c
        join investor_contacts x on x.organization_id = c.organization_id and x.contact_id = c.id
        where c.organization_id = ${organization_id} and c.deleted_at is null and c.phone is not null
          and c.consent <> 'opted_out' and not exists (select from opt_outs o
            where o.organization_id = ${organization_id} and o.phone_key = c.phone_key))
      select count(*) as investors, count(open.investor_id) filter (where not v.do_not_contact) as reachable,
        ${seen} as snapshot
      from investors v left join open on open.investor_id = v.id
      where v.organization_id = ${organization_id} and v.deleted_at is null
        and (${types ?? null}::uuid[] is null or v.investor_type_id = any (${types ?? null}::uuid[]))`.execute(
      tenant.db,
    )
    const { snapshot, ...answer } = rows[0]!
    return { answer, snapshot }
  })
}

/** How far the messages of the last broadcasts came. A status says that all before it was reached as well. */
export async function funnel(tenant: Tenant, days: number): Promise<Omit<BroadcastFunnel, 'days'>> {
  const { rows } = await sql<Omit<BroadcastFunnel, 'days'>>`
    select (select count(*) from broadcasts where ${lately(tenant, days)}) as broadcasts,
      count(*) filter (where r.status >= 'sent') as sent, count(*) filter (where r.status >= 'delivered') as delivered,
      count(*) filter (where r.status >= 'read') as read, count(*) filter (where r.replied_at is not null) as replied
    from recipients r
    where r.organization_id = ${tenant.organization_id}
      and r.broadcast_id in (select id from broadcasts where ${lately(tenant, days)})`.execute(tenant.db)
  return rows[0]!
}

const lately = ({ organization_id }: Tenant, days: number) =>
  sql`organization_id = ${organization_id} and deleted_at is null and test_of is null and started_at > now() - make_interval(days => ${days}::int)`

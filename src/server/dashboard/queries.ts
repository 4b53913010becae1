// All SQL of the dashboard. db/totals.ts defines the figures; this module breaks them down by group.
import { type RawBuilder, sql } from 'kysely'
import type { RecipientStatus } from '../../contract/broadcasts.ts'
import type { BroadcastFunnel, DashboardGroup, Month, OfferingSums } from '../../contract/dashboard.ts'
import type { OldRate } from '../../contract/investments.ts'
import { type AsOf, investmentsOn, movedOn } from '../db/as-of.ts'
import { countsOf } from '../db/broadcast-counts.ts'
import { cached } from '../db/cache.ts'
import { dayOf } from '../db/day.ts'
import { decimalOf } from '../db/decimals.ts'
import type { Tenant } from '../db/index.ts'
import { type Answer, type Counting, type Cut, countedInParts, partsOf, type Sums, sumsAsJson } from '../db/parts.ts'
import {
  firstRates,
  isCommitted,
  isOld,
  isOpen,
  ownerOf,
  rated,
  rateIn,
  ratesOf,
  settingOf,
  sizeOf,
  statusOf,
} from '../db/totals.ts'
import { isTop, placed } from './top.ts'

export interface Parts {
  groups: (DashboardGroup & { kind: GroupBy; share: string | null })[]
  offerings: OfferingSums[]
  months: Month[]
  /** Old rates behind the targets. */
  old_targets: OldRate[]
}
export type GroupBy = 'status' | 'stage' | 'type' | 'currency' | 'country' | 'investor'

/** `where`: condition on `investments i`; `target`: a currency, defaults to the base; `day`: a past day. */
export async function parts(
  tenant: Tenant,
  where: RawBuilder<unknown>,
  {
    target,
    day,
    offering_id,
    isUsual,
  }: { target: string | undefined; day: AsOf; offering_id: readonly string[] | undefined; isUsual: boolean },
): Promise<Parts> {
  const as_of = day ?? (await dayOf(tenant))
  const asked = { target, day, as_of, isUsual }
  const question = sql`dashboard ${day ?? null} ${as_of} ${target ?? null} ${where}`
  return await cached(tenant, sql`${question} ${offering_id ?? null}`, async () => {
    const sums = await countedInParts(tenant, {
      name: question,
      of: 'blocks',
      isUsual,
      context: () => firstRates(tenant),
      beside: ratesOf(tenant, target, as_of),
      size: () => sizeOf(tenant, where),
      count: (cut) => counting(tenant, { ...asked, where, ways }, cut),
    })
    const investors = await topInvestors(tenant, { ...asked, where, question })
    // Computes the sums of the ten the same way as those of the other groups.
    const ofThem = sql`${where} and i.investor_id = any (${investors}::uuid[])`
    const theirs = await countedInParts(tenant, {
      name: sql`of investors ${investors} ${question}`,
      of: 'blocks',
      isUsual,
      context: () => firstRates(tenant),
      size: () => sizeOf(tenant, where),
      count: (cut) => counting(tenant, { ...asked, where: ofThem, ways: ['investor'] }, cut),
    })
    const { target: into } = sums.beside as { target: string }
    const { rows } = await sql<Parts>`
      with ${valued(sums, theirs, as_of)}
      select (${groups(tenant, into)}) as groups, (${offerings(tenant, into, offering_id)}) as offerings, (${months(into)}) as months,
        (${oldTargets(tenant, into, offering_id)}) as old_targets`.execute(tenant.db)
    return { answer: rows[0]!, snapshot: sums.snapshot }
  })
}

/** Grouping keys of investments `h`; each is grouped by currency as well. */
const keys = {
  status: sql`h.status_id`,
  stage: sql`h.stage_id`,
  type: sql`h.investor_type_id`,
  country: sql`h.country`,
  offering: sql`h.offering_id`,
  investor: sql`h.investor_id`,
}
type Way = keyof typeof keys
const ways: Way[] = ['status', 'stage', 'type', 'country', 'offering']

interface Asked {
  where: RawBuilder<unknown>
  target: string | undefined
  day: AsOf
  as_of: string
  isUsual: boolean
}

/** Cells `way|id|currency` of balances and `way|id` of payments, and one for the month of each. Unrounded. */
function counting(
  tenant: Tenant,
  { where, target, day, as_of, ways }: Omit<Asked, 'isUsual'> & { ways: Way[] },
  cut: Cut,
): Counting {
  const { organization_id } = tenant
  const category = sql.ref('s.category')
  const described = sql`i.id, i.currency, i.status_id, i.stage_id, i.offering_id, i.investor_id, v.investor_type_id, v.country`
  const investorOf = cut.isFew
    ? sql`cross join lateral (
        select * from investors v where v.organization_id = i.organization_id and v.id = i.investor_id offset 0) v`
    : sql`join investors v on v.organization_id = i.organization_id and v.id = i.investor_id`
  const source = sql`(
    select i.* from ${investmentsOn(tenant, day, cut.isFew)} where ${where} and ${cut.inParts(sql`i.block`)} ${cut.first}) i
    ${statusOf(tenant, day, cut)} ${investorOf}`
  const sets = (of: Way[], ...beside: RawBuilder<unknown>[]) =>
    sql.join(of.map((way) => sql`(${sql.join([...beside, keys[way]])})`))
  const way = sql`case grouping(${sql.join(ways.map((each) => keys[each]))}) ${sql.join(
    ways.map(
      (each, nth) => sql`when ${sql.lit(2 ** ways.length - 1 - 2 ** (ways.length - 1 - nth))} then ${sql.lit(each)}`,
    ),
    sql` `,
  )} end`
  const id = sql`coalesce(${sql.join([...ways.map((each) => sql`${keys[each]}::text`), sql`''`])})`
  const text = (sum: RawBuilder<unknown>) => sql`coalesce(${sum}, 0)::text`
  const tables = sql`
    ${settingOf(tenant, target, as_of)},
    hits as materialized (
      select ${described}, ${cut.part(sql`i.block`)} as part,
        case when ${isOpen(category)} then coalesce(i.expected_amount, i.committed_amount, 0) else 0 end as pipeline,
        case when ${isCommitted(category)} then coalesce(i.committed_amount, 0) else 0 end as committed,
        case when ${isCommitted(category)} then month_of(coalesce(i.committed_on, (
          select min(c.at at time zone setting.time_zone)::date from investment_status_changes c
          join investment_statuses s on s.organization_id = c.organization_id and s.id = c.to_status_id
          where c.organization_id = i.organization_id and c.investment_id = i.id and ${isCommitted(category)}), setting.as_of))
        end as month
      from setting, ${source}),
    ${rated(tenant)},
    marked as materialized (
      select h.*, r.rate is null and (h.pipeline <> 0 or h.committed <> 0) or r.is_late and exists (
        select from transactions t where t.organization_id = ${organization_id} and t.investment_id = h.id
          and ${movedOn(day)} and t.kind in ('contribution', 'refund') and t.settled_on < r.rated_from) as is_missing
      from hits h join rated r on r.currency = h.currency),
    paid as materialized (
      select i.currency, i.status_id, i.stage_id, i.offering_id, i.investor_id, ${cut.isFew ? sql`v.investor_type_id, v.country` : sql`i.investor_type_id, i.country`}, t.settled_on,
        case t.kind when 'contribution' then t.amount else -t.amount end as amount
      from ${cut.transactions} ${ownerOf(tenant, { where, day }, cut, sql`i.*`)} ${cut.isFew ? investorOf : sql``}
      where t.organization_id = ${organization_id} and ${movedOn(day)} and t.kind in ('contribution', 'refund')),
    days as materialized (
      select currency, settled_on, r.rate
      from (select distinct currency, settled_on from paid) d, setting,
        lateral rate_for(${organization_id}, currency, target, base, settled_on) r),
    worth as materialized (
      select p.*, p.amount * d.rate as worth from paid p join days d on d.currency = p.currency and d.settled_on = p.settled_on)`
  return {
    tables,
    blocks: sql`
      select h.part, json_build_array(${way} || '|' || ${id} || '|' || h.currency, count(*),
        sum(pipeline)::text, sum(committed)::text, count(*) filter (where is_missing)) as cell
      from marked h group by grouping sets (${sets(ways, sql`h.part`, sql`h.currency`)})
      union all
      select h.part, json_build_array('month|' || h.month || '|' || h.currency, count(*), '0', sum(committed)::text, 0)
      from marked h where h.month is not null group by h.part, h.month, h.currency`,
    weeks: sql`
      select week_of(h.settled_on) as part, json_build_array(${way} || '|' || ${id}, ${text(sql`sum(worth)`)}) as cell
      from worth h group by grouping sets (${sets(ways, sql`week_of(h.settled_on)`)})
      union all
      select week_of(h.settled_on), json_build_array('currency|' || h.currency, ${text(sql`sum(worth)`)})
      from worth h group by 1, h.currency
      union all
      select week_of(h.settled_on), json_build_array('month|' || month_of(h.settled_on), ${text(sql`sum(worth)`)})
      from worth h group by week_of(h.settled_on), month_of(h.settled_on)`,
  }
}

/**
 * The ten investors with the largest commitment. Each part has its own ten, ranked at the rates of the time
 * it was counted, and the amount of its eleventh. At other rates no investor has grown by more than the
 * currency that grew most, which usually proves that the ten are still right.
 */
async function topInvestors(
  tenant: Tenant,
  { where, target, day, as_of, isUsual, question }: Asked & { question: RawBuilder<unknown> },
): Promise<string[]> {
  const answer = await countedInParts(tenant, {
    name: sql`top investors ${question}`,
    of: 'blocks',
    isUsual,
    context: (known) => (known === undefined ? ratesOf(tenant, target, as_of) : sql`${known}::text`),
    beside: ratesOf(tenant, target, as_of),
    size: () => sizeOf(tenant, where),
    count: (cut) => ({
      tables: sql`
        ${settingOf(tenant, target, as_of)},
        hits as materialized (
          select ${cut.part(sql`i.block`)} as part, i.investor_id, i.currency, sum(i.committed_amount) as amount
          from (select i.* from ${investmentsOn(tenant, day, cut.isFew)}
            where ${where} and ${cut.inParts(sql`i.block`)} ${cut.first}) i
          ${statusOf(tenant, day, cut)}
          where ${isCommitted(sql`s.category`)} and i.committed_amount > 0
          group by i.investor_id, i.block, i.currency),
        ${rated(tenant)},
        placed as materialized (
          select part, investor_id, worth, row_number() over (partition by part order by worth desc, investor_id) as place
          from (
            select h.part, h.investor_id, sum(h.amount * r.rate) as worth
            from hits h join (
              select currency, ${cut.context === undefined ? sql`rate` : rateIn(JSON.parse(cut.context), sql`currency`)} as rate from rated) r
            on r.currency = h.currency where r.rate is not null
            group by h.part, h.investor_id) w)`,
      blocks: sql`
        select h.part, json_build_array(h.investor_id || '|' || h.currency, h.amount::text) as cell
        from hits h join placed p on p.investor_id = h.investor_id where p.place <= 10
        union all
        select part, json_build_array('rest|' || part, worth::text) from placed where place = 11`,
    }),
    holds: ({ blocks, beside }, context) => isTop(blocks, beside, JSON.parse(context)),
  })
  return placed(answer.blocks, answer.beside)
    .slice(0, 10)
    .map(([id]) => id)
}

/** `each`: the sums of each group in the currency; `month_sums`: those of months. Unrounded, of all parts. */
function valued({ blocks, weeks, beside }: Answer, theirs: Answer, as_of: string): RawBuilder<unknown> {
  const both = (one: Sums, other: Sums) =>
    sumsAsJson(new Map([...one, ...[...other].filter(([name]) => name.startsWith('investor|'))]))
  return sql`
    cells as materialized (
      select c ->> 0 as way, nullif(c ->> 1, '') as id, c ->> 2 as currency, (c ->> 3)::numeric as count, (c ->> 4)::numeric as pipeline,
        (c ->> 5)::numeric as committed, (c ->> 6)::numeric as missing, ${rateIn(beside, sql`(c ->> 2)`)} as rate
      from json_array_elements(${both(blocks, theirs.blocks)}::json) c),
    flows as materialized (
      select c ->> 0 as way, nullif(c ->> 1, '') as id, (c ->> 2)::numeric as funded
      from json_array_elements(${both(weeks, theirs.weeks)}::json) c),
    each_sum as materialized (
      select c.*, coalesce(f.funded, 0) as funded from (
        select way, id, sum(count)::bigint as count, coalesce(sum(pipeline * rate), 0) as pipeline,
          coalesce(sum(committed * rate), 0) as committed, sum(missing)::bigint as not_converted
        from (select * from cells
          union all select 'currency', currency, currency, count, pipeline, committed, missing, rate from cells where way = 'status') c
        group by way, id) c
      left join flows f on f.way = c.way and f.id is not distinct from c.id),
    day as (select ${as_of}::date as as_of)`
}

const shown = (into: string) => sql`'count', g.count, 'pipeline', money(g.pipeline, ${into})::text,
  'committed', money(g.committed, ${into})::text, 'funded', money(g.funded, ${into})::text,
  'not_converted', g.not_converted`

function groups({ organization_id }: Tenant, into: string): RawBuilder<unknown> {
  const named = (table: string, alias: string, kind: GroupBy) =>
    sql`left join ${sql.table(table)} ${sql.ref(alias)} on ${sql.ref(alias)}.organization_id = ${organization_id}
      and ${sql.ref(alias)}.id = case when g.way = ${sql.lit(kind)} then g.id::uuid end`
  return sql`
    select coalesce(json_agg(json_build_object('kind', g.way, 'id', g.id,
        'name', coalesce(s.name, e.name, y.name, g.investor), 'color', coalesce(s.color, e.color, y.color), ${shown(into)},
        'share', case when g.way = 'investor' then
          round(100 * g.committed / nullif((select sum(committed) from each_sum where way = 'status'), 0), 1)::text end)
      order by g.way, coalesce(s.position, e.position), g.committed desc, g.pipeline desc, g.count desc, coalesce(g.investor, g.id)), '[]')
    from (select *, case when way = 'investor' then (
      select name from investors v where v.organization_id = ${organization_id} and v.id = each_sum.id::uuid) end as investor from each_sum) g
    ${named('investment_statuses', 's', 'status')}
    ${named('investment_stages', 'e', 'stage')}
    ${named('investor_types', 'y', 'type')}
    where g.way not in ('offering', 'month')`
}

/** Offerings `o` that are shown even without investments. */
const shownOffering = (asked: readonly string[] | undefined) => sql`o.deleted_at is null and o.state = 'open'
  and (${asked ?? null}::uuid[] is null or o.id = any (${asked ?? null}::uuid[]))`

/** All shown offerings, including empty ones, and the investments in none. */
function offerings(
  { organization_id }: Tenant,
  into: string,
  asked: readonly string[] | undefined,
): RawBuilder<unknown> {
  return sql`
    select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'target', money(o.target, ${into})::text,
        'remaining', case when o.target is not null then money(greatest(o.target - greatest(g.funded, 0), 0), ${into})::text end, ${shown(into)})
      order by o.id is null, g.committed desc, g.pipeline desc, o.name), '[]')
    from (
      select id::uuid as offering_id, count, pipeline, committed, funded, not_converted from each_sum where way = 'offering'
      union all
      select id, 0, 0, 0, 0, 0 from offerings o
      where o.organization_id = ${organization_id} and ${shownOffering(asked)}
        and o.id not in (select id::uuid from each_sum where way = 'offering' and id is not null)) g
    left join lateral (
      select o.id, o.name,
        o.target_amount * r.rate as target
      from offerings o, day, lateral ${targetRate(organization_id, into)} r
      where o.organization_id = ${organization_id} and o.id = g.offering_id) o on true`
}

/** Rate of offerings `o` on the `day`. */
const targetRate = (organization_id: string, into: string) => sql`rate_for(${organization_id}, o.currency, ${into}, (
  select base_currency from organizations where organization_id = ${organization_id}), day.as_of)`

/** Old rates that convert the targets shown. */
const oldTargets = ({ organization_id }: Tenant, into: string, asked: readonly string[] | undefined) => sql`
  select coalesce(json_agg(json_build_object('from', currency, 'to', ${into}::text, 'day', r.day, 'through',
    case when r.path = 'crossed' then (select base_currency from organizations where organization_id = ${organization_id}) end,
    'payment_days', 0) order by currency), '[]')
  from (
    select distinct currency from offerings o
    where o.organization_id = ${organization_id} and o.target_amount > 0 and (${shownOffering(asked)}
      or o.id in (select id::uuid from each_sum where way = 'offering' and id is not null))) o, day,
    lateral ${targetRate(organization_id, into)} r
  where ${isOld(sql`r.day`, sql`day.as_of`)}`

const months = (into: string) => sql`
  select coalesce(json_agg(json_build_object('month', to_char(make_date(month / 12, month % 12 + 1, 1), 'YYYY-MM'),
      'committed', money(committed, ${into})::text, 'funded', money(funded, ${into})::text,
      'committed_total', money(committed_total, ${into})::text,
      'funded_total', money(funded_total, ${into})::text) order by month), '[]')
  from (
    select month, committed, funded, sum(committed) over (order by month) as committed_total,
      sum(funded) over (order by month) as funded_total
    from (
      select month, coalesce(sum(committed), 0) as committed, coalesce(sum(funded), 0) as funded
      from (
        -- A future day has no month of its own; it counts with the last one, so that the total includes it.
        select least(id::int, month_of(as_of)) as month, committed * rate as committed, 0 as funded from cells, day where way = 'month'
        union all
        select least(id::int, month_of(as_of)), 0, funded from flows, day where way = 'month'
        union all
        select generate_series(month_of(as_of) - 35, month_of(as_of)), 0, 0 from day
      ) moved group by month) each_month) m, day
  where month > month_of(as_of) - 36
    and (month > month_of(as_of) - 12 or committed_total <> 0 or funded_total <> 0)`

/** Number of investors of these types, and of those that can be messaged. */
export async function reach(
  tenant: Tenant,
  types: readonly string[] | undefined,
): Promise<{ investors: number; reachable: number }> {
  const { organization_id, db } = tenant
  const question = sql`reach ${types ?? null}`
  return await cached(tenant, question, async () => {
    const { blocks, snapshot } = await countedInParts(tenant, {
      name: sql`reach`,
      of: 'people',
      context: () => sql`select ''`,
      size: async () => {
        const { rows } = await sql<{ live: number }>`
          select coalesce(max(live), 0) as live from record_counts
          where organization_id = ${organization_id} and kind = 'investors'`.execute(db)
        return partsOf(tenant, rows[0]!.live)
      },
      count: ({ isFew, part, inParts }) => {
        const theirs = sql`contacts c join investor_contacts x on x.organization_id = c.organization_id and x.contact_id = c.id`
        const isOpen = sql`c.organization_id = ${organization_id} and c.deleted_at is null and c.phone is not null
          and c.consent <> 'opted_out' and not exists (select from opt_outs o
            where o.organization_id = ${organization_id} and o.phone_key = c.phone_key)`
        const isReachable = isFew
          ? sql`exists (select from ${theirs} where x.investor_id = v.id and ${isOpen})`
          : sql`v.id in (select x.investor_id from ${theirs} where ${isOpen})`
        return {
          tables: sql`theirs as (
            select ${part(sql`v.block`)} as part, v.investor_type_id, not v.do_not_contact and ${isReachable} as is_reachable
            from investors v
            where v.organization_id = ${organization_id} and v.deleted_at is null and ${inParts(sql`v.block`)})`,
          blocks: sql`
            select part, json_build_array(investor_type_id, count(*), count(*) filter (where is_reachable)) as cell
            from theirs group by part, investor_type_id`,
        }
      },
    })
    const sums = [...blocks].filter(([type]) => types === undefined || types.includes(type)).map(([, values]) => values)
    const of = (nth: number) => Number(decimalOf(sums.reduce((sum, values) => sum + values[nth]!, 0n)))
    return { answer: { investors: of(0), reachable: of(1) }, snapshot }
  })
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

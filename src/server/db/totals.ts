// Investment figures in SQL: pipeline, soft circle, commitment, paid in (funded), unfunded (outstanding), distributed.
import { type RawBuilder, sql } from 'kysely'
import { oldRateDays } from '../../contract/currencies.ts'
import type { InCurrency, OldRate } from '../../contract/investments.ts'
import { type AsOf, investmentsOn, movedOn, owedOn, statusesOn, transactionsOn } from './as-of.ts'
import { cached } from './cache.ts'
import { dayOf, today } from './day.ts'
import type { Tenant } from './index.ts'
import { type Answer, type Counting, type Cut, countedInParts, partsOf, sumsAsJson } from './parts.ts'

/** Whether a status category counts as pipeline, or as committed. */
export const isOpen = (category: RawBuilder<unknown>) => sql`${category} in ('prospect', 'soft')`
export const isCommitted = (category: RawBuilder<unknown>) => sql`${category} in ('committed', 'funded', 'exited')`
export const outstanding = (
  category: RawBuilder<unknown>,
  committed: RawBuilder<unknown>,
  funded: RawBuilder<unknown>,
) =>
  // Refunds beyond what was paid do not raise the unfunded sum: it never exceeds the commitment.
  sql`case when ${category} in ('committed', 'funded') then greatest(coalesce(${committed}, 0) - greatest(${funded}, 0), 0) else 0 end`

/** Sums over the investments `i` of one currency with their statuses `s`, unrounded: an investor's figures. */
export const sums = {
  committed: sql`coalesce(sum(i.committed_amount) filter (where ${isCommitted(sql`s.category`)}), 0)`,
  funded: sql`sum(i.funded)`,
  outstanding: sql`sum(${outstanding(sql`s.category`, sql`i.committed_amount`, sql`i.funded`)})`,
  distributed: sql`sum(i.distributed)`,
}

/** Joined to investments `i`: `late.amount` is what was due before today, or before a past day. */
export const overdueCondition = (tenant: Tenant, day?: AsOf) => sql`
  cross join lateral (select coalesce(sum(t.amount), 0) as amount from ${transactionsOn(tenant, day)}
    where i.next_due_on < ${day ?? today(tenant)} and t.organization_id = i.organization_id and t.investment_id = i.id
      and ${owedOn(tenant, day)} and t.due_on < ${day ?? today(tenant)}) late`

export interface TotalsRow extends InCurrency {
  part: 'by_currency' | 'converted' | 'not_converted'
  /** The day of the exchange rates. */
  as_of: string
  /** Only for `converted`. */
  old_rates: OldRate[] | null
}

/** What to sum: a condition on `investments i`, and how to present it. */
interface TotalsRequest {
  where: RawBuilder<unknown>
  /** The currency to convert into, the base when absent. */
  target: string | undefined
  /** A past day; absent for now. */
  day?: AsOf
  /** Whether `changed_parts` records all that the condition depends on: then the sums are cached in parts. */
  inParts: boolean
  /** Whether the condition depends on due dates. */
  byDue?: boolean
  /** Whether there is no condition. */
  isUsual?: boolean
}

/** Sums over all matches, on unrounded values, each rounded once. */
export async function totalsOf(
  tenant: Tenant,
  { where, target, day, inParts, byDue = false, isUsual = false }: TotalsRequest,
): Promise<TotalsRow[]> {
  // A value, not an expression: the cache key must differ from day to day.
  const as_of = day ?? (await dayOf(tenant))
  const question = sql`totals ${day ?? null} ${as_of} ${target ?? null} ${where}`
  return await cached(tenant, question, async () => {
    const sums = await countedInParts(tenant, {
      name: question,
      of: 'blocks',
      byDue,
      isUsual,
      context: () => firstRates(tenant),
      beside: ratesOf(tenant, target, as_of),
      size: () => sizeOf(tenant, where, inParts),
      count: (cut) => counting(tenant, { where, target, day, as_of }, cut),
    })
    return { answer: await shown(tenant, as_of, sums), snapshot: sums.snapshot }
  })
}

/** The currency pairs with rates, each with the day of its first rate. */
export const firstRates = ({ organization_id }: Tenant) =>
  sql`select json_agg(p) from rated_pairs(${organization_id}) p`

/** In how many parts to cache the matches, see parts.ts; for a statement that reads all of them. */
export async function sizeOf(tenant: Tenant, where: RawBuilder<unknown>, inParts = true): Promise<number> {
  const isMany = await planFor(tenant, where)
  if (!isMany || !inParts) return 1
  const { rows } = await sql<{ live: number }>`
    select coalesce(max(live), 0) as live from record_counts
    where organization_id = ${tenant.organization_id} and kind = 'investments'`.execute(tenant.db)
  return partsOf(tenant, rows[0]!.live)
}

/** `setting` of a result in `target` as of a day, and `rated`, the rates for `hits`. */
export const settingOf = ({ organization_id }: Tenant, target: string | undefined, as_of: string) => sql`
  setting as materialized (
    select base_currency as base, coalesce(${target ?? null}::text, base_currency) as target, ${as_of}::date as as_of, time_zone
    from organizations where organization_id = ${organization_id})`
export const rated = ({ organization_id }: Tenant) => sql`
  rated as materialized (
    select currency, rate_on(${organization_id}, currency, target, base, as_of) as rate, rated_from,
      -- Only then are sums from before the first rate looked up.
      rated_from > (select min(settled_on) from transactions
        where organization_id = ${organization_id} and state = 'settled' and deleted_at is null) as is_late
    from (select currency, rated_from(${organization_id}, currency, target, base) as rated_from, setting.*
      from (select distinct currency from hits) c, setting) r)`
/** The rates of the day for all currencies that have any: `{ base, target, rates: { USD: "16400" }, old: { USD: { day, path } } }`. */
export const ratesOf = (tenant: Tenant, target: string | undefined, as_of: string) => sql`
  with ${settingOf(tenant, target, as_of)}
  select jsonb_build_object('base', base, 'target', target, 'rates', coalesce(r.rates, '{}'), 'old', coalesce(r.old, '{}'))
  from setting cross join lateral (
    select jsonb_object_agg(currency, r.rate::text) as rates,
      jsonb_object_agg(currency, json_build_object('day', r.day, 'path', r.path)) filter (where ${isOld(sql`r.day`, sql`as_of`)}) as old
    from (select from_currency as currency from rated_pairs(${tenant.organization_id})
      union select to_currency from rated_pairs(${tenant.organization_id})) c
    cross join lateral rate_for(${tenant.organization_id}, currency, target, base, as_of) r) r`
/** Whether a rate of this day is too old to be used on the other day without a warning. */
export const isOld = (day: RawBuilder<unknown>, used_on: RawBuilder<unknown>) =>
  sql`${day} < ${used_on} - ${sql.lit(oldRateDays)}`
/** A rate from that JSON, in another statement. */
export const rateIn = (beside: unknown, currency: RawBuilder<unknown>) => {
  const { target, rates } = beside as { target: string; rates: object }
  return sql`case when ${currency} = ${target} then 1 else (${JSON.stringify(rates)}::json ->> ${currency})::numeric end`
}

const stocks = ['pipeline', 'weighted', 'soft', 'committed', 'outstanding', 'due', 'overdue'].map(sql.ref)
const flows = ['funded', 'distributed'].map(sql.ref)
const all = [...stocks, ...flows]

function counting(
  tenant: Tenant,
  { where, target, day, as_of }: Pick<TotalsRequest, 'where' | 'target' | 'day'> & { as_of: string },
  cut: Cut,
): Counting {
  const { organization_id } = tenant
  const category = sql.ref('category')
  const text = (sum: RawBuilder<unknown>) => sql`coalesce(${sum}, 0)::text`
  const source = sql`(
    select i.* from ${investmentsOn(tenant, day, cut.isFew)} where ${where} and ${cut.inParts(sql`i.block`)} ${cut.first}) i
    ${statusOf(tenant, day, cut)}`
  const tables = sql`
    ${settingOf(tenant, target, as_of)},
    hits as materialized (
      select i.id, ${cut.part(sql`i.block`)} as part, i.currency, s.category, i.expected_amount as expected,
        i.committed_amount as committed, coalesce(i.probability, s.probability, 0) as probability,
        i.funded, i.distributed, i.scheduled, i.next_due_on
      from ${source}),
    ${rated(tenant)},
    late as (
      select h.part, h.currency, sum(t.amount) as amount from hits h
      join ${transactionsOn(tenant, day)} on t.organization_id = ${organization_id} and t.investment_id = h.id
      where h.next_due_on < (select as_of from setting) and ${owedOn(tenant, day)} and t.due_on < (select as_of from setting)
      group by h.part, h.currency),
    -- Sums that were paid are converted at the rate of their day.
    moved as (
      select i.currency, t.settled_on,
        coalesce(sum(case t.kind when 'contribution' then t.amount when 'refund' then -t.amount end), 0) as funded,
        coalesce(sum(t.amount) filter (where t.kind in ('distribution', 'return_of_capital')), 0) as distributed
      from ${cut.transactions} ${ownerOf(tenant, { where, day }, cut, sql`i.currency`)}
      where t.organization_id = ${organization_id} and ${movedOn(day)}
      group by i.currency, t.settled_on),
    priced as (
      select moved.*, r.rate, ${isOld(sql`r.day`, sql`settled_on`)} as is_old
      from moved, setting, lateral rate_for(${organization_id}, currency, target, base, settled_on) r)`
  return {
    tables,
    blocks: sql`
      select h.part, json_build_array(h.currency, count(*),
        ${text(sql`sum(coalesce(expected, committed)) filter (where ${isOpen(category)})`)},
        ${text(sql`sum(coalesce(expected, committed) * probability) filter (where ${isOpen(category)}) * 0.01`)},
        ${text(sql`sum(coalesce(committed, expected)) filter (where category = 'soft')`)},
        ${text(sql`sum(committed) filter (where ${isCommitted(category)})`)},
        ${text(sql`sum(${outstanding(category, sql`committed`, sql`funded`)})`)},
        ${text(sql`sum(scheduled) - coalesce(max(late.amount), 0)`)}, ${text(sql`max(late.amount)`)},
        ${text(sql`sum(funded)`)}, ${text(sql`sum(distributed)`)},
        count(*) filter (where r.rate is null or r.is_late and exists (
          select from transactions t where t.organization_id = ${organization_id} and t.investment_id = h.id
            and ${movedOn(day)} and t.settled_on < r.rated_from))) as cell
      from hits h join rated r on r.currency = h.currency
      left join late on late.part = h.part and late.currency = h.currency
      group by h.part, h.currency`,
    weeks: sql`
      select week_of(settled_on) as part, json_build_array(currency,
        ${text(sql`sum(funded * rate)`)}, ${text(sql`sum(distributed * rate)`)},
        ${text(sql`sum(funded) filter (where rate is null)`)}, ${text(sql`sum(distributed) filter (where rate is null)`)},
        count(*) filter (where is_old)) as cell
      from priced group by 1, currency`,
  }
}

/**
 * Joined to `transactions t`: their investments `i`. All are hashed; few are looked up one by one, which the planner would
 * not choose: it underestimates an organization.
 */
export const ownerOf = (
  tenant: Tenant,
  { where, day }: Pick<TotalsRequest, 'where' | 'day'>,
  { isFew }: Cut,
  columns: RawBuilder<unknown>,
) =>
  isFew
    ? sql`cross join lateral (
        select ${columns} from ${investmentsOn(tenant, day, true)} where i.id = t.investment_id and ${where} offset 0) i`
    : sql`join hits i on i.id = t.investment_id`

/** Joined to investments `i`: their statuses `s`. For few investments the planner would read all statuses for each. */
export const statusOf = (tenant: Tenant, day: AsOf, { isFew }: Cut) =>
  isFew && day === undefined
    ? sql`cross join lateral (
        select * from investment_statuses s where s.organization_id = i.organization_id and s.id = i.status_id offset 0) s`
    : sql`join ${statusesOn(tenant, day)} on s.organization_id = i.organization_id and s.id = i.status_id`

/** Converts what is valued as of today, lists what has no rate, and rounds: once, at the end. */
async function shown({ db }: Tenant, as_of: string, { blocks, weeks, beside }: Answer): Promise<TotalsRow[]> {
  const each = (figures: RawBuilder<unknown>[], write: (figure: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(figures.map((figure) => sql`${write(figure)} as ${figure}`))
  const read = (names: RawBuilder<unknown>[], from: number) =>
    sql.join(names.map((name, nth) => sql`(c ->> ${sql.lit(nth + from)})::numeric as ${name}`))
  const some = (figures: RawBuilder<unknown>[]) =>
    sql.join(
      figures.map((figure) => sql`${figure} <> 0`),
      sql` or `,
    )
  const { base, target, old } = beside as { base: string; target: string; old: object }
  const { rows } = await sql<TotalsRow>`
    with own as (
      select c ->> 0 as currency, (c ->> 1)::bigint as count, ${read(all, 2)}, (c ->> 11)::bigint as missing,
        ${rateIn(beside, sql`(c ->> 0)`)} as rate
      from json_array_elements(${sumsAsJson(blocks)}::json) c),
    moved as (
      select c ->> 0 as currency, ${read(flows, 1)}, (c ->> 3)::numeric as unpriced_funded, (c ->> 4)::numeric as unpriced_distributed,
        (c ->> 5)::numeric as old_days
      from json_array_elements(${sumsAsJson(weeks)}::json) c),
    missing as (
      select currency, missing as count, ${each(stocks, (figure) => sql`case when rate is null then own.${figure} else 0 end`)},
        coalesce(unpriced_funded, 0) as funded, coalesce(unpriced_distributed, 0) as distributed
      from own left join moved using (currency)),
    old as (
      select currency, o.rate ->> 'day' as day, o.rate ->> 'path' as path, coalesce(moved.old_days, 0) as days
      from own left join moved using (currency)
      left join lateral (
        select ${JSON.stringify(old)}::json -> currency as rate where currency <> ${target}
          and (${some(stocks)})) o on true
      where o.rate is not null or moved.old_days > 0)
    select 'by_currency' as part, currency, ${as_of} as as_of, count, ${each(all, (figure) => sql`money(${figure}, currency)`)}, null::json as old_rates from own
    union all
    select 'converted', ${target}, ${as_of}, (select coalesce(sum(count), 0)::bigint from own),
      ${each(stocks, (figure) => sql`money(coalesce((select sum(${figure} * rate) from own), 0), ${target})`)},
      ${each(flows, (figure) => sql`money(coalesce((select sum(${figure}) from moved), 0), ${target})`)},
      (select coalesce(json_agg(json_build_object('from', currency, 'to', ${target}::text, 'day', day,
        'through', case when path = 'crossed' then ${base}::text end, 'payment_days', days) order by currency), '[]') from old)
    union all
    select 'not_converted', currency, ${as_of}, count, ${each(all, (figure) => sql`money(${figure}, currency)`)}, null from missing
    where (${some(all)})
    order by 1, 2`.execute(db)
  return rows
}

/**
 * Sets the planner for statements that join the transactions of the matches, in this transaction only. The planner assumes
 * few matches and looks up the transactions of each one by one (200,000 investments: 4 s instead of 0.6). So we first
 * check whether there are many.
 */
async function planFor(tenant: Tenant, where: RawBuilder<unknown>): Promise<boolean> {
  const { rows } =
    await sql`select from investments i where ${where} offset ${tenant.memory.partsOf.atLeast} limit 1`.execute(
      tenant.db,
    )
  // Materialized and hashed, 200,000 take 10 to 30 MB; spilling to disk costs a third more.
  await sql`select set_config('enable_nestloop', ${rows.length > 0 ? 'off' : 'on'}, true),
    set_config('work_mem', '48MB', true)`.execute(tenant.db)
  return rows.length > 0
}

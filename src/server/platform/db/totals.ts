// Investment figures in SQL: pipeline, weighted pipeline, soft circle, commitment, paid in (funded), unfunded (outstanding), distributed.
import { type RawBuilder, sql } from 'kysely'
import { oldRateDays } from '../../../contract/currencies.ts'
import type { InCurrency, OldRate } from '../../../contract/investments.ts'
import { type AsOf, investmentsOn, joinStatuses, movedOn, owedOn, transactionsOn } from './as-of.ts'
import { cached } from './cache.ts'
import { today } from './day.ts'
import type { Tenant } from './index.ts'

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

/** A JSON object from currency to its rate into the base currency, today's or a past day's. Currencies without a rate are absent. */
export const ratesIntoBase = (tenant: Tenant, day?: AsOf): RawBuilder<unknown> =>
  ratesInto(tenant, sql`o.base_currency`, day)

/** Like `ratesIntoBase`, for another currency than the base currency. */
export const ratesInto = (tenant: Tenant, currency: RawBuilder<unknown>, day?: AsOf): RawBuilder<unknown> => sql`(
  select jsonb_object_agg(c.code, r.rate) filter (where r.rate is not null) from organizations o
  cross join lateral (
    select ${currency} as code union select from_currency from rated_pairs(o.organization_id)
    union select to_currency from rated_pairs(o.organization_id)) c
  cross join lateral rate_for(o.organization_id, c.code, ${currency}, o.base_currency, ${day ?? today(tenant)}::date) r
  where o.organization_id = ${tenant.organization_id})`

/** The value of an amount in the base currency; null without an exchange rate. One query looks up the rates once. */
export const valueInBase = (
  tenant: Tenant,
  amount: RawBuilder<unknown>,
  currency: RawBuilder<unknown>,
  day?: AsOf,
): RawBuilder<unknown> => sql`${amount} * (${ratesIntoBase(tenant, day)} ->> ${currency})::numeric`

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
}

const stocks = ['pipeline', 'weighted', 'soft', 'committed', 'outstanding', 'due', 'overdue'].map(sql.ref)
const flows = ['funded', 'distributed'].map(sql.ref)
const figures = [...stocks, ...flows]
const each = (names: RawBuilder<unknown>[], write: (figure: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join(names.map((figure) => sql`${write(figure)} as ${figure}`))
const some = (names: RawBuilder<unknown>[]) =>
  sql.join(
    names.map((figure) => sql`${figure} <> 0`),
    sql` or `,
  )

/** Sums over all matches, on unrounded values, each rounded once. */
export async function totalsOf(tenant: Tenant, request: TotalsRequest): Promise<readonly TotalsRow[]> {
  return await cached(tenant, sql<TotalsRow>`with ${totalsTables(tenant, request)} ${totalsRows}`)
}

/** The amount with which an investment `i` counts in its category: pipeline and commitments are sums of these amounts. */
export const worth = (category: RawBuilder<unknown>) =>
  sql`case when ${isOpen(category)} then coalesce(i.expected_amount, i.committed_amount) else coalesce(i.committed_amount, i.expected_amount) end`

/** `setting` of sums: the currency and the day that they are valued in. */
export const settingOf = (tenant: Tenant, target: string | undefined, day: AsOf) => sql`
  setting as materialized (
    select base_currency as base, coalesce(${target ?? null}::text, base_currency) as target, time_zone,
      ${day ?? today(tenant)}::date as as_of
    from organizations where organization_id = ${tenant.organization_id})`
/** Whether a rate of this day is too old to be used on the other day without a warning. */
export const isOld = (day: RawBuilder<unknown>, used_on: RawBuilder<unknown>) =>
  sql`${day} < ${used_on} - ${sql.lit(oldRateDays)}`

/**
 * Common table expressions for `totalsRows`. `columns` are further ones of `hits`, the investments `i` with their status `s`;
 * `joins` are for these. `priced` is what was paid in each currency on each day, with the rate of that day.
 */
export function totalsTables(
  tenant: Tenant,
  { where, target, day }: TotalsRequest,
  { columns, joins }: { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> } = { columns: sql``, joins: sql`` },
): RawBuilder<unknown> {
  const { organization_id } = tenant
  const category = sql.ref('category')
  return sql`
    ${settingOf(tenant, target, day)},
    hits as materialized (
      select i.id, i.currency, s.category, i.expected_amount as expected, i.committed_amount as committed,
        coalesce(i.probability, s.probability, 0) as probability, i.funded, i.distributed, i.scheduled, i.next_due_on ${columns}
      from setting, ${investmentsOn(tenant, day)}
      ${joinStatuses(tenant, day)} ${joins}
      where ${where}),
    late as (
      select h.currency, sum(l.amount) as amount from setting cross join hits h
      cross join lateral (
        select sum(t.amount) as amount from ${transactionsOn(tenant, day)}
        where t.organization_id = ${organization_id} and t.investment_id = h.id and ${owedOn(tenant, day)} and t.due_on < setting.as_of) l
      where h.next_due_on < setting.as_of
      group by h.currency),
    moves as materialized (
      select h.id, h.currency, t.settled_on, case t.kind when 'contribution' then t.amount when 'refund' then -t.amount end as funded,
        case when t.kind in ('distribution', 'return_of_capital') then t.amount end as distributed
      from hits h join transactions t on t.organization_id = ${organization_id} and t.investment_id = h.id
      where ${movedOn(day)}),
    -- What was paid is converted at the rate of its day: one lookup for each currency and day.
    priced as materialized (
      select d.*, r.rate, ${isOld(sql`r.day`, sql`settled_on`)} as is_old
      from (select currency, settled_on, coalesce(sum(funded), 0) as funded, coalesce(sum(distributed), 0) as distributed
        from moves group by currency, settled_on) d, setting, lateral rate_for(${organization_id}, currency, target, base, settled_on) r),
    moved as materialized (
      select currency, sum(funded * rate) as funded, sum(distributed * rate) as distributed,
        sum(funded) filter (where rate is null) as unrated_funded, sum(distributed) filter (where rate is null) as unrated_distributed,
        max(settled_on) filter (where rate is null) as unrated_until, count(*) filter (where is_old) as old_days
      from priced group by currency),
    -- There are rates from the first one on.
    unrated as (
      select m.currency, count(distinct m.id) as count from moved f
      join moves m on m.currency = f.currency and m.settled_on <= f.unrated_until
      group by m.currency),
    summed as (
      select currency, count(*),
        coalesce(sum(coalesce(expected, committed)) filter (where ${isOpen(category)}), 0) as pipeline,
        coalesce(sum(coalesce(expected, committed) * probability) filter (where ${isOpen(category)}) * 0.01, 0) as weighted,
        coalesce(sum(coalesce(committed, expected)) filter (where category = 'soft'), 0) as soft,
        coalesce(sum(committed) filter (where ${isCommitted(category)}), 0) as committed,
        coalesce(sum(${outstanding(category, sql`committed`, sql`funded`)}), 0) as outstanding,
        coalesce(sum(scheduled), 0) as scheduled, coalesce(sum(funded), 0) as funded, coalesce(sum(distributed), 0) as distributed
      from hits group by currency),
    own as materialized (
      select s.*, scheduled - coalesce(l.amount, 0) as due, coalesce(l.amount, 0) as overdue, r.rate, r.day as rated_on, r.path
      from summed s left join late l on l.currency = s.currency, setting, lateral rate_for(${organization_id}, s.currency, target, base, as_of) r),
    missing as (
      select currency, case when rate is null then own.count else u.count end as count,
        ${each(stocks, (figure) => sql`case when rate is null then ${figure} else 0 end`)},
        coalesce(unrated_funded, 0) as funded, coalesce(unrated_distributed, 0) as distributed
      from own left join moved using (currency) left join unrated u using (currency)),
    old as (
      select currency, case when is_used then rated_on end as day, case when is_used then path end as path, coalesce(old_days, 0) as days
      from (select own.*, ${isOld(sql`rated_on`, sql`as_of`)} and (${some(stocks)}) as is_used from own, setting) o
      left join moved using (currency)
      where is_used or old_days > 0)`
}

/** A query: converts what is valued as of the day, lists what has no rate, and rounds: once, at the end. */
export const totalsRows: RawBuilder<TotalsRow> = sql<TotalsRow>`
  select 'by_currency' as part, currency, as_of, count, ${each(figures, (figure) => sql`money(${figure}, currency)::text`)}, null::json as old_rates
  from own, setting
  union all
  select 'converted', target, as_of, (select coalesce(sum(count), 0)::bigint from own),
    ${each(stocks, (figure) => sql`money(coalesce((select sum(${figure} * rate) from own), 0), target)::text`)},
    ${each(flows, (figure) => sql`money(coalesce((select sum(${figure}) from moved), 0), target)::text`)},
    (select coalesce(json_agg(json_build_object('from', currency, 'to', target, 'day', day,
      'through', case when path = 'crossed' then base end, 'payment_days', days) order by currency), '[]') from old)
  from setting
  union all
  select 'not_converted', currency, as_of, count, ${each(figures, (figure) => sql`money(${figure}, currency)::text`)}, null
  from missing, setting where (${some(figures)})
  order by 1, 2`

// The sums of investments, as every feature's lists show them.
import { type RawBuilder, sql } from 'kysely'
import type { InCurrency } from '../../contract/investments.ts'
import { type AsOf, investmentsOn, movedOn, owedOn } from './as-of.ts'
import { dayOf, today } from './day.ts'
import type { Tenant } from './index.ts'
import { remembered } from './memory.ts'

/** What counts as pipeline, and what as committed. */
export const isOpen = (category: RawBuilder<unknown>) => sql`${category} in ('prospect', 'soft')`
export const isCommitted = (category: RawBuilder<unknown>) => sql`${category} in ('committed', 'funded', 'exited')`
export const outstanding = (
  category: RawBuilder<unknown>,
  committed: RawBuilder<unknown>,
  funded: RawBuilder<unknown>,
) =>
  sql`case when ${category} in ('committed', 'funded') then greatest(coalesce(${committed}, 0) - ${funded}, 0) else 0 end`

/** Sums over the investments `i` of one currency with their statuses `s`, unrounded: what an investor has there. */
export const sums = {
  committed: sql`coalesce(sum(i.committed_amount) filter (where ${isCommitted(sql`s.category`)}), 0)`,
  funded: sql`sum(i.funded)`,
  outstanding: sql`sum(${outstanding(sql`s.category`, sql`i.committed_amount`, sql`i.funded`)})`,
  distributed: sql`sum(i.distributed)`,
}

/** Joined to investments `i`: in `late.amount` what was to be paid before today, or before a day of the past. */
export const late = (tenant: Tenant, day?: AsOf) => sql`
  cross join lateral (select coalesce(sum(t.amount), 0) as amount from transactions t
    where i.next_due_on < ${day ?? today(tenant)} and t.organization_id = i.organization_id and t.investment_id = i.id
      and ${owedOn(tenant, day)} and t.due_on < ${day ?? today(tenant)}) late`

export interface TotalsRow extends InCurrency {
  part: 'by_currency' | 'converted' | 'not_converted'
  /** The day whose rates count. */
  as_of: string
}

/**
 * Sums over all `investments i` that match, on unrounded values, each rounded once. `target` is the currency to convert
 * into, the base when absent; `day` one of the past.
 */
export async function totalsOf(
  tenant: Tenant,
  where: RawBuilder<unknown>,
  target: string | undefined,
  day?: AsOf,
): Promise<TotalsRow[]> {
  // A value, not an expression: the sums of one day are another question than those of the next.
  const as_of = day ?? (await dayOf(tenant))
  const question = sql`totals ${day ?? null} ${as_of} ${target ?? null} ${where}`
  return await remembered(tenant, question, async (seen) => {
    const rows = await add(tenant, where, { target, as_of, day, seen })
    return { answer: rows.map(({ snapshot, ...row }) => row), snapshot: rows[0]!.snapshot }
  })
}

async function add(
  tenant: Tenant,
  where: RawBuilder<unknown>,
  { target, as_of, day, seen }: { target: string | undefined; as_of: string; day: AsOf; seen: RawBuilder<unknown> },
): Promise<(TotalsRow & { snapshot: string | null })[]> {
  const { organization_id } = tenant
  const stocks = ['pipeline', 'weighted', 'soft', 'committed', 'outstanding', 'due', 'overdue'].map(sql.ref)
  const flows = ['funded', 'distributed'].map(sql.ref)
  const all = [...stocks, ...flows]
  const category = sql.ref('category')
  const each = (figures: RawBuilder<unknown>[], write: (figure: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(figures.map((figure) => sql`${write(figure)} as ${figure}`))
  const rate = (day: RawBuilder<unknown>) =>
    sql`rate_on(${organization_id}, currency, setting.target, setting.base, ${day})`
  await planFor(tenant, where)
  const { rows } = await sql<TotalsRow & { snapshot: string | null }>`
    with setting as materialized (
      select base_currency as base, coalesce(${target ?? null}::text, base_currency) as target, ${as_of}::date as as_of
      from organizations where organization_id = ${organization_id}),
    hits as materialized (
      select i.id, i.currency, s.category, i.expected_amount as expected, i.committed_amount as committed,
        coalesce(i.probability, s.probability, 0) as probability, i.funded, i.distributed, i.scheduled, i.next_due_on
      from ${investmentsOn(tenant, day)}
      join investment_statuses s on s.organization_id = i.organization_id and s.id = i.status_id
      where ${where}),
    late as (
      select h.currency, sum(t.amount) as amount from hits h
      join transactions t on t.organization_id = ${organization_id} and t.investment_id = h.id
      where h.next_due_on < (select as_of from setting) and ${owedOn(tenant, day)} and t.due_on < (select as_of from setting)
      group by h.currency),
    own as (
      select h.currency, count(*) as count,
        coalesce(sum(coalesce(expected, committed)) filter (where ${isOpen(category)}), 0) as pipeline,
        coalesce(sum(coalesce(expected, committed) * probability) filter (where ${isOpen(category)}), 0) * 0.01 as weighted,
        coalesce(sum(coalesce(committed, expected)) filter (where category = 'soft'), 0) as soft,
        coalesce(sum(committed) filter (where ${isCommitted(category)}), 0) as committed,
        sum(${outstanding(category, sql`committed`, sql`funded`)}) as outstanding,
        sum(scheduled) - coalesce(max(late.amount), 0) as due, coalesce(max(late.amount), 0) as overdue,
        sum(funded) as funded, sum(distributed) as distributed
      from hits h left join late on late.currency = h.currency
      group by h.currency),
    valued as (select own.*, ${rate(sql`setting.as_of`)} as rate from own, setting),
    -- What moved is worth what it was worth on its day.
    moved as (
      select h.currency, t.settled_on,
        coalesce(sum(case t.kind when 'contribution' then t.amount when 'refund' then -t.amount end), 0) as funded,
        coalesce(sum(t.amount) filter (where t.kind in ('distribution', 'return_of_capital')), 0) as distributed
      from hits h
      join transactions t on t.organization_id = ${organization_id} and t.investment_id = h.id
      where ${movedOn(day)}
      group by h.currency, t.settled_on),
    priced as materialized (select moved.*, ${rate(sql`settled_on`)} as rate from moved, setting),
    unpriced as (
      select currency, sum(funded) as funded, sum(distributed) as distributed, array_agg(settled_on) as days
      from priced where rate is null group by currency),
    missing as (
      select currency, ${each(stocks, (figure) => sql`case when valued.rate is null then valued.${figure} else 0 end`)},
        ${each(flows, (figure) => sql`coalesce(unpriced.${figure}, 0)`)},
        (select count(*) from hits h where h.currency = valued.currency and (valued.rate is null
          or exists (select from transactions t where t.organization_id = ${organization_id} and t.investment_id = h.id
            and t.state = 'settled' and t.kind <> 'fee' and t.deleted_at is null and t.settled_on = any (unpriced.days)))) as count
      from valued left join unpriced using (currency)
      where valued.rate is null or unpriced.currency is not null)
    select sums.*, ${seen} as snapshot from (
    select 'by_currency' as part, currency, as_of, count, ${each(all, (figure) => sql`money(${figure}, currency)`)}
    from own, setting
    union all
    select 'converted', target, as_of, (select count(*) from hits),
      ${each(stocks, (figure) => sql`money(coalesce((select sum(${figure} * rate) from valued), 0), target)`)},
      ${each(flows, (figure) => sql`money(coalesce((select sum(${figure} * rate) from priced), 0), target)`)}
    from setting
    union all
    select 'not_converted', currency, as_of, count, ${each(all, (figure) => sql`money(${figure}, currency)`)}
    from missing, setting
    where (${sql.join(
      all.map((figure) => sql`${figure} <> 0`),
      sql` or `,
    )})
    ) sums order by 1, 2`.execute(tenant.db)
  return rows
}

/**
 * For statements that join the transactions of what matches, in this transaction only. The planner cannot know how many a filter leaves, and takes them for few: then it looks up the transactions of each
 * one by one (200,000 investments: 4 s instead of 0.6). So they are counted first.
 */
export async function planFor(tenant: Tenant, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`select from investments i where ${where} offset 5000 limit 1`.execute(tenant.db)
  // What is materialized and hashed of 200,000 has 10 to 30 MB; on disk it costs a third more.
  await sql`select set_config('enable_nestloop', ${rows.length > 0 ? 'off' : 'on'}, true),
    set_config('work_mem', '48MB', true)`.execute(tenant.db)
}

// What investments and investors amount to in one currency, for the rules of a segment.
import { type RawBuilder, sql } from 'kysely'
import { owed } from '../../../db/as-of.ts'
import { today } from '../../../db/day.ts'
import type { Tenant } from '../../../db/index.ts'
import { outstanding } from '../../../db/totals.ts'

export const figures = ['committed', 'funded', 'outstanding', 'due', 'overdue', 'distributed'] as const
export type Figure = (typeof figures)[number]

/** The names of a currency's common table expressions. Only of codes that the contract has let through. */
export const amountsIn = (currency: string) => sql.ref(`amounts_${currency}`)
export const totalsIn = (currency: string) => sql.ref(`totals_${currency}`)

/**
 * Common table expressions: `amounts_XXX (investment_id, investor_id, …figures)` of every investment, `totals_XXX
 * (investor_id, …figures)` of every investor that has one, with the figures asked for. Unrounded; null what has no rate.
 * Nothing is zero in every currency, and needs none. What moved is worth what it was worth on its day, all else what it is
 * worth today.
 */
export function amountsOf(tenant: Tenant, currency: string, asked: readonly Figure[]): RawBuilder<unknown> {
  const { organization_id } = tenant
  const named = (part: string) => sql.ref(`${part}_${currency}`)
  const rate = (day: RawBuilder<unknown>) =>
    sql`trim_scale(rate_on(${organization_id}, d.currency, ${currency}, setting.base, ${day}))`
  const setting = sql`(select base_currency as base, ${today(tenant)} as today from organizations
    where organization_id = ${organization_id})`
  const worth = (amount: RawBuilder<unknown>) => sql`case when ${amount} = 0 then 0 else ${amount} * r.rate end`
  const moved = (amount: RawBuilder<unknown>) =>
    sql`case when bool_or(p.rate is null and ${amount} is not null) then null else coalesce(sum(${amount} * p.rate), 0) end`
  const each = (write: (figure: Figure) => RawBuilder<unknown>) =>
    sql.join(asked.map((figure) => sql`${write(figure)} as ${sql.ref(figure)}`))
  // In its own currency an investment's sum is kept.
  const flow = (figure: RawBuilder<unknown>) =>
    sql`case when i.currency = ${currency} then i.${figure} when m.investment_id is null then 0 else m.${figure} end`
  const amounts: Record<Figure, RawBuilder<unknown>> = {
    committed: worth(sql`coalesce(i.committed_amount, 0)`),
    funded: flow(sql`funded`),
    distributed: flow(sql`distributed`),
    outstanding: worth(sql`(${outstanding(sql`s.category`, sql`i.committed_amount`, sql`i.funded`)})`),
    due: worth(sql`(i.scheduled - coalesce(l.amount, 0))`),
    overdue: worth(sql`coalesce(l.amount, 0)`),
  }
  // Each join is left out that no figure wants: all of them take a second at 200,000 investments.
  const wants = (...figures: Figure[]) => figures.some((figure) => asked.includes(figure))
  const counted = (figure: Figure) =>
    figure === 'committed'
      ? sql`case when category in ('committed', 'funded', 'exited') then committed else 0 end`
      : sql.ref(figure)
  return sql`
    ${named('rates')} as materialized (
      select d.currency, ${rate(sql`setting.today`)} as rate
      from (select distinct currency from investments where organization_id = ${organization_id} and deleted_at is null) d,
        ${setting} setting),
    ${named('moves')} as materialized (
      select t.investment_id, i.currency, t.settled_on,
        case t.kind when 'contribution' then t.amount when 'refund' then -t.amount end as funded,
        case when t.kind in ('distribution', 'return_of_capital') then t.amount end as distributed
      from transactions t
      join investments i on i.organization_id = t.organization_id and i.id = t.investment_id
      where t.organization_id = ${organization_id} and t.state = 'settled' and t.deleted_at is null
        and i.currency <> ${currency}),
    ${named('priced')} as materialized (
      select d.currency, d.settled_on, ${rate(sql`d.settled_on`)} as rate
      from (select distinct currency, settled_on from ${named('moves')}) d, ${setting} setting),
    ${named('moved')} as materialized (
      select t.investment_id, ${moved(sql`t.funded`)} as funded, ${moved(sql`t.distributed`)} as distributed
      from ${named('moves')} t
      join ${named('priced')} p on p.currency = t.currency and p.settled_on = t.settled_on
      group by t.investment_id),
    ${named('late')} as materialized (
      select t.investment_id, sum(t.amount) as amount from transactions t
      where t.organization_id = ${organization_id} and ${owed} and t.due_on < ${today(tenant)}
      group by t.investment_id),
    ${amountsIn(currency)} as materialized (
      select i.id as investment_id, i.investor_id, s.category, ${each((figure) => amounts[figure])}
      from investments i
      join investment_statuses s on s.organization_id = i.organization_id and s.id = i.status_id
      join ${named('rates')} r on r.currency = i.currency
      ${wants('funded', 'distributed') ? sql`left join ${named('moved')} m on m.investment_id = i.id` : sql``}
      ${wants('due', 'overdue') ? sql`left join ${named('late')} l on l.investment_id = i.id` : sql``}
      where i.organization_id = ${organization_id} and i.deleted_at is null),
    ${totalsIn(currency)} as materialized (
      select investor_id, ${each((figure) => sql`case when bool_or(${sql.ref(figure)} is null) then null else sum(${sql.ref(figure)}) end`)}
      from (select investor_id, ${each(counted)} from ${amountsIn(currency)}) counted
      group by investor_id)`
}

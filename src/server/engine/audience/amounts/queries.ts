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
 * (investor_id, …figures)` of every investor that has one. Unrounded; null what has no rate. Nothing is zero in every
 * currency, and needs none. What moved is worth what it was worth on its day, all else what it is worth today.
 */
export function amountsOf(tenant: Tenant, currency: string): RawBuilder<unknown> {
  const { organization_id } = tenant
  const named = (part: string) => sql.ref(`${part}_${currency}`)
  const rate = (day: RawBuilder<unknown>) =>
    sql`rate_on(${organization_id}, d.currency, ${currency}, setting.base, ${day})`
  const setting = sql`(select base_currency as base, ${today(tenant)} as today from organizations
    where organization_id = ${organization_id})`
  const worth = (amount: RawBuilder<unknown>) => sql`case when ${amount} = 0 then 0 else ${amount} * r.rate end`
  const moved = (amount: RawBuilder<unknown>) =>
    sql`case when bool_or(p.rate is null and ${amount} is not null) then null else coalesce(sum(${amount} * p.rate), 0) end`
  const each = (write: (figure: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(figures.map((figure) => sql`${write(sql.ref(figure))} as ${sql.ref(figure)}`))
  return sql`
    ${named('rates')} as materialized (
      select d.currency, ${rate(sql`setting.today`)} as rate
      from (select distinct currency from investments where organization_id = ${organization_id} and deleted_at is null) d,
        ${setting} setting),
    ${named('priced')} as materialized (
      select d.currency, d.settled_on, ${rate(sql`d.settled_on`)} as rate
      from (select distinct i.currency, t.settled_on from transactions t
          join investments i on i.organization_id = t.organization_id and i.id = t.investment_id
          where t.organization_id = ${organization_id} and t.state = 'settled' and t.deleted_at is null) d,
        ${setting} setting),
    ${named('moved')} as materialized (
      select t.investment_id,
        ${moved(sql`case t.kind when 'contribution' then t.amount when 'refund' then -t.amount end`)} as funded,
        ${moved(sql`case when t.kind in ('distribution', 'return_of_capital') then t.amount end`)} as distributed
      from transactions t
      join investments i on i.organization_id = t.organization_id and i.id = t.investment_id
      join ${named('priced')} p on p.currency = i.currency and p.settled_on = t.settled_on
      where t.organization_id = ${organization_id} and t.state = 'settled' and t.deleted_at is null
      group by t.investment_id),
    ${named('late')} as materialized (
      select t.investment_id, sum(t.amount) as amount from transactions t
      where t.organization_id = ${organization_id} and ${owed} and t.due_on < ${today(tenant)}
      group by t.investment_id),
    ${amountsIn(currency)} as materialized (
      select i.id as investment_id, i.investor_id, s.category,
        ${worth(sql`coalesce(i.committed_amount, 0)`)} as committed,
        case when m.investment_id is null then 0 else m.funded end as funded,
        ${worth(sql`(${outstanding(sql`s.category`, sql`i.committed_amount`, sql`i.funded`)})`)} as outstanding,
        ${worth(sql`(i.scheduled - coalesce(l.amount, 0))`)} as due, ${worth(sql`coalesce(l.amount, 0)`)} as overdue,
        case when m.investment_id is null then 0 else m.distributed end as distributed
      from investments i
      join investment_statuses s on s.organization_id = i.organization_id and s.id = i.status_id
      join ${named('rates')} r on r.currency = i.currency
      left join ${named('moved')} m on m.investment_id = i.id
      left join ${named('late')} l on l.investment_id = i.id
      where i.organization_id = ${organization_id} and i.deleted_at is null),
    ${totalsIn(currency)} as materialized (
      select investor_id, ${each((figure) => sql`case when bool_or(${figure} is null) then null else sum(${figure}) end`)}
      from (select investor_id, funded, outstanding, due, overdue, distributed,
          case when category in ('committed', 'funded', 'exited') then committed else 0 end as committed
        from ${amountsIn(currency)}) counted
      group by investor_id)`
}

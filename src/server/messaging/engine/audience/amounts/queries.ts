// Investment figures in one currency, per investment and per investor, for the rules of a segment.
import { type RawBuilder, sql } from 'kysely'
import { owed } from '../../../../platform/db/as-of.ts'
import { today } from '../../../../platform/db/day.ts'
import type { Tenant } from '../../../../platform/db/index.ts'
import { isCommitted, outstanding } from '../../../../platform/db/totals.ts'

type Sql = RawBuilder<unknown>

/** Sums of transactions `t`, signed by kind and converted at the rate of their day. */
const flows = {
  funded: { contribution: sql`t.amount`, refund: sql`-t.amount` },
  distributed: { distribution: sql`t.amount`, return_of_capital: sql`t.amount` },
}
/** Amounts of an investment `i` with its status `s`, and `l.amount` overdue, converted at today's rate. */
const stocks = {
  committed: sql`case when ${isCommitted(sql`s.category`)} then coalesce(i.committed_amount, 0) else 0 end`,
  outstanding: sql`(${outstanding(sql`s.category`, sql`i.committed_amount`, sql`i.funded`)})`,
  due: sql`(i.scheduled - coalesce(l.amount, 0))`,
  overdue: sql`coalesce(l.amount, 0)`,
}
type Flow = keyof typeof flows
export type Figure = Flow | keyof typeof stocks
const isFlow = (figure: Figure): figure is Flow => figure in flows

/** Names of the common table expressions of a currency. Only for codes that the contract has validated. */
export const amountsIn = (currency: string) => sql.ref(`amounts_${currency}`)
export const totalsIn = (currency: string) => sql.ref(`totals_${currency}`)

interface AmountsInput {
  investment: readonly Figure[]
  investor: readonly Figure[]
}

/**
 * Common table expressions: `amounts_XXX (investment_id, investor_id, …figures)` of every investment and `totals_XXX
 * (investor_id, …figures)` of every investor that has one, with the requested figures. Unrounded; null where a rate is
 * missing. Zero needs no rate. Figures of investors only are summed by investor directly: by way of 200,000 investments
 * that takes twice as long.
 */
export function amountsOf(tenant: Tenant, currency: string, figures: AmountsInput): Sql {
  const parts = partsOf(tenant, currency)
  const moving = [...figures.investment, ...figures.investor].filter(isFlow)
  return sql.join([
    parts.rates,
    ...(moving.length > 0 ? [parts.moves([...new Set(moving)])] : []),
    ...(figures.investment.length > 0 ? [parts.amounts(figures.investment)] : []),
    ...(figures.investor.length > 0 ? [parts.totals(figures.investor)] : []),
  ])
}

function partsOf(tenant: Tenant, currency: string) {
  const { organization_id } = tenant
  const [rates, moves, priced] = ['rates', 'moves', 'priced'].map((part) => sql.ref(`${part}_${currency}`))
  const setting = sql`(select base_currency as base, ${today(tenant)} as today from organizations
    where organization_id = ${organization_id})`

  const late = sql`left join (
    select t.investment_id, sum(t.amount) as amount from transactions t
    where t.organization_id = ${organization_id} and ${owed} and t.due_on < ${today(tenant)}
    group by t.investment_id) l on l.investment_id = i.id`
  const investments = (own: readonly Figure[]) => sql`investments i
    join investment_statuses s on s.organization_id = i.organization_id and s.id = i.status_id
    left join ${rates} r on r.currency = i.currency
    ${own.includes('due') || own.includes('overdue') ? late : sql``}`
  const ours = sql`i.organization_id = ${organization_id} and i.deleted_at is null`

  /** Joined as `m`: transactions in other currencies. The sum in an investment's own currency is stored with it. */
  function moved(own: readonly Figure[], by: 'investment_id' | 'investor_id', id: Sql): Sql {
    const sums = columns(own.filter(isFlow), (flow) => {
      const amount = sql`t.${sql.ref(flow)}`
      return sql`case when bool_or(p.rate is null and ${amount} is not null) then null else coalesce(sum(${amount} * p.rate), 0) end`
    })
    if (!own.some(isFlow)) return sql``
    return sql`left join (
      select t.${sql.ref(by)} as id, ${sums} from ${moves} t
      join ${priced} p on p.currency = t.currency and p.settled_on = t.settled_on
      group by t.${sql.ref(by)}) m on m.id = ${id}`
  }
  const elsewhere = (flow: Flow) => sql`case when m.id is null then 0 else m.${sql.ref(flow)} end`

  return {
    rates: sql`
      ${rates} as materialized (
        select d.currency, trim_scale(rate_on(${organization_id}, d.currency, ${currency}, setting.base, setting.today)) as rate
        from ${setting} setting, (
          select from_currency as currency from rated_pairs(${organization_id}) union
          select to_currency from rated_pairs(${organization_id}) union select ${currency}) d)`,

    moves: (own: readonly Flow[]) => sql`
      ${moves} as materialized (
        select t.investment_id, i.investor_id, i.currency, t.settled_on, ${columns(own, amountOf)}
        from transactions t
        join investments i on i.organization_id = t.organization_id and i.id = t.investment_id
        where t.organization_id = ${organization_id} and t.state = 'settled' and t.deleted_at is null and i.deleted_at is null
          and t.kind = any (${own.flatMap((flow) => Object.keys(flows[flow]))}) and i.currency <> ${currency}),
      ${priced} as materialized (
        select d.currency, d.settled_on, trim_scale(r.rate) as rate
        from ${setting} setting, (select distinct currency, settled_on from ${moves}) d
        cross join lateral rate_for(${organization_id}, d.currency, ${currency}, setting.base, d.settled_on) r)`,

    amounts: (own: readonly Figure[]) => sql`
      ${amountsIn(currency)} as materialized (
        select i.id as investment_id, i.investor_id, ${columns(own, (figure) =>
          isFlow(figure)
            ? sql`case when i.currency = ${currency} then i.${sql.ref(figure)} else ${elsewhere(figure)} end`
            : sql`case when ${stocks[figure]} = 0 then 0 else ${stocks[figure]} * r.rate end`,
        )}
        from ${investments(own)} ${moved(own, 'investment_id', sql`i.id`)}
        where ${ours})`,

    totals: (own: readonly Figure[]) => sql`
      ${totalsIn(currency)} as materialized (
        select o.investor_id, ${columns(own, (figure) =>
          isFlow(figure) ? sql`o.${sql.ref(figure)} + ${elsewhere(figure)}` : sql`o.${sql.ref(figure)}`,
        )}
        from (
          select i.investor_id, ${columns(own, (figure) =>
            isFlow(figure)
              ? sql`coalesce(sum(i.${sql.ref(figure)}) filter (where i.currency = ${currency}), 0)`
              : sql`case when bool_or(r.rate is null and ${stocks[figure]} <> 0) then null else coalesce(sum(${stocks[figure]} * r.rate), 0) end`,
          )}
          from ${investments(own)} where ${ours} group by i.investor_id) o
        ${moved(own, 'investor_id', sql`o.investor_id`)})`,
  }
}

const amountOf = (flow: Flow) => {
  const kinds = Object.entries(flows[flow]).map(([kind, amount]) => sql`when ${kind} then ${amount}`)
  return sql`case t.kind ${sql.join(kinds, sql` `)} end`
}

const columns = <F extends Figure>(own: readonly F[], write: (figure: F) => Sql): Sql =>
  sql.join(own.map((figure) => sql`${write(figure)} as ${sql.ref(figure)}`))

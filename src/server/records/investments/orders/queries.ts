// SQL of the orders of investment lists.
import { type RawBuilder, sql } from 'kysely'
import type { CustomSort } from '../../../../contract/custom-filters.ts'
import { Instrument, type InvestmentQuery } from '../../../../contract/investments.ts'
import { type AsOf, joinStatuses } from '../../../platform/db/as-of.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { computed, indexed, type Order } from '../../../platform/db/page.ts'
import { outstanding, overdueCondition, ratesIntoBase, valueInBase } from '../../../platform/db/totals.ts'

type Sort = NonNullable<InvestmentQuery['sort']>
type Field = Exclude<Sort, `-${string}` | CustomSort>

/** The order of `investments i`. `day`: a past day whose statuses, due amounts and exchange rates apply. */
export function orderOf(tenant: Tenant, sort: Sort, day: AsOf): Order {
  const of = (table: string, id: string, as: string) => sql`
    left join ${sql.table(table)} ${sql.ref(as)} on ${sql.ref(as)}.organization_id = i.organization_id and ${sql.ref(as)}.id = ${sql.ref(id)}`
  const statuses = joinStatuses(tenant, day)
  const late = overdueCondition(tenant, day)
  /** Sorts by converted value; then amounts without an exchange rate, then rows without an amount. */
  const byValue = (amount: RawBuilder<unknown>, joins: RawBuilder<unknown> = sql``): Order => {
    const value = valueInBase(tenant, sql`nullif(${amount}, 0)`, sql`i.currency`, day)
    return {
      keys: [value],
      rank: sql`case when coalesce(${amount}, 0) = 0 then 2 when ${value} is null then 1 else 0 end`,
      joins,
    }
  }
  /** The indexes contain today's amounts, so they do not apply to a past day. */
  const perCurrency = (amount: RawBuilder<unknown>, shown: RawBuilder<unknown>): Pick<Order, 'perCurrency'> =>
    day === undefined ? { perCurrency: { amount, shown, currency: sql`i.currency`, rates: ratesIntoBase(tenant) } } : {}
  const days = (day: RawBuilder<unknown>): Order => ({ ...indexed(day), filled: sql`${day} is not null` })
  const orders: Record<Field, () => Order> = {
    title: () => indexed(sql`i.title collate "und-x-icu"`),
    reference: () => indexed(sql`i.reference collate "und-x-icu"`),
    investor: () => ({ ...computed(sql`v.name collate "und-x-icu"`), joins: of('investors', 'i.investor_id', 'v') }),
    offering: () => ({ ...computed(sql`o.name collate "und-x-icu"`), joins: of('offerings', 'i.offering_id', 'o') }),
    // Statuses and stages have the order that the organization gave them.
    status: () => ({ ...computed(sql`g.position`), joins: of('investment_statuses', 'i.status_id', 'g') }),
    stage: () => ({ ...computed(sql`g.position`), joins: of('investment_stages', 'i.stage_id', 'g') }),
    instrument: () => computed(sql`array_position(${Instrument.options}::text[], i.instrument)`),
    expected_amount: () => ({
      ...byValue(sql`i.expected_amount`),
      ...perCurrency(sql`i.expected_amount`, sql`i.expected_amount <> 0`),
    }),
    committed_amount: () => ({
      ...byCommitment(tenant, day),
      ...perCurrency(sql`i.committed_amount`, sql`i.committed_amount is not null`),
    }),
    funded: () => ({ ...byValue(sql`i.funded`), ...perCurrency(sql`i.funded`, sql`i.funded <> 0`) }),
    outstanding: () => byValue(outstanding(sql`s.category`, sql`i.committed_amount`, sql`i.funded`), statuses),
    due: () => byValue(sql`(i.scheduled - late.amount)`, late),
    overdue: () => byValue(sql`late.amount`, late),
    distributed: () => byValue(sql`i.distributed`),
    probability: () => ({ ...computed(sql`coalesce(i.probability, s.probability)`), joins: statuses }),
    expected_close_on: () => days(sql`i.expected_close_on`),
    next_due_on: () => days(sql`i.next_due_on`),
    committed_on: () => computed(sql`i.committed_on`),
    owner: () => ({ ...computed(sql`u.name collate "und-x-icu"`), joins: of('users', 'i.owner_user_id', 'u') }),
    created_at: () => indexed(sql`i.created_at`),
    updated_at: () => indexed(sql`i.updated_at`),
  }
  return orders[sort.replace('-', '') as Field]()
}

/** Commitments come first. Rows without one follow by their expected amount, which the list shows in this column with a mark. */
function byCommitment(tenant: Tenant, day: AsOf): Order {
  const value = (amount: RawBuilder<unknown>) => valueInBase(tenant, amount, sql`i.currency`, day)
  const [committed, expected] = [value(sql`i.committed_amount`), value(sql`i.expected_amount`)]
  return {
    keys: [committed, sql`case when i.committed_amount is null then ${expected} end`],
    rank: sql`case when ${committed} is not null then 0 when i.committed_amount is not null then 1 else 2 end`,
  }
}

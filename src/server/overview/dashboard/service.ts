// Assembles the dashboard. Its sums are those of the investment list with the same filters.
import type { BroadcastFunnel, Dashboard, DashboardQuery } from '../../../contract/dashboard.ts'
import type { OldRate } from '../../../contract/investments.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { matching, resolveFilters, totalsIn } from '../../records/investments/service.ts'
import { type GroupBy, parts, reach, funnel as stepsOf } from './queries.ts'

export async function get(tenant: Tenant, query: DashboardQuery): Promise<Dashboard> {
  const { in: target, ...filters } = await resolveFilters(tenant, query)
  const { as_of: day, offering_id } = filters
  const where = matching(tenant, filters)
  const { totals, groups, old_targets, ...rest } = await parts(tenant, { where, target, day, offering_id })
  const of = (kind: GroupBy) => groups.filter((group) => group.kind === kind)
  const sums = totalsIn(totals)
  return {
    totals: sums,
    old_rates: joined(sums.base.old_rates, old_targets),
    by_status: of('status'),
    by_stage: of('stage'),
    by_type: of('type'),
    by_currency: of('currency'),
    by_country: of('country'),
    top_investors: of('investor'),
    ...rest,
    reach: await reach(tenant, query.investor_type_id),
  }
}

/** Merged by currency. */
const joined = (totals: OldRate[], targets: OldRate[]): OldRate[] => [
  ...totals.map((rate) => {
    const target = rate.day === null && targets.find(({ from }) => from === rate.from)
    return target ? { ...target, payment_days: rate.payment_days } : rate
  }),
  ...targets.filter(({ from }) => totals.every((rate) => rate.from !== from)),
]

const days = 90

export async function funnel(tenant: Tenant): Promise<BroadcastFunnel> {
  return { days, ...(await stepsOf(tenant, days)) }
}

// Assembles the dashboard. Its sums are those of the investment list with the same filters.
import type {
  BroadcastFunnel,
  ComparisonQuery,
  Dashboard,
  DashboardComparison,
  DashboardQuery,
} from '../../../contract/dashboard.ts'
import type { OldRate } from '../../../contract/investments.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { matching, resolveFilters, totals, totalsIn } from '../../records/investments/service.ts'
import { changes, dayBefore, type GroupBy, parts, reach, funnel as stepsOf } from './queries.ts'

export async function get(tenant: Tenant, query: DashboardQuery): Promise<Dashboard> {
  const { totals, groups, old_targets, ...rest } = await partsOf(tenant, query)
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

/** Compares the cached figures of the dashboard with the sums of the investment list on the earlier day. */
export async function compare(tenant: Tenant, { with: span, ...query }: ComparisonQuery): Promise<DashboardComparison> {
  const { base: now } = totalsIn((await partsOf(tenant, query)).totals)
  const day = await dayBefore(tenant, now.as_of, span)
  const { base: before } = await totals(tenant, { ...query, as_of: day })
  return { currency: now.currency, day, figures: await changes(tenant, now, before) }
}

async function partsOf(tenant: Tenant, query: DashboardQuery) {
  const { in: target, ...filters } = await resolveFilters(tenant, query)
  const { as_of: day, offering_id } = filters
  return await parts(tenant, { where: matching(tenant, filters), target, day, offering_id })
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

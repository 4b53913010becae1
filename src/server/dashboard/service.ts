// Puts the dashboard together. Its sums are those of the list of investments, asked with the same filters.
import type { BroadcastFunnel, Dashboard, DashboardQuery } from '../../contract/dashboard.ts'
import type { Tenant } from '../db/index.ts'
import { isUnfiltered, known, matching, totals } from '../investments/service.ts'
import { type Kind, parts, reach, funnel as stepsOf } from './queries.ts'

export async function get(tenant: Tenant, query: DashboardQuery): Promise<Dashboard> {
  const { in: target, ...filters } = await known(tenant, query)
  const { as_of: day, offering_id } = filters
  const isUsual = isUnfiltered(tenant, filters)
  const { groups, ...rest } = await parts(tenant, matching(tenant, filters), { target, day, offering_id, isUsual })
  const of = (kind: Kind) => groups.filter((group) => group.kind === kind)
  return {
    totals: await totals(tenant, query),
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

const days = 90

export async function funnel(tenant: Tenant): Promise<BroadcastFunnel> {
  return { days, ...(await stepsOf(tenant, days)) }
}

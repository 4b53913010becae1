// HTTP routes of the organization.
import { organization } from '../../../contract/organization.ts'
import { quotas } from '../../../contract/quotas.ts'
import { orNotFound } from '../../errors.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

export function organizationRoutes(binding: Binding) {
  route(binding, organization.get, async ({ tenant }) => orNotFound(await queries.get(tenant)))
  route(binding, quotas.list, async ({ tenant }) => ({ data: await binding.quotas.usage(tenant) }))
  route(binding, organization.periods, ({ tenant }) => queries.periods(tenant))
  route(binding, organization.closePeriod, ({ tenant, body }) =>
    service.closePeriod(tenant, body.closed_until, body.reason),
  )
  route(binding, organization.reopenPeriod, ({ tenant, body }) =>
    service.reopenPeriod(tenant, body.closed_until, body.reason),
  )
  route(binding, organization.release, ({ tenant }) => service.release(tenant))
  route(binding, organization.update, ({ tenant, caller, body }) =>
    service.changeBy(caller, tenant, body, binding.now()),
  )
}

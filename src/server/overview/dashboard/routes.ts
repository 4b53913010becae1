// The endpoints of the dashboard.
import { dashboard } from '../../../contract/dashboard.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function dashboardRoutes(binding: Binding) {
  route(binding, dashboard.get, ({ tenant, query }) => service.get(tenant, query))
  route(binding, dashboard.compare, ({ tenant, query }) => service.compare(tenant, query))
  route(binding, dashboard.broadcasts, ({ tenant }) => service.funnel(tenant))
}

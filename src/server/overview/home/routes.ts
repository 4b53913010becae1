// The endpoints of Home.
import { home } from '../../../contract/home.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as queries from './queries.ts'

export function homeRoutes(binding: Binding) {
  route(binding, home.get, async ({ tenant }) => {
    const found = await queries.alerts(tenant)
    return {
      setup: await queries.setup(tenant),
      alerts: found,
      counts: Object.fromEntries(found.map(({ kind, total }) => [kind, total])),
      sums: await queries.sums(tenant),
      has_hidden: await queries.hasHidden(tenant),
      recent: await queries.recent(tenant),
    }
  })
  route(binding, home.hidden, async ({ tenant }) => ({ data: await queries.hidden(tenant) }))
  route(binding, home.dismiss, ({ tenant, params, body }) => queries.dismiss(tenant, params, body))
  route(binding, home.undismiss, ({ tenant, params }) => queries.undismiss(tenant, params))
}

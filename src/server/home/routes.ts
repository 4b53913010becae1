// The endpoints of Home.
import { home } from '../../contract/home.ts'
import { type Binding, route } from '../http/route.ts'
import * as queries from './queries.ts'

export function homeRoutes(binding: Binding) {
  route(binding, home.get, async ({ tenant }) => {
    const found = await queries.tasks(tenant)
    return {
      setup: await queries.setup(tenant),
      needs: found,
      counts: Object.fromEntries(found.map(({ kind, total }) => [kind, total])),
      recent: await queries.recent(tenant),
    }
  })
  route(binding, home.mark, ({ tenant, params, body }) => queries.dismiss(tenant, params, body))
  route(binding, home.unmark, ({ tenant, params }) => queries.undismiss(tenant, params))
}

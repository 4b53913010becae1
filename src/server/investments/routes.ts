// The endpoints of investments.
import { investments } from '../../contract/investments.ts'
import { orNotFound } from '../errors.ts'
import { type Binding, route, routeKept } from '../http/route.ts'
import * as shownRows from './rows/queries.ts'
import * as service from './service.ts'

export function investmentRoutes(binding: Binding) {
  routeKept(binding, investments.list, ({ tenant, query }) => service.list(tenant, query))
  route(binding, investments.totals, ({ tenant, query }) => service.totals(tenant, query))
  route(binding, investments.create, ({ tenant, body }) => service.create(tenant, body))
  route(binding, investments.get, async ({ tenant, params }) => orNotFound(await shownRows.get(tenant, params.id)))
  route(binding, investments.update, ({ tenant, params, body }) => service.update(tenant, params.id, body))
  route(binding, investments.remove, ({ tenant, params }) => service.remove(tenant, params.id))
  route(binding, investments.restore, ({ tenant, params }) => service.restore(tenant, params.id))
  route(binding, investments.statusChanges, ({ tenant, params }) => service.statusChanges(tenant, params.id))
}

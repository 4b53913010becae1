// The endpoints of investors.
import { investors } from '../../contract/investors.ts'
import { type Binding, route, routeKept } from '../http/route.ts'
import * as service from './service.ts'

export function investorRoutes(binding: Binding) {
  routeKept(binding, investors.list, ({ tenant, query }) => service.list(tenant, query), { showsSends: true })
  route(binding, investors.totals, ({ tenant, query }) => service.totals(tenant, query))
  route(binding, investors.create, ({ tenant, body }) => service.create(tenant, body))
  route(binding, investors.get, ({ tenant, params }) => service.get(tenant, params.id))
  route(binding, investors.update, ({ tenant, params, body }) => service.update(tenant, params.id, body))
  route(binding, investors.remove, ({ tenant, params }) => service.remove(tenant, params.id))
  route(binding, investors.restore, ({ tenant, params }) => service.restore(tenant, params.id))
  route(binding, investors.setContact, ({ tenant, params, body }) =>
    service.setContact(tenant, params.id, { id: params.contact_id, role: body.role, is_primary: body.is_primary }),
  )
  route(binding, investors.removeContact, ({ tenant, params }) =>
    service.removeContact(tenant, params.id, params.contact_id),
  )
}

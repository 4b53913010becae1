// The endpoints of investors.
import { investors } from '../../../contract/investors.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import { create, get, list, remove, removeContact, restore, setContact, totals, update } from './service.ts'

export function investorRoutes(binding: Binding) {
  recordRoutes(binding, investors, { list, create, get, update, remove, restore })
  route(binding, investors.totals, ({ tenant, query }) => totals(tenant, query))
  route(binding, investors.setContact, ({ tenant, params, body }) =>
    setContact(tenant, params.id, { id: params.contact_id, role: body.role, is_primary: body.is_primary }),
  )
  route(binding, investors.removeContact, ({ tenant, params }) => removeContact(tenant, params.id, params.contact_id))
}

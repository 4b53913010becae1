// The endpoints of saved views.
import { views } from '../../../contract/views.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function viewRoutes(binding: Binding) {
  route(binding, views.list, ({ tenant }) => service.list(tenant))
  route(binding, views.create, ({ tenant, caller, body }) => service.create(tenant, caller, body))
  route(binding, views.setDefault, ({ tenant, body }) => service.setDefault(tenant, body))
  route(binding, views.update, ({ tenant, caller, params, body }) => service.update(tenant, caller, params.id, body))
  route(binding, views.remove, ({ tenant, caller, params }) => service.remove(tenant, caller, params.id))
  route(binding, views.restore, ({ tenant, caller, params }) => service.restore(tenant, caller, params.id))
}

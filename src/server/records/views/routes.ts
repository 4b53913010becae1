// The endpoints of saved views.
import { views } from '../../../contract/views.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function viewRoutes(binding: Binding) {
  route(binding, views.list, ({ tenant }) => service.list(tenant))
  route(binding, views.create, ({ tenant, body }) => service.create(tenant, body))
  route(binding, views.setDefault, ({ tenant, body }) => service.setDefault(tenant, body))
  route(binding, views.update, ({ tenant, params, body }) => service.update(tenant, params.id, body))
  route(binding, views.remove, ({ tenant, params }) => service.remove(tenant, params.id))
  route(binding, views.restore, ({ tenant, params }) => service.restore(tenant, params.id))
}

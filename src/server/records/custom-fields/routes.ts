// HTTP endpoints of custom fields.
import { customFields } from '../../../contract/custom-fields.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function customFieldRoutes(binding: Binding) {
  route(binding, customFields.list, ({ tenant, query }) => service.list(tenant, query.record))
  route(binding, customFields.create, ({ tenant, body }) => service.create(tenant, body))
  route(binding, customFields.uses, ({ tenant, query }) => service.uses(tenant, query.record))
  route(binding, customFields.reorder, ({ tenant, body }) => service.reorder(tenant, body))
  route(binding, customFields.get, ({ tenant, params }) => service.get(tenant, params.id))
  route(binding, customFields.references, ({ tenant, params }) => service.references(tenant, params.id))
  route(binding, customFields.update, ({ tenant, params, body }) => service.update(tenant, params.id, body))
  route(binding, customFields.remove, ({ tenant, params }) => service.remove(tenant, params.id))
  route(binding, customFields.restore, ({ tenant, params }) => service.restore(tenant, params.id))
}

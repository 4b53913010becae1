// Tags over HTTP.
import { tags } from '../../../contract/tags.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function tagRoutes(binding: Binding) {
  route(binding, tags.list, ({ tenant, query }) => service.list(tenant, query))
  route(binding, tags.create, ({ tenant, body }) => service.create(tenant, body))
  route(binding, tags.get, ({ tenant, params }) => service.get(tenant, params.id))
  route(binding, tags.update, ({ tenant, params, body }) => service.update(tenant, params.id, body))
  route(binding, tags.remove, ({ tenant, params }) => service.remove(tenant, params.id))
}

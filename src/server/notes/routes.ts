// Notes over HTTP.
import { notes } from '../../contract/notes.ts'
import { type Binding, route } from '../http/route.ts'
import * as service from './service.ts'

export function noteRoutes(binding: Binding) {
  route(binding, notes.list, ({ tenant, query }) => service.list(tenant, query))
  route(binding, notes.create, ({ tenant, body }) => service.create(tenant, body))
  route(binding, notes.get, ({ tenant, params }) => service.get(tenant, params.id))
  route(binding, notes.update, ({ tenant, params, body }) => service.update(tenant, params.id, body))
  route(binding, notes.remove, ({ tenant, params }) => service.remove(tenant, params.id))
  route(binding, notes.restore, ({ tenant, params }) => service.restore(tenant, params.id))
}

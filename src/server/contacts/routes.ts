// Contacts over HTTP.
import { contacts } from '../../contract/contacts.ts'
import { type Binding, route, routeKept } from '../http/route.ts'
import * as service from './service.ts'

export function contactRoutes(binding: Binding) {
  routeKept(binding, contacts.list, ({ tenant, query }) => service.list(tenant, query))
  route(binding, contacts.create, ({ tenant, body }) => service.create(tenant, body))
  route(binding, contacts.readPhone, ({ tenant, query }) => service.reading(tenant, query.phone))
  route(binding, contacts.get, ({ tenant, params }) => service.get(tenant, params.id))
  route(binding, contacts.update, ({ tenant, params, body }) => service.update(tenant, params.id, body))
  route(binding, contacts.remove, ({ tenant, params }) => service.remove(tenant, params.id))
  route(binding, contacts.restore, ({ tenant, params }) => service.restore(tenant, params.id))
}

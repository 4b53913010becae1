// HTTP endpoints of broadcast groups.
import { broadcastGroups } from '../../contract/broadcast-groups.ts'
import { type Binding, route } from '../http/route.ts'
import * as service from './service.ts'

export function broadcastGroupRoutes(binding: Binding) {
  route(binding, broadcastGroups.list, ({ tenant, query }) => service.list(tenant, query))
  route(binding, broadcastGroups.create, ({ tenant, body }) => service.create(tenant, body))
  route(binding, broadcastGroups.get, ({ tenant, params }) => service.get(tenant, params.id))
  route(binding, broadcastGroups.update, ({ tenant, params, body }) => service.update(tenant, params.id, body))
  route(binding, broadcastGroups.remove, ({ tenant, params }) => service.remove(tenant, params.id))
  route(binding, broadcastGroups.restore, ({ tenant, params }) => service.restore(tenant, params.id))
  route(binding, broadcastGroups.countOf, ({ tenant, params }) => service.countOf(tenant, params.id))
  route(binding, broadcastGroups.count, ({ tenant, body }) => service.count(tenant, body))
  route(binding, broadcastGroups.findContacts, ({ tenant, body }) => service.findContacts(tenant, body.lines))
}

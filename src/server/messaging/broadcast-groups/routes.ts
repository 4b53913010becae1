// HTTP endpoints of broadcast groups.
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import { count, countOf, create, findContacts, get, list, remove, restore, update } from './service.ts'

export function broadcastGroupRoutes(binding: Binding) {
  recordRoutes(binding, broadcastGroups, { list, create, get, update, remove, restore })
  route(binding, broadcastGroups.countOf, ({ tenant, params }) => countOf(tenant, params.id))
  route(binding, broadcastGroups.count, ({ tenant, body }) => count(tenant, body))
  route(binding, broadcastGroups.findContacts, ({ tenant, body }) => findContacts(tenant, body.lines))
}

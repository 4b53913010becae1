// Contacts over HTTP.
import { contacts } from '../../../contract/contacts.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import { create, get, list, names, parsedPhone, remove, restore, update } from './service.ts'

export function contactRoutes(binding: Binding) {
  recordRoutes(binding, contacts, { list, create, get, update, remove, restore })
  route(binding, contacts.names, ({ tenant, query }) => names(tenant, query))
  route(binding, contacts.parsePhone, ({ tenant, query }) => parsedPhone(tenant, query.phone))
}

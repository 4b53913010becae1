// Bulk changes over HTTP.
import { bulkChanges } from '../../../contract/bulk-changes.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function bulkChangeRoutes(binding: Binding) {
  route(binding, bulkChanges.contacts, ({ tenant, body }) => service.make(tenant, 'contacts', body))
  route(binding, bulkChanges.investors, ({ tenant, body }) => service.make(tenant, 'investors', body))
  route(binding, bulkChanges.investments, ({ tenant, body }) => service.make(tenant, 'investments', body))
  route(binding, bulkChanges.get, ({ tenant, params }) => service.get(tenant, params.id))
  route(binding, bulkChanges.refusals, ({ tenant, params, query }) => service.refusals(tenant, params.id, query))
  route(binding, bulkChanges.undo, ({ tenant, params }) => service.undo(tenant, params.id))
}

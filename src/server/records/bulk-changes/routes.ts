// Bulk changes over HTTP.
import { bulkChanges } from '../../../contract/bulk-changes.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function bulkChangeRoutes(binding: Binding) {
  const by = ({ ip }: { ip: string }) => ({ ip, at: binding.now() })
  route(binding, bulkChanges.contacts, ({ tenant, body, caller }) => service.make(tenant, 'contacts', body, by(caller)))
  route(binding, bulkChanges.investors, ({ tenant, body, caller }) =>
    service.make(tenant, 'investors', body, by(caller)),
  )
  route(binding, bulkChanges.investments, ({ tenant, body, caller }) =>
    service.make(tenant, 'investments', body, by(caller)),
  )
  route(binding, bulkChanges.list, ({ tenant, query }) => service.list(tenant, query))
  route(binding, bulkChanges.get, ({ tenant, params }) => service.get(tenant, params.id))
  route(binding, bulkChanges.refusals, ({ tenant, params, query }) => service.refusals(tenant, params.id, query))
  route(binding, bulkChanges.undo, ({ tenant, params, caller }) => service.undo(tenant, params.id, by(caller)))
}

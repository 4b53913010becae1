// HTTP endpoints of WhatsApp groups.
import { waGroups } from '../../../contract/wa-groups.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function waGroupRoutes(binding: Binding) {
  route(binding, waGroups.ofSession, ({ tenant, params, query }) => service.ofSession(tenant, params.id, query))
  route(binding, waGroups.refresh, ({ tenant, params }) => service.refresh(tenant, params.id))
  route(binding, waGroups.importGroups, ({ tenant, body }) => service.importGroups(tenant, body))
  route(binding, waGroups.imported, ({ tenant, query }) => service.imported(tenant, query))
  route(binding, waGroups.get, ({ tenant, params }) => service.get(tenant, params.id))
  route(binding, waGroups.members, ({ tenant, params, query }) => service.members(tenant, params.id, query))
  route(binding, waGroups.missingInvestors, ({ tenant, params, query }) =>
    service.missingInvestors(tenant, params.id, query),
  )
  route(binding, waGroups.remove, ({ tenant, params }) => service.remove(tenant, params.id))
  route(binding, waGroups.restore, ({ tenant, params }) => service.restore(tenant, params.id))
}

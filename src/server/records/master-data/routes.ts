// The endpoints of investor types, investment statuses and investment stages: the same for each.
import { investmentStages, investmentStatuses, investorTypes } from '../../../contract/master-data.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import type { MasterDataKind } from './queries.ts'
import * as service from './service.ts'

export function masterDataRoutes(binding: Binding, movers: service.Movers) {
  routesOf(binding, 'investor_types', investorTypes, movers)
  routesOf(binding, 'investment_statuses', investmentStatuses, movers)
  routesOf(binding, 'investment_stages', investmentStages, movers)
}

type Endpoints = typeof investorTypes | typeof investmentStatuses | typeof investmentStages

function routesOf(binding: Binding, kind: MasterDataKind, endpoints: Endpoints, movers: service.Movers) {
  route(binding, endpoints.list, ({ tenant, query }) => service.list(tenant, kind, query))
  route(binding, endpoints.create, ({ tenant, body }) => service.create(tenant, kind, body))
  route(binding, endpoints.reorder, ({ tenant, body }) => service.reorder(tenant, kind, body))
  route(binding, endpoints.get, ({ tenant, params }) => service.get(tenant, kind, params.id))
  route(binding, endpoints.update, ({ tenant, params, body }) => service.change(tenant, kind, params.id, body))
  route(binding, endpoints.remove, ({ tenant, params }) => service.remove(tenant, kind, params.id))
  route(binding, endpoints.restore, ({ tenant, params }) => service.restore(tenant, kind, params.id))
  route(binding, endpoints.move, ({ tenant, params, body }) => service.move(tenant, kind, params.id, body, movers))
}

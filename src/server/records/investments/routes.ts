// The endpoints of investments.
import { investments } from '../../../contract/investments.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import { board, create, get, list, remove, restore, statusChanges, totals, update } from './service.ts'

export function investmentRoutes(binding: Binding) {
  recordRoutes(binding, investments, { list, create, get, update, remove, restore })
  route(binding, investments.totals, ({ tenant, query }) => totals(tenant, query))
  route(binding, investments.board, ({ tenant, query }) => board(tenant, query))
  route(binding, investments.statusChanges, ({ tenant, params }) => statusChanges(tenant, params.id))
}

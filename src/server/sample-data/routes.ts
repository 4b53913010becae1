// HTTP endpoints of sample data.
import { sampleData } from '../../contract/sample-data.ts'
import { type Binding, route, routeWithoutTransaction } from '../http/route.ts'
import * as queries from './queries.ts'
import { add, removal, remove } from './service.ts'

export function sampleDataRoutes(binding: Binding) {
  route(binding, sampleData.get, ({ tenant }) => queries.state(tenant))
  routeWithoutTransaction(binding, sampleData.add, ({ who }) => add(binding.database, who))
  route(binding, sampleData.removal, ({ tenant }) => removal(tenant))
  route(binding, sampleData.remove, ({ tenant, query }) => remove(tenant, query))
}

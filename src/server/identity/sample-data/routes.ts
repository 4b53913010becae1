// HTTP endpoints of sample data.
import { sampleData } from '../../../contract/sample-data.ts'
import { type Binding, routeWithoutTransaction } from '../../platform/http/route.ts'
import { close, open, remove, state } from './service.ts'

export function sampleDataRoutes(binding: Binding) {
  const { database } = binding
  routeWithoutTransaction(binding, sampleData.get, ({ caller }) => state(database, caller))
  routeWithoutTransaction(binding, sampleData.open, ({ caller }) => open(database, caller))
  routeWithoutTransaction(binding, sampleData.close, ({ caller }) => close(database, caller))
  routeWithoutTransaction(binding, sampleData.remove, ({ caller }) => remove(database, caller))
}

// The trash over HTTP.
import { trash } from '../../../contract/trash.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import { list } from './service.ts'

export function trashRoutes(binding: Binding) {
  route(binding, trash.list, ({ tenant, query }) => list(tenant, query))
}

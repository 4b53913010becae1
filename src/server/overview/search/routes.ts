// Global search over HTTP.
import { search } from '../../../contract/search.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function searchRoutes(binding: Binding) {
  route(binding, search.everywhere, async ({ tenant, query }) => ({ data: await service.everywhere(tenant, query.q) }))
}

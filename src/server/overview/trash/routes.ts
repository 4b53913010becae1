// The trash over HTTP.
import { trash } from '../../../contract/trash.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import { list, remove } from './service.ts'

export function trashRoutes(binding: Binding) {
  route(binding, trash.list, ({ tenant, query }) => list(tenant, query))
  route(binding, trash.remove, ({ tenant, params, caller }) =>
    remove(tenant, params, { at: binding.now(), ip: caller.ip }),
  )
}

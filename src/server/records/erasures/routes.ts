// Erasures over HTTP.
import { erasures } from '../../../contract/erasures.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import { create, list, preview } from './service.ts'

export function erasureRoutes(binding: Binding) {
  route(binding, erasures.list, ({ tenant, query }) => list(tenant, query))
  route(binding, erasures.preview, ({ tenant, query }) => preview(tenant, query))
  route(binding, erasures.create, ({ tenant, body, caller }) =>
    create(tenant, body, { at: binding.now(), ip: caller.ip }),
  )
}

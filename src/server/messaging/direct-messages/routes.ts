// HTTP endpoints of direct messages.
import { directMessages } from '../../../contract/direct-messages.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function directMessageRoutes(binding: Binding) {
  route(binding, directMessages.send, ({ tenant, params, body }) => service.send(tenant, params.id, body))
  route(binding, directMessages.test, ({ tenant, params, body, caller }) =>
    service.test(tenant, params.id, body, { caller, at: binding.now() }),
  )
  route(binding, directMessages.preview, ({ tenant, params, body }) =>
    service.preview(tenant, params.id, body, binding.now().getTime()),
  )
}

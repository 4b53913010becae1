// HTTP endpoints of browser push: the user's browsers that show notifications.
import { push } from '../../../contract/push.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as service from './service.ts'
import { vapidKeys } from './vapid.ts'

export function pushRoutes(binding: Binding) {
  const { publicKey: application_key } = vapidKeys(binding.keys)
  route(binding, push.list, async ({ tenant, caller }) => ({
    application_key,
    data: await service.list(tenant, caller),
  }))
  route(binding, push.save, ({ tenant, caller, body }) => service.save(tenant, caller, body, binding.now()))
  route(binding, push.remove, ({ tenant, caller, params }) => service.remove(tenant, caller, params.id))
}

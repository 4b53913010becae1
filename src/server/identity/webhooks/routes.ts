// HTTP endpoints of webhooks and their deliveries.
import { webhooks } from '../../../contract/webhooks.ts'
import type { Config } from '../../config.ts'
import { type Binding, route, routeWithoutTransaction } from '../../platform/http/route.ts'
import { webhookService } from './service.ts'

export function webhookRoutes(binding: Binding, config: Pick<Config, 'webhookPrivateAddresses' | 'publicUrl'>) {
  const { publicUrl, webhookPrivateAddresses: allowPrivate } = config
  const service = webhookService({ ...binding, publicUrl, allowPrivate })
  route(binding, webhooks.list, async ({ tenant }) => ({ data: await service.list(tenant) }))
  routeWithoutTransaction(binding, webhooks.create, ({ caller, body }) => service.add(caller, body))
  route(binding, webhooks.update, ({ tenant, caller, params, body }) => service.change(tenant, caller, params.id, body))
  route(binding, webhooks.remove, ({ tenant, caller, params }) => service.remove(tenant, caller, params.id))
  routeWithoutTransaction(binding, webhooks.rotateSecret, ({ caller, params }) => service.rotate(caller, params.id))
  route(binding, webhooks.test, ({ tenant, params }) => service.test(tenant, params.id))
  route(binding, webhooks.deliveries, ({ tenant, params, query }) => service.log(tenant, params.id, query))
  route(binding, webhooks.replay, ({ tenant, params }) => service.replay(tenant, params.id))
}

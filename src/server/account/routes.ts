// HTTP routes of deleting an account.
import { account } from '../../contract/account.ts'
import { originOf } from '../auth/service.ts'
import type { Config } from '../config.ts'
import { type Binding, route, routeWithoutTransaction } from '../http/route.ts'
import { accountDeletion, deletionPreview } from './service.ts'

export function accountRoutes(binding: Binding, config: Pick<Config, 'rateLimits'>) {
  const { remove } = accountDeletion({ ...binding, limited: config.rateLimits, log: binding.app.log })

  route(binding, account.deletion, ({ tenant, who }) => deletionPreview(tenant, who))
  routeWithoutTransaction(binding, account.delete, ({ who, body, request }) => remove(who, body, originOf(request)))
}

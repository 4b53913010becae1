// Leaving Kabar, over HTTP.
import { account } from '../../contract/account.ts'
import { originOf } from '../auth/service.ts'
import type { Config } from '../config.ts'
import { type Binding, route, routeOutside } from '../http/route.ts'
import { deletion, leaving } from './service.ts'

export function accountRoutes(binding: Binding, config: Pick<Config, 'rateLimits'>) {
  const { remove } = leaving({ ...binding, limited: config.rateLimits, log: binding.app.log })

  route(binding, account.deletion, ({ tenant, who }) => deletion(tenant, who))
  routeOutside(binding, account.delete, ({ who, body, request }) => remove(who, body, originOf(request)))
}

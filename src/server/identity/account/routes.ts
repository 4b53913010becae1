// HTTP routes of deleting an account.
import { account } from '../../../contract/account.ts'
import type { Config } from '../../config.ts'
import { type Binding, route, routeWithoutTransaction } from '../../platform/http/route.ts'
import { originOf } from '../auth/service.ts'
import { accountDeletion, deletionPreview } from './service.ts'

export function accountRoutes(binding: Binding, config: Pick<Config, 'rateLimits'>) {
  const { remove } = accountDeletion({ ...binding, limited: config.rateLimits, log: binding.app.log })

  route(binding, account.deletion, ({ tenant, caller }) => deletionPreview(tenant, caller))
  routeWithoutTransaction(binding, account.delete, ({ caller, body, request }) =>
    remove(caller, body, originOf(request)),
  )
}

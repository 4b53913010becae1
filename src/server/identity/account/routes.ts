// HTTP routes of deleting an account.
import { account } from '../../../contract/account.ts'
import { type Binding, route, routeWithoutTransaction } from '../../platform/http/route.ts'
import { originOf } from '../auth/service.ts'
import { accountDeletion, deletionPreview } from './service.ts'

export function accountRoutes(binding: Binding, publicUrl: string) {
  const { remove, cancel } = accountDeletion({ ...binding, publicUrl, log: binding.app.log })

  route(binding, account.deletion, ({ tenant, caller }) => deletionPreview(tenant, caller))
  routeWithoutTransaction(binding, account.delete, ({ caller, body, request }) =>
    remove(caller, body, originOf(request)),
  )
  route(binding, account.cancelDeletion, ({ tenant, caller }) => cancel(tenant, caller))
}

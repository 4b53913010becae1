// The endpoints of transactions.
import { transactions } from '../../../contract/transactions.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function transactionRoutes(binding: Binding) {
  route(binding, transactions.list, ({ tenant, params }) => service.list(tenant, params.id))
  route(binding, transactions.create, ({ tenant, params, body }) => service.create(tenant, params.id, body))
  route(binding, transactions.update, ({ tenant, params, body }) =>
    service.update(tenant, params.id, params.transaction_id, body),
  )
  route(binding, transactions.remove, ({ tenant, params }) => service.remove(tenant, params.id, params.transaction_id))
  route(binding, transactions.restore, ({ tenant, params }) =>
    service.restore(tenant, params.id, params.transaction_id),
  )
}

// HTTP endpoints of statements.
import { statements } from '../../../contract/statements.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import { keepStatement } from './file.ts'
import { get } from './service.ts'

export function statementRoutes(binding: Binding) {
  route(binding, statements.get, ({ tenant, params, query }) => get(tenant, params.id, query))
  route(binding, statements.keep, ({ tenant, params, body }) => keepStatement(tenant, params.id, body, binding.quotas))
}

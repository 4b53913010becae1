// The endpoint of statements.
import { statements } from '../../../contract/statements.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import { get } from './service.ts'

export function statementRoutes(binding: Binding) {
  route(binding, statements.get, ({ tenant, params, query }) => get(tenant, params.id, query))
}

// HTTP endpoints of statements.
import { statements } from '../../../contract/statements.ts'
import { keepDocument } from '../../messaging/media/service.ts'
import { type Binding, preparedRoute, route } from '../../platform/http/route.ts'
import { drawStatement } from './file.ts'
import { get } from './service.ts'

export function statementRoutes(binding: Binding) {
  route(binding, statements.get, ({ tenant, params, query }) => get(tenant, params.id, query))
  preparedRoute(
    binding,
    statements.keep,
    ({ caller, params, body }) => drawStatement(binding.database, caller, params.id, body),
    ({ tenant, prepared: { name, bytes } }) => keepDocument(tenant, name, bytes, binding.quotas),
  )
}

// The audit log over HTTP.
import { audit } from '../../../contract/audit.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import { list } from './service.ts'

export function auditRoutes(binding: Binding) {
  route(binding, audit.list, ({ tenant, query }) => list(tenant, query))
}

// HTTP endpoints of the roles that an organization made.
import { roles } from '../../../contract/roles.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as queries from './queries.ts'
import { addRole, changeRole, removeRole } from './service.ts'

export function roleRoutes(binding: Binding) {
  route(binding, roles.list, async ({ tenant }) => ({ data: await queries.list(tenant) }))
  route(binding, roles.create, ({ tenant, caller, body }) => addRole(tenant, caller, body))
  route(binding, roles.update, ({ tenant, caller, params, body }) => changeRole(tenant, caller, params.id, body))
  route(binding, roles.remove, ({ tenant, caller, params }) => removeRole(tenant, caller, params.id))
}

// The endpoints of the organization.
import { organization } from '../../contract/organization.ts'
import { found } from '../errors.ts'
import { type Binding, route } from '../http/route.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

export function organizationRoutes(binding: Binding) {
  route(binding, organization.get, async ({ tenant }) => found(await queries.get(tenant)))
  route(binding, organization.update, ({ tenant, body }) => service.change(tenant, body))
}

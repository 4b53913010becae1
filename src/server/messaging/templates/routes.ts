// HTTP endpoints of templates.
import { pagination } from '../../../contract/common.ts'
import { templates } from '../../../contract/templates.ts'
import { inReadOnlyTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { type Binding, route, routeWithoutTransaction } from '../../platform/http/route.ts'
import { check } from './checking.ts'
import * as service from './service.ts'

export function templateRoutes(binding: Binding) {
  route(binding, templates.list, async ({ tenant, query }) => {
    const { data, total } = await service.list(tenant, query)
    return { data, pagination: pagination(query, total) }
  })
  route(binding, templates.create, ({ tenant, body }) => service.create(tenant, body))
  route(binding, templates.get, ({ tenant, params }) => service.get(tenant, params.id))
  route(binding, templates.update, ({ tenant, params, body }) => service.change(tenant, params.id, body))
  route(binding, templates.remove, ({ tenant, params }) => service.remove(tenant, params.id))
  route(binding, templates.restore, ({ tenant, params }) => service.restore(tenant, params.id))
  const reading =
    (caller: Caller): service.ReadTransaction =>
    (work) =>
      inReadOnlyTenant(binding.database, caller, work)
  routeWithoutTransaction(binding, templates.preview, ({ caller, body }) => service.preview(reading(caller), body))
  routeWithoutTransaction(binding, templates.check, ({ caller, body }) => check(reading(caller), body))
}

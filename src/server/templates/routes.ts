// HTTP endpoints of templates.
import { pagination } from '../../contract/common.ts'
import { templates } from '../../contract/templates.ts'
import { inReadOnlyTenant } from '../db/index.ts'
import { orNotFound } from '../errors.ts'
import type { Caller } from '../http/authentication.ts'
import { type Binding, route, routeWithoutTransaction } from '../http/route.ts'
import { check } from './checking.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

export function templateRoutes(binding: Binding) {
  route(binding, templates.list, async ({ tenant, query }) => {
    const { data, total } = await queries.list(tenant, query)
    return { data, pagination: pagination(query, total) }
  })
  route(binding, templates.create, ({ tenant, body }) => service.create(tenant, body))
  route(binding, templates.get, async ({ tenant, params }) => orNotFound(await queries.get(tenant, params.id)))
  route(binding, templates.update, ({ tenant, params, body }) => service.change(tenant, params.id, body))
  route(binding, templates.remove, ({ tenant, params }) => service.remove(tenant, params.id))
  route(binding, templates.restore, ({ tenant, params }) => service.restore(tenant, params.id))
  const reading =
    (who: Caller): service.ReadTransaction =>
    (work) =>
      inReadOnlyTenant(binding.database, who, work)
  routeWithoutTransaction(binding, templates.preview, ({ who, body }) => service.preview(reading(who), body))
  routeWithoutTransaction(binding, templates.check, ({ who, body }) => check(reading(who), body))
}

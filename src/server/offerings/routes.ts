// The endpoints of offerings.
import { pagination } from '../../contract/common.ts'
import { offerings } from '../../contract/offerings.ts'
import { orNotFound } from '../errors.ts'
import { type Binding, route } from '../http/route.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

export function offeringRoutes(binding: Binding) {
  route(binding, offerings.list, async ({ tenant, query }) => {
    const { data, total } = await queries.list(tenant, query)
    return { data, pagination: pagination(query, total) }
  })
  route(binding, offerings.create, ({ tenant, body }) => service.create(tenant, body))
  route(binding, offerings.get, async ({ tenant, params }) => orNotFound(await queries.get(tenant, params.id)))
  route(binding, offerings.update, ({ tenant, params, body }) => service.update(tenant, params.id, body))
  route(binding, offerings.remove, ({ tenant, params }) => service.remove(tenant, params.id))
  route(binding, offerings.restore, ({ tenant, params }) => service.restore(tenant, params.id))
}

// The usual endpoints of a record, bound to the functions of its service.
import type { Endpoint, ParsedOf, ReplyOf } from '../../../contract/endpoint.ts'
import type { Tenant } from '../db/index.ts'
import { type Binding, route } from './route.ts'

interface Endpoints<L extends Endpoint, C extends Endpoint, G extends Endpoint, U extends Endpoint> {
  list: L
  create: C
  get: G
  update: U
  remove: Endpoint
  restore: Endpoint
}

type Query<E extends Endpoint> = ParsedOf<E> extends { query: infer Q } ? Q : never
type Body<E extends Endpoint> = ParsedOf<E> extends { body: infer B } ? B : never

/** What a service (or `queries.ts`, if there is no rule) offers for a record. */
export interface RecordService<L extends Endpoint, C extends Endpoint, G extends Endpoint, U extends Endpoint> {
  list: (tenant: Tenant, query: Query<L>) => Promise<ReplyOf<L>>
  create: (tenant: Tenant, input: Body<C>) => Promise<ReplyOf<C>>
  get: (tenant: Tenant, id: string) => Promise<ReplyOf<G>>
  update: (tenant: Tenant, id: string, change: Body<U>) => Promise<ReplyOf<U>>
  remove: (tenant: Tenant, id: string) => Promise<void>
  restore: (tenant: Tenant, id: string) => Promise<ReplyOf<G>>
}

export function recordRoutes<L extends Endpoint, C extends Endpoint, G extends Endpoint, U extends Endpoint>(
  binding: Binding,
  endpoints: Endpoints<L, C, G, U>,
  service: RecordService<L, C, G, U>,
) {
  const { list, create, get, update, remove, restore } = endpoints
  type Input = { tenant: Tenant; params: { id: string }; query: never; body: never }
  const bind = (endpoint: Endpoint, handle: (input: Input) => Promise<unknown>) =>
    route(binding, endpoint, handle as never)
  bind(list, ({ tenant, query }) => service.list(tenant, query))
  bind(create, ({ tenant, body }) => service.create(tenant, body))
  bind(get, ({ tenant, params }) => service.get(tenant, params.id))
  bind(update, ({ tenant, params, body }) => service.update(tenant, params.id, body))
  bind(remove, ({ tenant, params }) => service.remove(tenant, params.id))
  bind(restore, ({ tenant, params }) => service.restore(tenant, params.id))
}

// Duplicates and merges over HTTP.
import { merges } from '../../../contract/merges.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import { create, duplicates, ignore, list, records, undo } from './service.ts'

export function mergeRoutes(binding: Binding) {
  route(binding, merges.list, ({ tenant, query }) => list(tenant, query, binding.now()))
  route(binding, merges.duplicates, ({ tenant, query }) => duplicates(tenant, query))
  route(binding, merges.records, ({ tenant, query }) => records(tenant, query.kind, query.ids))
  route(binding, merges.ignore, ({ tenant, body }) => ignore(tenant, body.ids))
  route(binding, merges.create, ({ tenant, body, caller }) =>
    create(tenant, body, { at: binding.now(), ip: caller.ip }),
  )
  route(binding, merges.undo, ({ tenant, params, caller }) =>
    undo(tenant, params.id, { at: binding.now(), ip: caller.ip }),
  )
}

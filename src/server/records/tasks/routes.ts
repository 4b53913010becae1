// HTTP endpoints of tasks.
import { tasks } from '../../../contract/tasks.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as service from './service.ts'
import { agenda, complete, reopen } from './service.ts'

export function taskRoutes(binding: Binding) {
  recordRoutes(binding, tasks, service)
  route(binding, tasks.agenda, ({ tenant, query }) => agenda(tenant, query))
  route(binding, tasks.complete, ({ tenant, params }) => complete(tenant, params.id, binding.now()))
  route(binding, tasks.reopen, ({ tenant, params }) => reopen(tenant, params.id))
}

// HTTP endpoints of broadcasts.
import { broadcasts } from '../../../contract/broadcasts.ts'
import { pagination } from '../../../contract/common.ts'
import { downloads } from '../../../contract/downloads.ts'
import { orNotFound } from '../../errors.ts'
import { inReadOnlyTenant } from '../../platform/db/index.ts'
import type { DownloadService } from '../../platform/downloads/service.ts'
import { type Binding, route, routeWithoutTransaction } from '../../platform/http/route.ts'
import * as preflight from './preflight/preflight.ts'
import { numberText } from './recipients/number-text.ts'
import * as recipients from './recipients/queries.ts'
import * as shown from './rows/queries.ts'
import * as service from './service.ts'
import * as trial from './test-messages/test-message.ts'

export function broadcastRoutes(binding: Binding, files: DownloadService) {
  routeWithoutTransaction(binding, downloads.recipients, ({ caller, params: { id } }) =>
    files.request(
      caller,
      { kind: 'recipients', input: { format: 'csv', query: { broadcast_id: id } } },
      async (tenant) => {
        orNotFound(await shown.get(tenant, id))
      },
    ),
  )
  route(binding, broadcasts.list, async ({ tenant, query }) => {
    const { rows, total } = await shown.list(tenant, query)
    return { data: rows, pagination: pagination(query, total) }
  })
  route(binding, broadcasts.create, ({ tenant, body }) => service.create(tenant, body))
  route(binding, broadcasts.get, async ({ tenant, params }) => orNotFound(await shown.get(tenant, params.id)))
  route(binding, broadcasts.update, ({ tenant, params, body }) => service.update(tenant, params.id, body))
  route(binding, broadcasts.remove, ({ tenant, params }) => service.remove(tenant, params.id))
  route(binding, broadcasts.restore, ({ tenant, params }) => service.restore(tenant, params.id))
  route(binding, broadcasts.audience, async ({ tenant, params }) => {
    orNotFound(await shown.get(tenant, params.id))
    return await service.audience(tenant, params.id)
  })
  route(binding, broadcasts.recipients, async ({ tenant, params, query }) => {
    orNotFound(await shown.get(tenant, params.id))
    const { rows, total } = await shown.recipients(tenant, params.id, query)
    const data = rows.map((row) => ({ ...row, address_text: numberText(row.address) }))
    return { data, pagination: pagination(query, total) }
  })
  route(binding, broadcasts.reasons, async ({ tenant, params }) => {
    orNotFound(await shown.get(tenant, params.id))
    return { data: await recipients.reasons(tenant, params.id) }
  })
  routeWithoutTransaction(binding, broadcasts.preflight, async ({ params: { id }, caller }) => {
    const at = binding.now()
    const work = await inReadOnlyTenant(binding.database, caller, async (tenant) =>
      preflight.preflight(tenant, id, at, await service.problems(tenant, id, at)),
    )
    return await work()
  })
  routeWithoutTransaction(binding, broadcasts.preflightDraft, async ({ body, caller }) => {
    const at = binding.now()
    const work = await inReadOnlyTenant(binding.database, caller, (tenant) =>
      preflight.draftPreflight(tenant, body, at),
    )
    return await work()
  })

  route(binding, broadcasts.renderedMessages, async ({ tenant, params, query }) => {
    const { data, total } = await preflight.renderedMessages(tenant, params.id, query)
    return { data, pagination: pagination(query, total) }
  })
  routeWithoutTransaction(binding, broadcasts.estimate, async ({ params: { id }, caller }) => {
    const work = await inReadOnlyTenant(binding.database, caller, (tenant) =>
      preflight.timeLeft(tenant, id, binding.now()),
    )
    return { estimate: await work() }
  })
  route(binding, broadcasts.test, ({ tenant, params, body, caller }) =>
    trial.send(tenant, params.id, body, { caller, at: binding.now() }),
  )
  route(binding, broadcasts.tests, async ({ tenant, params }) => {
    orNotFound(await shown.get(tenant, params.id))
    return { data: await trial.list(tenant, params.id) }
  })
  route(binding, broadcasts.duplicate, ({ tenant, params }) => service.duplicate(tenant, params.id))
  route(binding, broadcasts.retry, ({ tenant, params, body }) => service.followUp(tenant, params.id, body))
  route(binding, broadcasts.schedule, ({ tenant, params }) => service.schedule(tenant, params.id, binding.now()))
  route(binding, broadcasts.unschedule, ({ tenant, params }) => service.unschedule(tenant, params.id))
  route(binding, broadcasts.send, ({ tenant, params }) => service.send(tenant, params.id, binding.now()))
  route(binding, broadcasts.pause, ({ tenant, params }) => service.pause(tenant, params.id))
  route(binding, broadcasts.resume, ({ tenant, params }) => service.resume(tenant, params.id, binding.now()))
  route(binding, broadcasts.cancel, ({ tenant, params }) => service.cancel(tenant, params.id))
}

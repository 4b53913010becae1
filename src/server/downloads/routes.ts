// Downloads over HTTP: a link for whoever is signed in, and the file for whoever has the link.
import { downloads } from '../../contract/downloads.ts'
import { assertBroadcast } from '../broadcasts/service.ts'
import type { Config } from '../config.ts'
import { inTenant, shareLockOrganization } from '../db/index.ts'
import { AppError, orNotFound } from '../errors.ts'
import { type Binding, route, routeWithoutTransaction } from '../http/route.ts'
import { attachment } from './file-name.ts'
import * as queries from './queries.ts'
import { type DownloadKinds, downloadService } from './service.ts'

export function downloadRoutes(binding: Binding, config: Pick<Config, 'dataDir'>, kinds: DownloadKinds) {
  const service = downloadService(kinds, { ...binding, dataDir: config.dataDir })

  // Not through `route`, which keeps answers to give them again: this one is a link.
  routeWithoutTransaction(binding, downloads.create, ({ who, body }) =>
    inTenant(binding.database, who, async (tenant) => {
      await shareLockOrganization(tenant)
      await queries.holdAsking(tenant)
      await binding.quotas.assert(tenant, 'exports', 1)
      return await service.create(tenant, who, body)
    }),
  )
  routeWithoutTransaction(binding, downloads.recipients, ({ who, params }) =>
    inTenant(binding.database, who, async (tenant) => {
      await shareLockOrganization(tenant)
      await assertBroadcast(tenant, params.id)
      await queries.holdAsking(tenant)
      await binding.quotas.assert(tenant, 'exports', 1)
      const query = { broadcast_id: params.id }
      return await service.create(tenant, who, { kind: 'recipients', input: { format: 'csv', query } })
    }),
  )
  route(binding, downloads.get, async ({ tenant, who, params }) => ({
    status: orNotFound(await queries.status(tenant, who, params.id, binding.now())),
  }))
  routeWithoutTransaction(binding, downloads.open, async ({ params, request, reply }) => {
    // Who only looks must not use it up.
    if (request.method !== 'GET') {
      reply.header('allow', 'GET')
      throw new AppError('method_not_allowed')
    }
    const gone = new AbortController()
    // The client went away: nobody reads this answer, and it is no fault of ours.
    reply.raw.once('close', () => gone.abort(new AppError('malformed_request')))
    const file = await service.open(params.token, gone.signal)
    if (gone.signal.aborted) {
      file.content.destroy()
      return reply
    }
    return reply
      .type(file.type)
      .header('content-disposition', attachment(file.name))
      .header('content-length', file.bytes)
      .send(file.content)
  })
}

// HTTP routes of downloads: a link for the signed-in user, and the file for the holder of the link.
import { amountKinds, downloads } from '../../../contract/downloads.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { requirePermission } from '../http/authentication.ts'
import { type Binding, route, routeWithoutTransaction } from '../http/route.ts'
import { attachment } from './file-name.ts'
import * as queries from './queries.ts'
import type { DownloadService } from './service.ts'

export function downloadRoutes(binding: Binding, service: DownloadService) {
  // Not through `route`, which stores responses for idempotency: this one is a secret link.
  routeWithoutTransaction(binding, downloads.create, async ({ caller, body }) => {
    // The archive of everything contains the audit log.
    if (body.kind === 'everything' || body.kind === 'audit') requirePermission(caller, 'see_audit_log')
    if (amountKinds.includes(body.kind)) requirePermission(caller, 'see_amounts')
    return await service.request(caller, body)
  })
  route(binding, downloads.get, async ({ tenant, caller, params }) => ({
    status: orNotFound(await queries.status(tenant, caller, params.id, binding.now())),
  }))
  routeWithoutTransaction(binding, downloads.open, async ({ params, request, reply }) => {
    // A HEAD request must not use up the link.
    if (request.method !== 'GET') {
      reply.header('allow', 'GET')
      throw new AppError('method_not_allowed')
    }
    const gone = new AbortController()
    // The client has disconnected: no one reads this response, and it is no server error.
    reply.raw.once('close', () => gone.abort(new AppError('malformed_request')))
    const file = await service.open(params.token, gone.signal, request.ip)
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

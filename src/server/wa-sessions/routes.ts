// WhatsApp sessions over HTTP.
import { toBuffer } from 'qrcode'
import { waSessions } from '../../contract/wa-sessions.ts'
import { inTenant } from '../db/index.ts'
import { AppError, orNotFound } from '../errors.ts'
import { type Binding, route, routeWithoutTransaction } from '../http/route.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

export function waSessionRoutes(binding: Binding) {
  route(binding, waSessions.list, async ({ tenant }) => ({ data: await service.list(tenant) }))
  route(binding, waSessions.status, ({ tenant }) => queries.status(tenant))
  route(binding, waSessions.get, ({ tenant, params }) => service.get(tenant, params.id))
  route(binding, waSessions.create, ({ tenant, body }) => service.add(tenant, body))
  route(binding, waSessions.update, ({ tenant, params, body }) => service.update(tenant, params.id, body))
  route(binding, waSessions.remove, ({ tenant, params }) => service.remove(tenant, params.id))
  route(binding, waSessions.start, ({ tenant, params }) => service.start(tenant, params.id))
  route(binding, waSessions.stop, ({ tenant, params }) => service.stop(tenant, params.id))
  route(binding, waSessions.restart, ({ tenant, params }) => service.restart(tenant, params.id))
  route(binding, waSessions.logout, ({ tenant, params }) => service.logout(tenant, params.id))
  route(binding, waSessions.pairingCode, ({ tenant, params, body }) => service.pair(tenant, params.id, body.phone))
  route(binding, waSessions.simulate, ({ tenant, params, body }) => service.simulate(tenant, params.id, body))
  routeWithoutTransaction(binding, waSessions.qr, async ({ who, params, reply }) => {
    const text = await inTenant(binding.database, who, async (tenant) => {
      orNotFound(await queries.get(tenant, params.id))
      return await queries.qr(tenant, params.id)
    })
    if (!text) throw new AppError('no_qr', 'A QR code is available only while the session waits for a scan.')
    const image = await toBuffer(text, { type: 'png', margin: 2, width: 512 })
    return reply.type('image/png').send(image)
  })
}

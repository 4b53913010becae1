// WhatsApp sessions over HTTP.

import { toBuffer } from 'qrcode'
import { message } from '../../../contract/messages/message.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Binding, route, routeWithoutTransaction } from '../../platform/http/route.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

export function waSessionRoutes(binding: Binding, messages: service.SessionMessages) {
  route(binding, waSessions.list, async ({ tenant }) => ({ data: await service.list(tenant) }))
  route(binding, waSessions.status, ({ tenant }) => queries.status(tenant))
  route(binding, waSessions.get, ({ tenant, params }) => service.get(tenant, params.id))
  route(binding, waSessions.create, ({ tenant, body }) => service.add(tenant, body))
  route(binding, waSessions.update, ({ tenant, params, body }) => service.update(tenant, params.id, body, messages))
  route(binding, waSessions.remove, ({ tenant, params }) => service.remove(tenant, params.id, messages))
  route(binding, waSessions.start, ({ tenant, params }) => service.start(tenant, params.id))
  route(binding, waSessions.stop, ({ tenant, params }) => service.stop(tenant, params.id))
  route(binding, waSessions.restart, ({ tenant, params }) => service.restart(tenant, params.id))
  route(binding, waSessions.logout, ({ tenant, params }) => service.logout(tenant, params.id))
  route(binding, waSessions.pairingCode, ({ tenant, params, body }) => service.pair(tenant, params.id, body.phone))
  route(binding, waSessions.simulate, ({ tenant, params, body }) => service.simulate(tenant, params.id, body))
  routeWithoutTransaction(binding, waSessions.qr, async ({ caller, params, reply }) => {
    const text = await inTenant(binding.database, caller, async (tenant) => {
      orNotFound(await queries.get(tenant, params.id))
      return await queries.qr(tenant, params.id)
    })
    if (!text) throw new AppError('no_qr', message('session.not_waiting_for_scan'))
    const image = await toBuffer(text, { type: 'png', margin: 2, width: 512 })
    return reply.type('image/png').send(image)
  })
}

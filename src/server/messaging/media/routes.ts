// HTTP endpoints of media.

import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { maxMediaBytes, media } from '../../../contract/media.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError } from '../../errors.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Binding, route, routeWithoutTransaction } from '../../platform/http/route.ts'
import * as service from './service.ts'

export function mediaRoutes(binding: Binding) {
  // Its own scope, because no other route accepts multipart bodies.
  binding.app.register(async (app) => {
    const fileSize = maxMediaBytes.document + 1
    await app.register(multipart, { limits: { fileSize, files: 1, fields: 0, parts: 1, headerPairs: 20 } })
    routeWithoutTransaction({ ...binding, app }, media.upload, ({ request, caller }) =>
      binding.uploads.hold(caller.organization_id, async (spool) => {
        const file = await fileOf(request)
        return await service.upload(binding.database, caller, { ...file, spool }, binding.quotas).catch((error) => {
          if (error.code === 'image_processing_unavailable')
            request.log.error({ err: error.cause }, 'sharp cannot be loaded')
          refuse(error)
        })
      }),
    )
  })
  route(binding, media.get, ({ tenant, params }) => service.get(tenant, params.id))
  routeWithoutTransaction(binding, media.file, async ({ caller, params, reply }) => {
    const { type, size, name, sha256, kind } = await inTenant(binding.database, caller, (tenant) =>
      service.get(tenant, params.id),
    )
    reply.header('content-length', size)
    reply.header('etag', `"${sha256}"`)
    // Only images are shown inline; anything else could be rendered as a page of this origin.
    const disposition = kind === 'image' ? 'inline' : 'attachment'
    reply.header('content-disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`)
    return reply.type(type).send(Readable.from(service.bytesOf(binding.database, caller, params.id)))
  })
}

async function fileOf(request: FastifyRequest): Promise<{ name: string; content: Readable }> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type', message('upload.not_multipart'))
  const part = await request.file().catch(refuse)
  if (part?.fieldname !== 'file') throw fieldError('invalid_request', 'file', message('file.required'))
  return { name: part.filename, content: part.file }
}

function refuse(error: { code?: unknown }): never {
  if (error instanceof AppError) throw error
  // Errors of the multipart parser have no code: no boundary, or a truncated body.
  if (error.code === undefined) throw new AppError('malformed_request', message('upload.interrupted'))
  throw error
}

// HTTP routes of imports.

import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pagination } from '../../../contract/common.ts'
import { importMaxBytes, imports } from '../../../contract/imports.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError, orNotFound } from '../../errors.ts'
import { type Binding, route, routeWithoutTransaction } from '../../platform/http/route.ts'
import type { Spool } from '../../platform/http/spool.ts'
import { importEverything } from './everything/everything.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

export function importRoutes(binding: Binding) {
  // A separate scope: no other route accepts multipart bodies.
  binding.app.register(async (app) => {
    await app.register(multipart, {
      limits: { fileSize: importMaxBytes + 1, files: 1, fields: 0, parts: 1, headerPairs: 20 },
    })
    routeWithoutTransaction({ ...binding, app }, imports.upload, ({ request, reply, caller, query }) =>
      binding.uploads.hold(caller.organization_id, async (spool) => {
        const name = await receive(request, spool)
        const content = () => spool.part(0, spool.bytes())
        const file = { name, content, sheet: query.sheet, signal: untilGone(reply) }
        return await service.upload(binding.database, caller, query.kind ?? 'contacts', file, binding.quotas)
      }),
    )
    routeWithoutTransaction({ ...binding, app }, imports.everything, ({ request, reply, caller }) =>
      binding.uploads.hold(caller.organization_id, async (spool) => {
        await receive(request, spool)
        return await service.reading.run(caller, untilGone(reply), async () =>
          importEverything(binding.database, caller, await spool.part(0, spool.bytes()), binding.quotas),
        )
      }),
    )
  })
  routeWithoutTransaction(binding, imports.paste, ({ caller, reply, body: { kind = 'contacts', text } }) => {
    const file = { name: null, content: async () => Buffer.from(text), signal: untilGone(reply) }
    return service.upload(binding.database, caller, kind, file, binding.quotas)
  })
  route(binding, imports.change, ({ tenant, params, body }) => service.change(tenant, params.id, body, binding.quotas))
  route(binding, imports.changeRow, ({ tenant, params, body }) =>
    service.changeRow(tenant, params.id, params.line, body, binding.quotas),
  )
  route(binding, imports.list, async ({ tenant, query }) => {
    const { data, total } = await queries.list(tenant, query)
    return { data, pagination: pagination(query, total) }
  })
  route(binding, imports.cancel, ({ tenant, params }) => service.cancel(tenant, params.id))
  route(binding, imports.revert, ({ tenant, params }) => service.revert(tenant, params.id))
  route(binding, imports.get, async ({ tenant, params }) =>
    service.withQuota(tenant, orNotFound(await queries.get(tenant, params.id)), binding.quotas),
  )
  route(binding, imports.start, ({ tenant, params }) => service.start(tenant, params.id, binding.quotas))
  route(binding, imports.rows, ({ tenant, params, query }) => service.listRows(tenant, params.id, query))
  route(binding, imports.tag, ({ tenant, params, body }) => service.tag(tenant, params.id, body.tag_ids))
  route(binding, imports.group, ({ tenant, params, body }) => service.makeGroup(tenant, params.id, body.name))
}

/** Spools the upload to disk, so that a slow client costs no memory; returns the file name. */
async function receive(request: FastifyRequest, spool: Spool): Promise<string> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type', message('upload.not_multipart'))
  const part = await request.file().catch(refuse)
  if (part?.fieldname !== 'file') throw fieldError('invalid_request', 'file', message('file.required'))
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      if (spool.bytes() + chunk.length > importMaxBytes) throw tooLarge()
      await spool.write(chunk)
    }
  } catch (error) {
    refuse(error as { code?: unknown })
  }
  return part.filename
}

/** Aborts when the client has disconnected, because no one will read the response. */
function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(new AppError('malformed_request')))
  return gone.signal
}

const tooLarge = () => new AppError('too_large', message('import.file_too_large'))

function refuse(error: { code?: unknown }): never {
  if (error instanceof AppError) throw error
  // Errors of the parser itself have no code: a missing boundary, or a body that ends too early.
  if (error.code === undefined) throw new AppError('malformed_request', message('upload.interrupted'))
  throw error
}

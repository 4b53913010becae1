// Binds an endpoint of the contract to a handler.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { strictObject } from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import type { AuditAction } from '../../../contract/audit-actions.ts'
import type { Endpoint, ParsedOf, ReplyOf } from '../../../contract/endpoint.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import type { Keys } from '../../keys.ts'
import { writeAuditEvent } from '../db/audit-events.ts'
import { runIdempotent } from '../db/idempotency.ts'
import { type Database, inCurrentTenant, inTenant, shareLockOrganization, type Tenant } from '../db/index.ts'
import type { Quotas } from '../db/quotas.ts'
import type { ApiRateLimiter } from './api-rate-limit.ts'
import {
  type Authenticate,
  authenticateRequest,
  type Caller,
  refuseToken,
  requireFreshProof,
  requirePermission,
} from './authentication.ts'
import { preferredLanguage, withTexts } from './message-texts.ts'
import type { Uploads } from './upload-limits.ts'

/** The dependencies of every feature's routes. */
export interface Binding {
  app: FastifyInstance
  database: Database
  keys: Keys
  now: () => Date
  authenticate: Authenticate
  uploads: Uploads
  quotas: Quotas
  /** Absent if the API rate limit is off. */
  rateLimiter: ApiRateLimiter | undefined
}

interface Raw {
  request: FastifyRequest
  reply: FastifyReply
}

/** The handler runs in one transaction of the caller's organization: it must never call external services. */
export function route<E extends Endpoint>(
  binding: Binding,
  endpoint: E,
  handle: (input: ParsedOf<E> & { tenant: Tenant; caller: Caller }) => Promise<ReplyOf<E>>,
) {
  routeWithoutTransaction(binding, endpoint, async ({ request, reply, ...input }) => {
    const key = endpoint.method === 'POST' && !endpoint.reads ? keyOf(request, input.caller) : undefined
    const asked = input as unknown as ParsedOf<E> & { caller: Caller }
    const added = endpoint.adds?.(request.body as never) ?? 0
    const work = async (tenant: Tenant) => {
      // A client that disconnected while waiting for a connection reads no response, and nothing has been done yet.
      if (request.raw.socket.destroyed) throw new AppError('malformed_request')
      const answer = await binding.quotas.adding(tenant, added, () => handle({ ...asked, tenant }))
      if (endpoint.audited) await audit(binding, tenant, { ...input, answer, action: endpoint.audited })
      return answer
    }
    if (endpoint.method === 'GET' || endpoint.reads)
      return await (endpoint.writes ? inTenant : inCurrentTenant)(binding.database, input.caller, work)
    const { answer, isRepeat } = await inTenant(binding.database, input.caller, async (tenant) => {
      await shareLockOrganization(tenant)
      if (key === undefined) return { answer: await work(tenant), isRepeat: false }
      const { method, url, body } = request
      return await runIdempotent(tenant, { key, method, url, body }, () => work(tenant))
    })
    if (isRepeat) reply.header('idempotency-replayed', 'true')
    return answer
  })
}

/** In the transaction of the act: it is recorded exactly if it happened. */
async function audit(
  { now }: Binding,
  tenant: Tenant,
  { action, caller, params, answer }: { action: AuditAction; caller: Caller; params?: unknown; answer: unknown },
) {
  const { user_id, ip } = caller
  const [made, named] = [answer, params] as ({ id?: string } | undefined)[]
  // A payment is added to the investment of the path, a message is sent to its contact.
  const target = action === 'record_added' ? made : { ...made, ...named }
  await writeAuditEvent(tenant, { action, user_id, ip, target_id: target?.id, at: now() })
}

/** Prefixes the token, so that two programs may use the same key. The space is safe, because clients cannot send one. */
function keyOf(request: FastifyRequest, { token_id }: Caller): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return token_id ? `${token_id} ${key}` : key
  throw new AppError('malformed_request', message('request.invalid_idempotency_key'))
}

/** For endpoints that open transactions themselves: sign-in, uploads, downloads. `caller` is absent on open endpoints only. */
export function routeWithoutTransaction<E extends Endpoint>(
  { app, authenticate, rateLimiter }: Binding,
  endpoint: E,
  handle: (input: ParsedOf<E> & { caller: Caller } & Raw) => Promise<ReplyOf<E> | FastifyReply>,
) {
  const schema: Record<string, unknown> = {}
  if (endpoint.params) schema.params = endpoint.params
  if (endpoint.body) schema.body = endpoint.body
  // An endpoint without a query rejects every key, as one with a query rejects unknown ones.
  schema.querystring = endpoint.query ?? noQuery
  if (endpoint.response) schema.response = { '2xx': endpoint.response }
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    schema,
    bodyLimit: endpoint.body_limit ?? 256 * 1024,
    config: { access: endpoint.access, endpoint },
    onRequest: async (request) => {
      if (endpoint.access !== 'signed_in') return
      const caller = await authenticateRequest(request, authenticate)
      const atHome = { ...caller, ...caller.home, organization_id: caller.home_organization_id }
      request.caller = endpoint.of_account ? atHome : caller
      // Requests in a demo organization count towards the rate limit of the user's own organization.
      rateLimiter?.(atHome, endpoint.method !== 'GET' && !endpoint.reads)
      if (caller.lacks_second_factor && !endpoint.without_second_factor)
        throw new AppError('second_factor_missing', message('second_factor.missing'))
      refuseToken(caller, endpoint)
      const { permission, also } = endpoint
      if (permission !== 'view' && permission !== 'account') requirePermission(request.caller, permission)
      if (also) requirePermission(request.caller, also)
      if (endpoint.fresh_proof === true) requireFreshProof(request.caller)
    },
    handler: async (request, reply) => {
      const { params, query, body } = request
      if (typeof endpoint.fresh_proof === 'function' && endpoint.fresh_proof(body as never))
        requireFreshProof(request.caller!)
      const input = { params, query, body, caller: request.caller, request, reply } as unknown as ParsedOf<E> & {
        caller: Caller
      } & Raw
      const answer = await handle(input)
      // A reply sent by the handler resolves to undefined here, and is not `sent` if the client disconnected before its end.
      if (reply.sent || reply.raw.headersSent || reply.raw.destroyed || answer === reply) return reply
      reply.status(endpoint.status ?? (endpoint.response ? 200 : 204))
      return reply.send(withTexts(answer ?? null, preferredLanguage(request.headers['accept-language'])))
    },
  })
}

const noQuery: $ZodType = strictObject({})

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
  }
  interface FastifyContextConfig {
    access?: 'open' | 'signed_in'
    /** For the API reference. */
    endpoint?: Endpoint
  }
}

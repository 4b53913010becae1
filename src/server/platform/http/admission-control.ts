// Admission control: concurrency limit with a bounded queue; load shedding with 503 beyond it.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import { type ConcurrencyLimits, concurrencyLimiter } from './concurrency-limiter.ts'
import { sendProblem } from './errors.ts'

/**
 * Ten of them have a database connection; the others wait for one or send their response. A burst of some hundred requests
 * is served; under lasting overload a request waits a second at most.
 */
export const defaultConcurrencyLimits: ConcurrencyLimits = { maxConcurrent: 32, maxQueued: 500, queueTimeoutMs: 1_000 }

/** Cheap, and harmful to reject: a busy server must not be reported as dead, and a rejected refresh would sign the user out. */
const exemptRoutes = new Set(['/api/health/live', '/api/health/ready', '/api/auth/v1/refresh', '/api/auth/v1/logout'])
/** PostgreSQL's statement timeout. */
const maxStatementMs = 30_000

/** How often expired waiters are rejected, and how often the number of shed requests is logged, in ms. */
const sweepMs = 250
const logEveryMs = 10_000

export function installAdmissionControl(app: FastifyInstance, limits: ConcurrencyLimits) {
  const { acquire, cancelWaiting, release, expire } = concurrencyLimiter<FastifyRequest>(limits, () =>
    performance.now(),
  )
  let shed = 0

  function refuse(request: FastifyRequest, reply: FastifyReply) {
    shed += 1
    const detail = message('server.busy')
    sendProblem(reply, request, new AppError('unavailable', detail, { retryAfterSeconds: 2 }))
  }
  function admit(request: FastifyRequest, reply: FastifyReply, done: () => void) {
    acquire(request, (isAdmitted) => (isAdmitted ? done() : refuse(request, reply)))
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (!isAdmissionControlled(request)) return done()
    // A disconnected client is not served. If its work has begun, it continues and occupies its slot.
    reply.raw.once('close', () => {
      if (!cancelWaiting(request) && !reply.sent) setTimeout(release, maxStatementMs, request).unref()
    })
    admit(request, reply, done)
  })
  // The caller is authenticated by now. A body may arrive slowly: it occupies no slot, and the request queues again
  // once it is complete. Uploads are read by the handler.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (bringsBody(request)) release(request)
    done()
  })
  app.addHook('preValidation', (request, reply, done) => {
    if (isAdmissionControlled(request) && bringsBody(request) && !bringsFile(request)) admit(request, reply, done)
    else done()
  })
  // Nor does a response that is read slowly.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    release(request)
    done()
  })

  const sweepTimer = setInterval(expire, sweepMs).unref()
  // One line for all: a line for each would cost more than the response.
  const logTimer = setInterval(() => {
    if (shed > 0) app.log.warn({ shed }, `load shed: ${shed} requests answered 503`)
    shed = 0
  }, logEveryMs).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweepTimer)
    clearInterval(logTimer)
    done()
  })
}

export const isAdmissionControlled = ({ routeOptions: { config, url } }: FastifyRequest) =>
  config.access !== undefined && !exemptRoutes.has(url ?? '')
const bringsBody = ({ headers }: FastifyRequest) =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
const bringsFile = ({ method, headers }: FastifyRequest) =>
  method === 'POST' && headers['content-type']?.startsWith('multipart/') === true

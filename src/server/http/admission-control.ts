// Lets calls of the API in as there are places, before anything is done for them; answers 503 to those beyond.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { type ConcurrencyLimits, concurrencyLimiter } from './concurrency-limiter.ts'
import { sendProblem } from './errors.ts'

/**
 * Ten of them have a connection to the database; the others are on their way to one or from it. A crowd of some hundred in
 * one moment is answered, and one that stays waits a second at most.
 */
export const defaultConcurrencyLimits: ConcurrencyLimits = { maxConcurrent: 32, maxQueued: 500, queueTimeoutMs: 1_000 }

/** Costs next to nothing, and to refuse it does harm: a server that is busy is no dead one, and nobody is signed out by it. */
const exemptRoutes = new Set(['/api/health/live', '/api/health/ready', '/api/auth/v1/refresh', '/api/auth/v1/logout'])
/** No statement takes longer. */
const maxStatementMs = 30_000

/** How often it looks for who has waited too long, and says in the log how many were sent away, in ms. */
const sweepMs = 250
const logEveryMs = 10_000

export function installAdmissionControl(app: FastifyInstance, limits: ConcurrencyLimits) {
  const {
    acquire: enter,
    cancelWaiting: giveUp,
    release: leave,
    expire,
  } = concurrencyLimiter<FastifyRequest>(limits, () => performance.now())
  let shed = 0

  function refuse(request: FastifyRequest, reply: FastifyReply) {
    shed += 1
    const detail = 'Too many people are asking right now. Try again in a few seconds.'
    sendProblem(reply, request, new AppError('unavailable', detail, { retryAfterSeconds: 2 }))
  }
  function admit(request: FastifyRequest, reply: FastifyReply, done: () => void) {
    enter(request, (mayEnter) => (mayEnter ? done() : refuse(request, reply)))
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (!isAdmissionControlled(request)) return done()
    // Who has gone is not worked for. Where work has begun it goes on, and so does the place that it takes.
    reply.raw.once('close', () => {
      if (!giveUp(request) && !reply.sent) setTimeout(leave, maxStatementMs, request).unref()
    })
    admit(request, reply, done)
  })
  // Who they are is known by now. A body may come as slowly as its sender likes: no place is kept for it, and who has brought
  // it stands in line again. A file is read by the handler.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (bringsBody(request)) leave(request)
    done()
  })
  app.addHook('preValidation', (request, reply, done) => {
    if (isAdmissionControlled(request) && bringsBody(request) && !bringsFile(request)) admit(request, reply, done)
    else done()
  })
  // Nor for an answer that is read slowly.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request)
    done()
  })

  const sweepTimer = setInterval(expire, sweepMs).unref()
  // One line for all of them: a line for each would cost more than the answer.
  const logTimer = setInterval(() => {
    if (shed > 0) app.log.warn({ shed }, 'more calls than can be answered: some were sent away')
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

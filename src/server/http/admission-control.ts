// Lets calls of the API in as there are places, before anything is done for them; answers 503 to those beyond.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { type ConcurrencyLimits, concurrencyLimiter } from './concurrency-limiter.ts'
import { sendProblem } from './errors.ts'

/**
 * Ten of them have a connection to the database; the others are on their way to one or from it. A crowd of some hundred in
 * one moment is answered, and one that stays waits a second at most.
 */
export const defaultConcurrencyLimits: ConcurrencyLimits = { atOnce: 32, waiting: 500, patienceMs: 1_000 }

/** Costs next to nothing, and to refuse it does harm: a server that is busy is no dead one, and nobody is signed out by it. */
const exemptRoutes = new Set(['/api/health/live', '/api/health/ready', '/api/auth/v1/refresh', '/api/auth/v1/logout'])
/** No statement takes longer. */
const longestMs = 30_000

/** How often it looks for who has waited too long, and says in the log how many were sent away, in ms. */
const lookMs = 250
const tellMs = 10_000

export function installAdmissionControl(app: FastifyInstance, places: ConcurrencyLimits) {
  const { enter, giveUp, leave, expire } = concurrencyLimiter<FastifyRequest>(places, () => performance.now())
  let sentAway = 0

  function refuse(request: FastifyRequest, reply: FastifyReply) {
    sentAway += 1
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
      if (!giveUp(request) && !reply.sent) setTimeout(leave, longestMs, request).unref()
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

  const looking = setInterval(expire, lookMs).unref()
  // One line for all of them: a line for each would cost more than the answer.
  const telling = setInterval(() => {
    if (sentAway > 0) app.log.warn({ sentAway }, 'more calls than can be answered: some were sent away')
    sentAway = 0
  }, tellMs).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(looking)
    clearInterval(telling)
    done()
  })
}

export const isAdmissionControlled = ({ routeOptions: { config, url } }: FastifyRequest) =>
  config.access !== undefined && !exemptRoutes.has(url ?? '')
const bringsBody = ({ headers }: FastifyRequest) =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
const bringsFile = ({ method, headers }: FastifyRequest) =>
  method === 'POST' && headers['content-type']?.startsWith('multipart/') === true

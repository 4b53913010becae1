// Bounds the memory of unread responses: disconnects a client that reads nothing for a minute, and rejects calls of an organization with too many.

import type { FastifyInstance } from 'fastify'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'

export interface UnreadBounds {
  /** Bytes of responses that one organization has not read yet; calls beyond it are rejected. */
  organizationBytes: number
  /** An idle timeout: a connection that sends nothing for so long is closed. */
  idleMs: number
}

/** A page of a list has 25 KB, the largest one 12 MB: 200 notes of 20,000 characters of three bytes each. */
export const usualUnread: UnreadBounds = { organizationBytes: 64 * 1024 * 1024, idleMs: 60_000 }

/** Call it before responses are compressed: their compressed size is known only afterwards. */
export function boundUnread(app: FastifyInstance, { organizationBytes, idleMs }: UnreadBounds) {
  const unread = new Map<string, number>()

  function add(organization: string, bytes: number) {
    const sum = (unread.get(organization) ?? 0) + bytes
    if (sum > 0) unread.set(organization, sum)
    else unread.delete(organization)
  }

  const isFull = (organization = '') => (unread.get(organization) ?? 0) > organizationBytes

  // The caller is authenticated by now, and no work has been done.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    done(isFull(request.caller?.organization_id) ? refused() : null)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const organization = request.caller?.organization_id
    // Concurrent requests all passed the first check. Only reads are rejected here: they may be retried.
    if (request.method === 'GET' && reply.statusCode < 400 && isFull(organization)) return done(refused())
    const { raw } = reply
    // Slow is not idle: each byte sent restarts the timeout.
    raw.setTimeout(idleMs, () => raw.destroy())
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
    if (organization && bytes > 0) {
      add(organization, bytes)
      raw.once('close', () => add(organization, -bytes))
    }
    done()
  })
}

const refused = () =>
  new AppError('unavailable', message('download.still_sending'), {
    retryAfterSeconds: 5,
  })

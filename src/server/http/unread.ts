// Bounds the memory of answers that were made and are not read: who reads none for a minute is hung up on, and who leaves many is sent no more.
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

export interface UnreadBounds {
  /** Bytes of answers that one organization has not read yet; calls beyond it are refused. */
  organizationBytes: number
  /** A line over which nothing leaves for so long is cut. */
  idleMs: number
}

/** A page of a list has 25 KB, the largest one 12 MB: 200 notes of 20,000 characters of three bytes each. */
export const usualUnread: UnreadBounds = { organizationBytes: 64 * 1024 * 1024, idleMs: 60_000 }

/** Call it before answers are packed: how large they are then, nobody knows before they are. */
export function boundUnread(app: FastifyInstance, { organizationBytes, idleMs }: UnreadBounds) {
  const unread = new Map<string, number>()

  function add(organization: string, bytes: number) {
    const sum = (unread.get(organization) ?? 0) + bytes
    if (sum > 0) unread.set(organization, sum)
    else unread.delete(organization)
  }

  const isFull = (organization = '') => (unread.get(organization) ?? 0) > organizationBytes

  // Who asks is known by now, and nothing was done for them.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    done(isFull(request.who?.organization_id) ? refused() : null)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const organization = request.who?.organization_id
    // Those who asked at once found room when they began. What only reads may be asked again.
    if (request.method === 'GET' && reply.statusCode < 400 && isFull(organization)) return done(refused())
    const { raw } = reply
    // Slow is not idle: what leaves byte by byte begins the time anew.
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
  new AppError('unavailable', 'Kabar is still sending you earlier answers. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  })

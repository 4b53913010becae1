// Rejects requests whose target or host is ambiguous, before any other work.

import type { FastifyInstance } from 'fastify'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'

/** A proxy that guards paths by their text must see the same path as the router, so each route has one spelling. */
export function rejectAmbiguousTargets(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = '', rawHeaders, httpVersionMajor } = request.raw
    if (!isNormalized(url)) return done(new AppError('malformed_request', message('request.not_normalized')))
    // Node.js uses the first of several Host headers, a proxy perhaps the last; HTTP/0.9 has none.
    if (httpVersionMajor < 1 || hostsIn(rawHeaders) > 1)
      return done(new AppError('malformed_request', message('request.invalid_host')))
    done()
  })
}

/** A path from the root, without empty or dot segments, and without percent-encoded letters or separators. */
export function isNormalized(target: string): boolean {
  const path = target.split('?', 1)[0]!
  return path.startsWith('/') && !/\/\/|[\\#]|\/\.\.?(\/|$)/.test(path) && !encodedForNothing.test(path)
}

/** RFC 3986: unreserved characters (`A` to `z`, digits, `-._~`), and the separators `/` and `\`. */
const encodedForNothing = /%(2[def]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\dae])/i

const hostsIn = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length

// Parses JSON request bodies, and rejects every other content type.
import type { FastifyInstance } from 'fastify'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'

export function readOnlyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  // An action has no body, but some clients send a content type anyway.
  const readJson = app.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = utf8.decode(body as Buffer)
    } catch {
      // A lenient decoder would store an invalid byte as a character that no user typed.
      return done(new AppError('malformed_request', message('request.not_utf8')))
    }
    readJson(request, text, done)
  })
}

// Responds with 405 to a method that an API path does not have, and with 404 to an unknown API path.
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { AppError } from '../../errors.ts'

/** Call it first: it collects each route as it is registered. Call the returned function last, with the scope for its own routes. */
export function answerMethodNotAllowed(app: FastifyInstance): (scope: FastifyInstance) => void {
  const methodsByUrl = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.access) return
    const methods = methodsByUrl.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each.toUpperCase())
    methodsByUrl.set(url, methods)
  })
  return (scope) => {
    const config = { access: 'open' } as const
    const handler = () => {
      throw new AppError('not_found')
    }
    for (const [url, methods] of [...methodsByUrl]) {
      const missing = scope.supportedMethods.filter((method) => !methods.has(method)) as HTTPMethods[]
      const allow = [...methods].sort().join(', ')
      scope.route({
        method: missing,
        url,
        exposeHeadRoute: false,
        config,
        handler,
        // Before the body is read.
        onRequest: (_request, reply, done) => {
          reply.header('allow', allow)
          done(new AppError('method_not_allowed'))
        },
      })
    }
    const onRequest = handler
    for (const url of ['/api', '/api/*'])
      scope.route({ method: scope.supportedMethods as HTTPMethods[], url, config, handler, onRequest })
  }
}

// Fails the start unless every endpoint of the contract has exactly one handler, and every handler belongs to an endpoint.
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'

/** Call it before routes are registered. */
export function requireEveryEndpoint(app: FastifyInstance) {
  const missing = new Map<Endpoint, string>(endpoints.map(({ name, endpoint }) => [endpoint, name]))
  app.addHook('onRoute', ({ method, url, config }) => {
    // Fastify registers a HEAD route along with each GET.
    if (!config?.endpoint || method === 'HEAD') return
    if (!missing.delete(config.endpoint)) throw new Error(`${method} ${url} is not in src/contract/index.ts`)
  })
  app.addHook('onReady', async () => {
    if (missing.size > 0) throw new Error(`no handler for ${[...missing.values()].join(', ')}`)
  })
}

// The API reference: an OpenAPI document and its page. Both are public, because they are the same everywhere and
// contain no data. The build generates the document; when run from source, the first request does.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import type { Described } from './document.ts'
import { page, setUp, style } from './page.ts'

/** Call it before other routes are registered: it collects each by a hook. */
export function referenceRoutes(app: FastifyInstance) {
  const calls: Described[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    // Fastify registers a HEAD route along with each GET.
    if (typeof method !== 'string' || method === 'HEAD' || !config?.access || isReference(url)) return
    calls.push({ method, url, access: config.access, ...(config.endpoint && { endpoint: config.endpoint }) })
  })
  const make = async () => {
    const { documentOf } = await import('./document.ts')
    return JSON.stringify(await documentOf(calls))
  }
  let made: Promise<string> | undefined
  const open = { config: { access: 'open' } } as const
  app.get('/api/openapi.json', open, async (_request, reply) => {
    made ??= readFile(built, 'utf8')
      .catch(make)
      .catch((error) => {
        // The next request retries.
        made = undefined
        throw error
      })
    return reply
      .type('application/json; charset=utf-8')
      .serializer(String)
      .send(await made)
  })
  app.get('/api/docs', open, (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/api/docs/setup.js', open, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(setUp))
  app.get('/api/docs/style.css', open, (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  app.get<{ Params: { file: string } }>('/api/docs/:file', open, (request, reply) => {
    const type = files.get(request.params.file)
    if (!type) throw new AppError('not_found')
    reply.type(`${type}; charset=utf-8`)
    return reply.send(createReadStream(join(folder(), request.params.file)))
  })
}

/** Next to the server's bundle: see `describe.ts`. */
const built = new URL('openapi.json', import.meta.url)
const isReference = (url: string) => url === '/api/openapi.json' || url.startsWith('/api/docs')

/** The Swagger UI files that the page loads. A Map, because an object inherits names such as `constructor`. */
const files = new Map([
  ['swagger-ui-bundle.js', 'text/javascript'],
  ['swagger-ui.css', 'text/css'],
])
const require = createRequire(import.meta.url)
const folder = () => join(dirname(require.resolve('@fastify/swagger-ui/package.json')), 'static')

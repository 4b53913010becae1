// Serves the built web app: hashed files cached for a year, the page for every other path outside the API.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Analytics } from '../../../contract/analytics.ts'
import { AppError } from '../../errors.ts'
import { withAnalytics } from './analytics.ts'
import { sendProblem } from './errors.ts'

export async function serveWebApp(app: FastifyInstance, folder: string, analytics?: Analytics) {
  const built = existsSync(join(folder, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      // Compressed at build time, not per request.
      preCompressed: true,
      // The ETag suffices, and no client requests ranges.
      lastModified: false,
      acceptRanges: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/')
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  const page = built && analytics && withAnalytics(readFileSync(join(folder, 'index.html'), 'utf8'), analytics)
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!built || !isPage || request.url.startsWith('/assets/')) {
      return sendProblem(reply, request, new AppError('not_found'))
    }
    reply.header('cache-control', 'no-cache')
    return page ? reply.type('text/html; charset=utf-8').send(page) : reply.sendFile('index.html')
  })
}

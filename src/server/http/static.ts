// Serves the built web app: hashed files cached for a year, the page for every other path outside the API.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Analytics } from '../../contract/analytics.ts'
import { AppError } from '../errors.ts'
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
  const linksOf = preloadFiles(folder)
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!built || !isPage || request.url.startsWith('/assets/')) {
      return sendProblem(reply, request, new AppError('not_found'))
    }
    reply.header('cache-control', 'no-cache')
    const links = linksOf(request.url, request.headers['accept-language'])
    if (links) reply.header('link', links)
    return page ? reply.type('text/html; charset=utf-8').send(page) : reply.sendFile('index.html')
  })
}

/**
 * The files that the page at a path needs, as listed by the build (`vite.config.ts`): preloaded before the page is parsed.
 * Users of a language other than English need its texts too.
 */
function preloadFiles(folder: string) {
  const list = join(folder, 'first-files.json')
  const pages: Record<string, PreloadFiles> = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
  const known = Object.entries(pages).map(([path, page]) => ({
    path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
    page,
  }))
  return (url: string, accepted = '') => {
    const page = known.find(({ path }) => path.test(url.split('?')[0]!))?.page
    if (!page) return undefined
    const language = /^[a-z]+/i.exec(accepted)?.[0].toLowerCase() ?? ''
    const words = Object.hasOwn(page.words, language) ? page.words[language]! : []
    return [...new Set([...page.files, ...words])].map(link).join(', ')
  }
}

interface PreloadFiles {
  files: string[]
  /** The texts by language, except English. */
  words: Record<string, string[]>
}

/** With the same attributes as the page's own request, or the browser would fetch it twice. */
function link(file: string) {
  if (file.endsWith('.css')) return `</${file}>; rel=preload; as=style; crossorigin`
  return file.startsWith('assets/')
    ? `</${file}>; rel=modulepreload; crossorigin`
    : `</${file}>; rel=preload; as=script`
}

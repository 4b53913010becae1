// Serving the built web app: the page at every path, caching and compression.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { serveWebApp } from './static.ts'

const folder = mkdtempSync(join(tmpdir(), 'kabar-web-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<html></html>')
writeFileSync(join(folder, 'assets/main-1a2b.js'), 'export {}')
writeFileSync(join(folder, 'assets/main-1a2b.js.br'), 'smaller')
const app = fastify()
await serveWebApp(app, folder)
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test.each(['/login', '/login?from=/contacts/1', '/contacts/17/', '/nowhere'])(
  '%s is the page of the app',
  async (url) => {
    const { statusCode, headers, payload } = await app.inject(url)
    expect(statusCode).toBe(200)
    expect(payload).toBe('<html></html>')
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.any(String) })
  },
)

test('a file of another release is not the page of the app', async () => {
  const { statusCode, headers } = await app.inject('/assets/main-0000.js')
  expect(statusCode).toBe(404)
  expect(headers['content-type']).toContain('application/problem+json')
})

test('a hashed file is cached for a year, and sent precompressed', async () => {
  const { headers, payload } = await app.inject({
    url: '/assets/main-1a2b.js',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(payload).toBe('smaller')
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    vary: 'accept-encoding',
  })
})

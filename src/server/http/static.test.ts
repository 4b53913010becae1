// How the built web app is handed out: what is kept by browsers, and what a page's answer asks them to fetch along.
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
const words = { id: ['assets/words-1a2b.js'] }
const pages = {
  '/login': {
    files: ['first.js', 'assets/main-1a2b.js', 'assets/main-1a2b.css'],
    words: { id: ['assets/few-1a2b.js'] },
  },
  '/contacts/add': { files: ['assets/add-1a2b.js'], words },
  '/contacts/:id': { files: ['assets/show-1a2b.js'], words },
}
writeFileSync(join(folder, 'first-files.json'), JSON.stringify(pages))
const app = fastify()
await serveWebApp(app, folder)
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test.each([
  [
    '/login',
    '</first.js>; rel=preload; as=script, </assets/main-1a2b.js>; rel=modulepreload; crossorigin, </assets/main-1a2b.css>; rel=preload; as=style; crossorigin',
  ],
  ['/login?from=/contacts/1', expect.stringContaining('/assets/main-1a2b.js')],
  ['/contacts/add', expect.stringContaining('/assets/add-1a2b.js')],
  ['/contacts/17/', expect.stringContaining('/assets/show-1a2b.js')],
  ['/contacts/17/more', undefined],
  ['/nowhere', undefined],
])('the page at %s names the files that it needs', async (url, link) => {
  const { statusCode, headers } = await app.inject(url)
  expect(statusCode).toBe(200)
  expect(headers.link).toEqual(link)
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.any(String) })
})

test.each([
  ['id-ID,id;q=0.9,en;q=0.8', true],
  ['ID', true],
  ['en-US,en;q=0.9,id;q=0.8', false],
  ['constructor', false],
  ['*', false],
])('a browser that asks for %s is sent for the words: %s', async (accepted, isSent) => {
  const { headers } = await app.inject({ url: '/contacts/add', headers: { 'accept-language': accepted } })
  expect(String(headers.link).includes('assets/words-1a2b.js')).toBe(isSent)
})

test('each page is sent with the words that it needs', async () => {
  const { headers } = await app.inject({ url: '/login', headers: { 'accept-language': 'id' } })
  expect(String(headers.link).match(/\w+-1a2b\.js/g)).toEqual(['main-1a2b.js', 'few-1a2b.js'])
})

test('a file of a release is kept for a year, and goes out as it was compressed', async () => {
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
  expect(headers).not.toHaveProperty('link')
})

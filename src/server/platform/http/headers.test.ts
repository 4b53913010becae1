// Security headers of every response: pages, files, successes and errors of the API.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { readSettings } from '../../config.ts'
import { testDatabase } from '../../test/database.ts'

const database = await testDatabase()
const webFolder = mkdtempSync(join(tmpdir(), 'kabar-web-'))
mkdirSync(join(webFolder, 'assets'))
writeFileSync(join(webFolder, 'index.html'), '<html><head><title>Kabar</title></head></html>')
writeFileSync(join(webFolder, 'assets/main-1a2b.js'), 'export {}')
afterAll(() => rmSync(webFolder, { recursive: true }))

async function kabar(settings: Record<string, string> = {}) {
  const config = {
    ...readSettings({ LOG_LEVEL: 'silent', ...settings }),
    secret: Buffer.alloc(32, 's'),
    instanceId: '',
  }
  const app = await buildApp({ config, database, webFolder })
  const long = { text: 'Halo '.repeat(1_000) }
  app.get('/api/long', { config: { access: 'open' } }, () => long)
  app.get('/api/broken', { config: { access: 'open' } }, () => {
    throw new Error('select secret from users')
  })
  afterAll(() => app.close())
  return app
}
const app = await kabar()
const secure = await kabar({ PUBLIC_URL: 'https://kabar.example' })

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join(';')

test.each([
  ['a page', 'GET', '/investors/1', 200],
  ['a script', 'GET', '/assets/main-1a2b.js', 200],
  ['a missing script', 'GET', '/assets/gone.js', 404],
  ['the API', 'GET', '/api/health/live', 200],
  ['an endpoint without sign-in', 'GET', '/api/v1/contacts', 401],
  ['an unknown endpoint', 'GET', '/api/v1/nothing', 404],
  ['an unsupported method of an endpoint', 'DELETE', '/api/v1/contacts', 405],
  ['an address that is not normalized', 'GET', '/%61pi/v1/contacts', 400],
  ['a malformed body', 'POST', '/api/auth/v1/login', 400],
  ['an internal error', 'GET', '/api/broken', 500],
  ['an unsupported method of a page', 'DELETE', '/investors/1', 404],
] as const)('%s has all security headers', async (_, method, url, status) => {
  for (const origin of [undefined, 'https://evil.example', 'null']) {
    const headers = {
      ...(origin ? { origin } : {}),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    }
    const answer = await app.inject({ method, url, headers, ...(method === 'POST' ? { payload: '{bad' } : {}) })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringMatching(
        /camera=\(\), .*geolocation=\(\), .*microphone=\(\), .*payment=\(\), .*usb=\(\)/,
      ),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    for (const absent of ['access-control-allow-origin', 'x-powered-by', 'server', 'strict-transport-security'])
      expect(answer.headers).not.toHaveProperty(absent)
    if (/^\/(api|%61pi)/.test(url)) expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.payload).not.toContain('select secret')
  }
})

test('with an https address, HSTS is sent for a year', async () => {
  for (const url of ['/home', '/api/health/live', '/api/v1/contacts']) {
    const { headers } = await secure.inject(url)
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
  }
})

test('a CORS preflight of another origin is rejected', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  const answer = await app.inject({ method: 'OPTIONS', url: '/api/auth/v1/login', headers })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
})

test('the web app contains no code that writes raw HTML', () => {
  const files = readdirSync('src/web', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  expect(files.length).toBeGreaterThan(50)
  const raw =
    /dangerouslySetInnerHTML|\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/
  expect(files.filter((file) => raw.test(readFileSync(join('src/web', file), 'utf8')))).toEqual([])
})

test('Math.random is used for no secret', () => {
  const files = readdirSync('src/server', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const chance = files.filter((file) => /Math\.random/.test(readFileSync(join('src/server', file), 'utf8')))
  // `Math.random` is allowed for the jitter of messages, reconnects and webhooks, in the simulator, and in tests.
  expect(
    chance.filter(
      (file) =>
        !/^(messaging\/engine\/(dispatcher|connection-backoff)\.ts|identity\/webhooks\/worker\.ts|messaging\/drivers\/|test\/)/.test(
          file,
        ),
    ),
  ).toEqual([])
})

test.each([
  ['gzip, deflate, br, zstd', '/api/long', 'gzip'],
  ['', '/api/long', undefined],
  ['identity', '/api/long', undefined],
  ['gzip', '/api/health/live', undefined],
])('with Accept-Encoding “%s”, %s is encoded as %s', async (accepted, url, packed) => {
  const answer = await app.inject({ url, headers: { 'accept-encoding': accepted } })
  expect(answer.headers['content-encoding']).toBe(packed)
  expect(String(answer.headers.vary ?? '').toLowerCase()).toContain(packed ? 'accept-encoding' : '')
  const body = packed ? gunzipSync(answer.rawPayload) : answer.rawPayload
  expect(answer.rawPayload.length < 200).toBe(packed !== undefined || url !== '/api/long')
  expect(JSON.parse(body.toString())).toEqual(
    url === '/api/long' ? { text: 'Halo '.repeat(1_000) } : { status: 'live' },
  )
})

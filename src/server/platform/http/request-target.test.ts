// Request targets: an address that a proxy might interpret differently is rejected, and guards use the matched route.
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Problem } from '../../../contract/errors.ts'
import { buildApp } from '../../app.ts'
import { testApp } from '../../test/app.ts'
import { until } from '../../test/until.ts'
import { isNormalized } from './request-target.ts'

const { app, config, database, signUp } = await testApp()
const { access_token } = await signUp()

const bent = [
  '/%61pi/v1/contacts',
  '/ap%69/v1/contacts',
  '/api%2Fv1/contacts',
  '/api%2fv1/contacts',
  '/api/v1%5Ccontacts',
  '/api\\v1/contacts',
  '//api/v1/contacts',
  '/api//v1/contacts',
  '/api/v1/contacts//',
  '/./api/v1/contacts',
  '/x/../api/v1/contacts',
  '/x/%2e%2E/api/v1/contacts',
  '/api/v1/../v1/contacts',
  '/api/v1/%63ontacts',
  '/api/v1/contacts/..',
  '/api/v1/contacts#',
  'http://kabar.example/api/v1/contacts',
  'http:/api/v1/contacts',
  'api/v1/contacts',
  '*',
  '',
]
test.each(bent)('%j is not normalized', (target) => {
  expect([isNormalized(target), isNormalized(`${target}?page=1`)]).toEqual([false, false])
})
test.each([
  '/',
  '/api/v1/contacts',
  '/api/v1/contacts?q=%61//../x',
  '/reset-password?token=a-b_c~d',
  '/assets/index-B.2c_d~e.js',
  '/%C3%A9',
  '/a.b/..c/d..',
])('%j is normalized', (target) => expect(isNormalized(target)).toBe(true))

/** The response until the connection is closed. */
async function raw(to: typeof app, text: string): Promise<string> {
  if (!to.server.listening) await to.listen({ port: 0, host: '127.0.0.1' })
  const { port } = to.server.address() as AddressInfo
  return await new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}
const ask = (target: string, headers = `Host: kabar.example\r\nAuthorization: Bearer ${access_token}\r\n`) =>
  raw(app, `GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)

test.each(bent.filter(Boolean))('%s is rejected, signed in or not', async (target) => {
  const answer = await ask(target)
  const [head, body] = answer.split('\r\n\r\n') as [string, string]
  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  // Node.js itself rejects the two that are not request targets.
  if (target !== 'api/v1/contacts' && target !== 'http:/api/v1/contacts') {
    expect(head.toLowerCase()).toContain('cache-control: no-store')
    expect(head.toLowerCase()).toContain('content-security-policy:')
    expect(JSON.parse(/\{.*\}/s.exec(body)![0])).toMatchObject({ code: 'malformed_request' } satisfies Partial<Problem>)
  }
})

test('paths are case-sensitive', async () => {
  for (const target of ['/API/v1/contacts', '/api/V1/contacts', '/api/v1/Contacts'])
    expect(await ask(target)).toMatch(/^HTTP\/1\.1 404 /)
})

test('two Host headers and HTTP/0.9 are rejected', async () => {
  const signed = `Authorization: Bearer ${access_token}\r\n`
  expect(await ask('/api/v1/contacts')).toMatch(/^HTTP\/1\.1 200 /)
  for (const second of ['Host: kabar.example', 'host: other.example', 'HOST: '])
    expect(await ask('/api/v1/contacts', `Host: kabar.example\r\n${second}\r\n${signed}`)).toMatch(/^HTTP\/1\.1 400 /)
  expect(await raw(app, 'GET /api/health/live\r\n\r\n')).not.toContain('"live"')
})

test('a server under overload rejects such addresses with 400 as well', async () => {
  const full = await buildApp({
    config,
    database,
    webFolder: '/nowhere',
    concurrencyLimits: { maxConcurrent: 1, maxQueued: 0, queueTimeoutMs: 0 },
  })
  let letGo = () => {}
  full.get(
    '/api/held',
    { config: { access: 'open' } },
    () => new Promise<string>((resolve) => (letGo = () => resolve(''))),
  )
  onTestFinished(async () => {
    letGo()
    await full.close()
  })
  const held = raw(full, 'GET /api/held HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await until(
    'the held request',
    () => full.inject('/api/v1/contacts'),
    ({ statusCode }) => statusCode === 503,
  )
  for (const target of bent.filter(Boolean))
    expect(await raw(full, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 /,
    )
  letGo()
  await held
})

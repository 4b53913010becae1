// Admission control under overload: which requests are shed, which are exempt, and recovery.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Problem } from '../../../contract/errors.ts'
import { buildApp } from '../../app.ts'
import { testApp } from '../../test/app.ts'
import { until } from '../../test/until.ts'

const { config, database } = await testApp()

/** An app that serves one request at a time, with an endpoint that stays open until released. */
async function narrow(waiting: number, queueTimeoutMs = 60_000) {
  const app = await buildApp({
    config,
    database,
    webFolder: '/nowhere',
    concurrencyLimits: { maxConcurrent: 1, maxQueued: waiting, queueTimeoutMs },
  })
  const held: (() => void)[] = []
  const open = { config: { access: 'open' as const } }
  app.get('/api/held', open, () => new Promise((resolve) => held.push(() => resolve({ held: false }))))
  app.get('/api/quick', open, () => ({ quick: true }))
  app.post('/api/quick', open, () => ({ quick: true }))
  onTestFinished(async () => {
    for (const letGo of held) letGo()
    await app.close()
  })
  // Async functions, because `inject` starts a request only when its result is awaited.
  const get = async (url: string) => await app.inject({ method: 'GET', url })
  const post = async (url: string, payload = {}) => await app.inject({ method: 'POST', url, payload })
  /** Occupies the server; `answer` is the pending response. */
  const keep = async () => {
    const answer = get('/api/held')
    await until('the held request', () => held.length > 0, Boolean, { everyMs: 1 })
    return { answer }
  }
  const listen = async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  }
  return { app, get, post, held, keep, listen }
}

test('requests beyond the concurrency limit and the queue get 503 with Retry-After, before any work', async () => {
  const { get, post, held, keep } = await narrow(1)
  const inside = await keep()
  const waits = get('/api/quick')

  // Not even authentication.
  const away = await get('/api/v1/contacts')
  expect(away.statusCode).toBe(503)
  expect(away.headers).toMatchObject({ 'retry-after': '2', 'content-type': 'application/problem+json' })
  expect(Problem.parse(away.json())).toMatchObject({
    code: 'unavailable',
    detail: 'Kabar is busy. Try again in a few seconds.',
  })
  expect((await post('/api/auth/v1/login', { email: 'a' })).statusCode).toBe(503)
  expect(held).toHaveLength(1)

  held[0]!()
  expect((await inside.answer).statusCode).toBe(200)
  expect((await waits).statusCode).toBe(200)
  expect((await get('/api/v1/contacts')).statusCode).toBe(401)
})

test('health checks, token refresh, sign-out and pages are served under overload', async () => {
  const { get, post, keep } = await narrow(0)
  await keep()
  expect((await get('/api/quick')).statusCode).toBe(503)
  expect((await get('/api/health/live')).statusCode).toBe(200)
  expect((await get('/api/health/ready')).statusCode).toBe(200)
  expect((await post('/api/auth/v1/refresh', { refresh_token: 'x' })).json()).toMatchObject({ code: 'refresh_invalid' })
  expect((await post('/api/auth/v1/logout', {})).statusCode).toBe(204)
  expect((await get('/login')).statusCode).not.toBe(503)
})

test('a request that waits too long gets 503', async () => {
  const { get, keep } = await narrow(1, 0)
  await keep()
  expect((await get('/api/quick')).statusCode).toBe(503)
})

test('a request whose client disconnects in the queue is dropped', async () => {
  const { app, get, held, keep, listen } = await narrow(1)
  const port = await listen()
  const inside = await keep()
  const waits = request({ port, path: '/api/held', agent: false }).on('error', () => {})
  waits.end()
  const [{ socket }] = (await once(app.server, 'request')) as [IncomingMessage]
  await turn()
  expect((await get('/api/quick')).statusCode).toBe(503)
  waits.destroy()
  await once(socket, 'close')
  await turn()
  // Its place in the queue is free for the next request.
  const next = get('/api/quick')
  expect((await get('/api/quick')).statusCode).toBe(503)
  held[0]!()
  expect([(await inside.answer).statusCode, (await next).statusCode]).toEqual([200, 200])
  expect(held).toHaveLength(1)
})

test('requests with a body queue before authentication', async () => {
  const { get, post, held, keep } = await narrow(1)
  const inside = await keep()
  const waits = post('/api/v1/contacts', { name: 'Ada' })
  expect((await get('/api/quick')).statusCode).toBe(503)
  held[0]!()
  expect([(await inside.answer).statusCode, (await waits).statusCode]).toEqual([200, 401])
})

test('a slowly arriving body does not block other requests', async () => {
  const { app, get, listen } = await narrow(0)
  const slow = connect(await listen(), '127.0.0.1')
  onTestFinished(() => void slow.destroy())
  slow.write('POST /api/quick HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{')
  await once(app.server, 'request')
  await turn()
  expect((await get('/api/quick')).statusCode).toBe(200)
  slow.write('"a": "b"}')
  const answer = await new Promise<string>((resolve) => slow.once('data', (data) => resolve(String(data))))
  expect(answer).toContain('HTTP/1.1 200')
})

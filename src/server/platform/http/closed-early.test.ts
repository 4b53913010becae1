// A client that disconnects during a response is not logged as an error.
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { type Binding, routeWithoutTransaction } from './route.ts'

const lines: string[] = []
const app = fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } })
app.setValidatorCompiler(() => () => true)
const binding = { app } as unknown as Binding
const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(65_536))
    },
  })
let ended: () => void = () => {}

routeWithoutTransaction(binding, { method: 'GET', path: '/file', access: 'open' } as Endpoint, async ({ reply }) => {
  const content = endless()
  content.once('close', () => ended())
  return reply.type('application/zip').send(content) as never
})
routeWithoutTransaction(
  binding,
  { method: 'GET', path: '/late', access: 'open' } as Endpoint,
  async ({ request, reply }) => {
    await new Promise<void>((resolve) => {
      reply.raw.once('close', resolve)
      request.raw.socket.destroy()
    })
    setImmediate(() => setImmediate(() => ended()))
  },
)
await app.listen({ port: 0, host: '127.0.0.1' })
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api`
afterAll(() => app.close())

test.each(['/file', '/late'])('a client that disconnects during %s is not logged', async (path) => {
  lines.length = 0
  await new Promise<void>((resolve) => {
    ended = resolve
    const request = get(url + path, (response) => response.once('data', () => response.destroy()))
    // The connection is reset.
    request.once('error', () => {})
  })
  // The first response has finished all its work before the second one completes.
  expect((await app.inject('/nothing')).statusCode).toBe(404)
  expect(lines).toEqual([])
})

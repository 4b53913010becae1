// Requests to receivers that answer, fail, hang, redirect or send far too much; and to names that stand for private addresses.

import type { RequestListener } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { answer, startReceiver } from '../../test/receiver.ts'
import { type Sending, send } from './outgoing-request.ts'

const receiver = await startReceiver()
const noName = () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' }))

const sent = (more: Partial<Sending> = {}) =>
  send({
    url: receiver.url,
    body: '{"a":"é"}',
    headers: { 'webhook-id': '1' },
    allowPrivate: true,
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    resolve: noName,
    ...more,
  })
const answered = async (listener: RequestListener, more?: Partial<Sending>) => {
  receiver.state.listener = listener
  receiver.received.length = 0
  return await sent(more)
}

test('a POST with JSON, delivered by any 2xx', async () => {
  expect(await answered(answer(202, 'Thanks'))).toEqual({ failure: null, response_status: 202, response: 'Thanks' })
  expect(receiver.received).toMatchObject([
    {
      path: '/hook',
      body: '{"a":"é"}',
      headers: { 'content-type': 'application/json', 'content-length': '10', 'webhook-id': '1' },
    },
  ])
})

test.each([
  [301, 'redirect'],
  [302, 'redirect'],
  [307, 'redirect'],
  [308, 'redirect'],
  [400, 'status'],
  [410, 'gone'],
  [429, 'status'],
  [500, 'status'],
])('a %i is a failure, and is not followed: %s', async (status, failure) => {
  const target = await startReceiver()
  expect(await answered(answer(status, 'x\0y', { location: target.url }))).toEqual({
    failure,
    response_status: status,
    response: 'xy',
  })
  expect([receiver.received.length, target.received.length]).toEqual([1, 0])
})

test('the log gets the first 1,000 characters, and of an endless response 64 KB are read', async () => {
  let written = 0
  let isCut = () => {}
  const cut = new Promise<void>((resolve) => (isCut = resolve))
  const endless: RequestListener = (_, response) => {
    response.on('close', isCut)
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384
    }
    response.on('drain', more)
    more()
  }
  expect(await answered(endless)).toEqual({ failure: null, response_status: 200, response: 'x'.repeat(1_000) })
  await cut
  // What the kernel and Node.js buffer on both sides comes on top.
  expect(written).toBeLessThan(20_000_000)
})

test('a receiver that does not answer is a timeout, one that answers without end is not', async () => {
  expect((await answered(() => {}, { timeoutMs: 100 })).failure).toBe('timeout')
  const unfinished: RequestListener = (_, response) => void response.writeHead(200).write('half')
  expect(await answered(unfinished, { timeoutMs: 2_000 })).toEqual({
    failure: null,
    response_status: 200,
    response: 'half',
  })
})

test('a connection that breaks, a closed port and an unknown name are unreachable', async () => {
  expect((await answered((request) => request.socket.destroy())).failure).toBe('unreachable')
  const closed = await startTcp('127.0.0.1')
  closed.server.close()
  expect((await sent({ url: `http://127.0.0.1:${closed.port}/` })).failure).toBe('unreachable')
  expect((await sent({ url: 'https://nowhere.example/', allowPrivate: false })).failure).toBe('unreachable')
})

test.each([
  [
    '101 Switching Protocols',
    'upgrade: websocket\r\nconnection: Upgrade\r\n',
    { failure: 'status', response_status: 101 },
  ],
  ['200 OK', 'content-length: 10\r\n', { failure: null, response_status: 200 }],
  ['500 Internal Server Error', 'content-length: 10\r\n', { failure: 'status', response_status: 500 }],
])('a receiver that sends the head of a %s, and no more', async (status, headers, result) => {
  const raw = await startRaw((socket) => {
    socket.write(`HTTP/1.1 ${status}\r\n${headers}\r\n`)
    // After a 101 the connection stays open for the other protocol.
    if (!status.startsWith('101')) socket.end()
  })
  expect(await sent({ url: raw.url })).toEqual({ ...result, response: '' })
  await raw.closed
})

test('a receiver that closes before the head is complete is unreachable', async () => {
  const raw = await startRaw((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-'))
  expect((await sent({ url: raw.url })).failure).toBe('unreachable')
})

test('the time limit also holds while a name is looked up', async () => {
  const never = () => new Promise<never>(() => {})
  const attempt = await sent({ url: 'https://slow.example/', allowPrivate: false, resolve: never, timeoutMs: 50 })
  expect(attempt.failure).toBe('timeout')
})

test('a server that stops sends no result', async () => {
  const stopping = new AbortController()
  const attempt = answered(() => stopping.abort(), { signal: stopping.signal })
  await expect(attempt).rejects.toThrow()
})

test.each([
  'http://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'https://2130706433:PORT/',
  'https://[::1]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://localhost:PORT/',
  'https://169.254.169.254:PORT/',
])('%s gets no connection, however it came into the database', async (url) => {
  const inside = await startTcp('127.0.0.1')
  const attempt = await sent({ url: url.replace('PORT', String(inside.port)), allowPrivate: false })
  expect(attempt).toEqual({ failure: 'private_address', response_status: null, response: '' })
  expect(inside.connections()).toBe(0)
})

test.each([
  [['127.0.0.1']],
  [['::1']],
  [['10.0.0.8']],
  [['169.254.169.254']],
  [['::ffff:127.0.0.1']],
  // One of several is enough for an attacker who tries often.
  [['8.8.8.8', '127.0.0.1']],
  [['2606:4700::1111', 'fd00::1']],
])('a name that stands for %j gets no connection', async (addresses) => {
  const inside = await startTcp('127.0.0.1')
  const url = `https://rebound.example:${inside.port}/`
  const attempt = await sent({ url, allowPrivate: false, resolve: async () => addresses })
  expect(attempt.failure).toBe('private_address')
  expect(inside.connections()).toBe(0)
})

test('DNS rebinding: the name is asked once, and the connection goes to the address that was checked', async () => {
  // 127.0.0.2 stands for the internet here, and 127.0.0.1 for the inside.
  const outside = await startTcp('127.0.0.2')
  const inside = await startTcp('127.0.0.1', outside.port)
  const answers = [['127.0.0.2'], ['127.0.0.1']]
  const asked: string[] = []
  const attempt = await sent({
    url: `https://rebound.example:${outside.port}/`,
    allowPrivate: false,
    isAllowed: (address) => address === '127.0.0.2',
    resolve: async (host) => {
      asked.push(host)
      return answers.shift()!
    },
  })
  expect(attempt.failure).toBe('unreachable')
  expect(asked).toEqual(['rebound.example'])
  expect([outside.connections(), inside.connections()]).toEqual([1, 0])
})

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

/** A server that is not Node.js’s own: `reply` writes the bytes of the answer. `closed`: Kabar has closed the connection. */
async function startRaw(reply: (socket: Socket) => void) {
  let isClosed = () => {}
  const closed = new Promise<void>((resolve) => (isClosed = resolve))
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('close', isClosed)
    socket.once('data', () => reply(socket))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, closed }
}

/** Counts connections, and closes each. */
async function startTcp(host: string, port = 0) {
  let count = 0
  const server = createServer((socket) => {
    count += 1
    socket.destroy()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return { server, port: (server.address() as { port: number }).port, connections: () => count }
}

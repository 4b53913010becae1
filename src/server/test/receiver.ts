// For tests: a receiver of webhooks and notifications on the loopback interface. Records the requests, and can answer in any way.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
  /** The body as bytes, which need not be text. */
  bytes: Buffer
}

export const answer =
  (status: number, text = '', headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(text)

/** Calls `listener` once the request has been read. */
export async function startReceiver(listener: RequestListener = answer(204)) {
  const received: Received[] = []
  const state = { listener }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      received.push({ path: request.url!, headers: request.headers, body: bytes.toString(), bytes })
      state.listener(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return { url, received, state }
}

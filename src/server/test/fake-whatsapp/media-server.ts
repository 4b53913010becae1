// Media server: clients upload and download encrypted files.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from './certificate.ts'
import type { Network } from './network.ts'

export interface MediaServer {
  /** PEM, for clients to trust. */
  readonly certificate: string
  readonly host: string
  close(): Promise<void>
}

export async function startMediaServer(network: Network): Promise<MediaServer> {
  const { key, cert } = selfSigned(Date.now())
  const server = createServer({ key, cert }, (request, response) => {
    take(network, request, response).catch((error) => {
      network.failures.push(error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    certificate: cert,
    host,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** An upload is named by the hash of its encrypted bytes. */
async function take(network: Network, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'https://fake')
  if (request.method !== 'POST') {
    const file = network.media.get(pathname)
    response.writeHead(file ? 200 : 404).end(file)
    return
  }
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  network.media.set(pathname, Buffer.concat(parts))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ url: `https://${network.mediaHost}${pathname}`, direct_path: pathname }))
}

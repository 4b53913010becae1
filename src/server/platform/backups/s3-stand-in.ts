// For tests: object storage that understands as much of S3 as backups need.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** `objects`: content by bucket and key. Requests must be signed with this key id. `faults` can be set by a test. */
export async function startS3StandIn(keyId: string) {
  const objects = new Map<string, Buffer>()
  const faults = { forbidsDeleting: false, isSilent: false }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://stand-in')
    const key = decodeURIComponent(pathname.slice(1))
    const reply = (status: number, body: string | Buffer = '') =>
      response.writeHead(status, { etag: '"etag"', 'content-length': Buffer.byteLength(body) }).end(body)
    if (!request.headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${keyId}/`)) {
      request.resume()
      return reply(403, xml('Error', '<Code>InvalidAccessKeyId</Code><Message>Unknown access key</Message>'))
    }
    if (faults.isSilent) return request.resume()
    if (request.method === 'PUT') {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      objects.set(key, Buffer.concat(parts))
      return reply(200)
    }
    if (request.method === 'POST' && searchParams.has('delete')) {
      if (faults.forbidsDeleting) return reply(403, xml('Error', '<Code>AccessDenied</Code>'))
      for (const [, name] of (await text(request)).matchAll(/<Key>(.*?)<\/Key>/g))
        objects.delete(`${key.replace(/\/$/, '')}/${name}`)
      return reply(200, xml('DeleteResult', ''))
    }
    if (searchParams.has('location')) return reply(200, xml('LocationConstraint', 'us-east-1'))
    if (searchParams.has('list-type')) {
      const bucket = `${key.replace(/\/$/, '')}/`
      const wanted = `${bucket}${searchParams.get('prefix')}`
      const names = [...objects].filter(([name]) => name.startsWith(wanted))
      const rows = names.map(
        ([name, { length }]) =>
          `<Contents><Key>${name.slice(bucket.length)}</Key><LastModified>2026-11-27T00:00:00.000Z</LastModified><ETag>"etag"</ETag><Size>${length}</Size></Contents>`,
      )
      return reply(200, xml('ListBucketResult', `<IsTruncated>false</IsTruncated>${rows.join('')}`))
    }
    const content = objects.get(key)
    if (!content) return reply(404, request.method === 'HEAD' ? '' : xml('Error', '<Code>NoSuchKey</Code>'))
    if (request.method !== 'HEAD') return reply(200, content)
    response
      .writeHead(200, { etag: '"etag"', 'content-length': content.length, 'last-modified': new Date(0).toUTCString() })
      .end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    faults,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

const xml = (root: string, content: string) => `<?xml version="1.0" encoding="UTF-8"?><${root}>${content}</${root}>`

// Compression of responses.
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/**
 * Gzip reduces a page of a list from 15–25 KB to a fifth, which saves a tenth of a second on a mobile connection. Requests are
 * never decompressed, because their size could not be limited in advance.
 */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['gzip'],
    threshold: 1_024,
    syncThreshold: 65_536,
  })
}

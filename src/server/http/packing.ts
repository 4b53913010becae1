// Response compression: a cached response (db/answers.ts) is compressed once.
import { gzipSync, type ZlibOptions } from 'node:zlib'

const packed = new WeakMap<Buffer, Buffer>()

/** For @fastify/compress, which negotiates the encoding. Compressed bytes are shared and must not be changed. */
export const packing = {
  gzipSync(bytes: Buffer, options?: ZlibOptions): Buffer {
    const known = packed.get(bytes) ?? gzipSync(bytes, options)
    packed.set(bytes, known)
    return known
  },
}

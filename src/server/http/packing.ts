// How answers are packed: one that is given again as it is (db/answers.ts) is packed once.
import { gzipSync, type ZlibOptions } from 'node:zlib'

const packed = new WeakMap<Buffer, Buffer>()

/** For @fastify/compress, which decides who gets it. Bytes that were packed must not be changed afterwards. */
export const packing = {
  gzipSync(bytes: Buffer, options?: ZlibOptions): Buffer {
    const known = packed.get(bytes) ?? gzipSync(bytes, options)
    packed.set(bytes, known)
    return known
  },
}

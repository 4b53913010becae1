// Reads a stream in pieces of a given length, independent of the length of its chunks.

export interface ByteReader {
  /** Reads this many bytes; fewer only at the end of the stream. */
  take(length: number): Promise<Buffer>
  /** Like `take`, but the next call reads the same bytes again. */
  peek(length: number): Promise<Buffer>
}

export function byteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let held: Uint8Array[] = []
  let size = 0

  async function fill(length: number) {
    while (size < length) {
      const { done, value } = await chunks.next()
      if (done) return
      held.push(value)
      size += value.length
    }
  }

  async function peek(length: number) {
    await fill(length)
    if (held.length !== 1 || held[0]!.length < length) held = [Buffer.concat(held)]
    const [first] = held as [Uint8Array]
    return Buffer.from(first.buffer, first.byteOffset, Math.min(length, first.length))
  }

  return {
    peek,
    take: async (length) => {
      const piece = await peek(length)
      held = [held[0]!.subarray(piece.length)]
      size -= piece.length
      return piece
    },
  }
}

/** Cuts a stream into pieces of this length; the last one may be shorter. */
export async function* inPieces(source: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Buffer> {
  const reader = byteReader(source)
  for (;;) {
    const piece = await reader.take(length)
    if (piece.length > 0) yield piece
    if (piece.length < length) return
  }
}

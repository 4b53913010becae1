// Spool: a temporary file between a fast writer and a slow reader.
import { randomUUID } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export interface Spool {
  write(chunk: Uint8Array): Promise<void>
  bytes(): number
  /** From the beginning; the file is deleted when the stream ends, however it ends. */
  read(): Readable
  /** Reads a part into memory; throws if the file ends before. */
  part(start: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

/** Readable by this process only; unlinked immediately, so that even a killed process leaves no file behind. */
export async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  let size = 0
  return {
    write: async (chunk) => {
      for (let done = 0; done < chunk.length; ) done += (await file.write(chunk, done)).bytesWritten
      size += chunk.length
    },
    bytes: () => size,
    read: () => file.createReadStream({ start: 0, autoClose: true }),
    part: async (start, length) => {
      const piece = Buffer.alloc(length)
      for (let done = 0; done < length; ) {
        const { bytesRead } = await file.read(piece, done, length - done, start + done)
        if (bytesRead === 0) throw new Error(`a temporary file of ${size} bytes ends before ${start + length}`)
        done += bytesRead
      }
      return piece
    },
    close: () => file.close(),
  }
}

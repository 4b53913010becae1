// A temporary file: written as fast as bytes come, read as slowly as they are taken.
import { randomUUID } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export interface Spool {
  write(chunk: Uint8Array): Promise<void>
  bytes(): number
  /** From the beginning; the file is gone when the stream ends, however it ends. */
  read(): Readable
  /** A part of it, in memory; throws where the file ends before. */
  part(start: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

/** On disk and for nobody else; its name is taken away at once, so that even a killed process leaves nothing behind. */
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

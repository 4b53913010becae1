// A file that is prepared as fast as the database gives it, and sent as slowly as the client takes it.
import { randomUUID } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export interface Spool {
  write(chunk: Uint8Array): Promise<void>
  bytes(): number
  /** From the beginning; the file is gone when the stream ends, however it ends. */
  read(): Readable
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
    close: () => file.close(),
  }
}

// A download: a file that is generated while it is read.
import type { Readable } from 'node:stream'

export interface DownloadFile {
  /** With its extension: `kabar-2026-11-20.zip`. */
  name: string
  /** Media type: `application/zip`. */
  type: string
  content: AsyncIterable<Uint8Array>
}

/**
 * Resolves when the source of the stream has ended as well. A cursor that is closed later would be closed in the next
 * transaction on the same connection, and would fail it.
 */
export async function ended(stream: Readable | undefined): Promise<void> {
  if (!stream || stream.closed) return
  await new Promise<void>((resolve) => {
    stream.once('close', resolve)
    stream.destroy()
  })
}

// What a download is: a file that is made while it is read.
import type { Readable } from 'node:stream'

export interface DownloadFile {
  /** With its ending: `kabar-2026-11-20.zip`. */
  name: string
  /** Its media type: `application/zip`. */
  type: string
  content: AsyncIterable<Uint8Array>
}

/**
 * When what the stream reads from has ended as well. A cursor that is closed any later is closed in a transaction of
 * somebody else, which has the connection by then, and ends with an error for them.
 */
export async function ended(stream: Readable | undefined): Promise<void> {
  if (!stream || stream.closed) return
  await new Promise<void>((resolve) => {
    stream.once('close', resolve)
    stream.destroy()
  })
}

// Encodes rows in time slices: a thousand rows with long texts are 20 MB and would block the event loop.
import { timeSlices } from '../../time-slices.ts'

const chunkLength = 256 * 1024

export async function* inChunks<Row>(rows: readonly Row[], write: (row: Row) => string): AsyncGenerator<Uint8Array> {
  let chunk = ''
  for (const row of rows) {
    if (timeSlices.isOver()) await timeSlices.next()
    chunk += write(row)
    if (chunk.length < chunkLength) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  if (chunk !== '') yield Buffer.from(chunk)
}

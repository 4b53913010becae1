// Checks whether a PDF or video is complete by its markers, without parsing the content.
import type { Spool } from '../../platform/http/spool.ts'

type File = Pick<Spool, 'bytes' | 'part'>

/** Readers search the last 1,024 bytes for the end marker, as some programs append data. */
export async function isWholePdf(file: File): Promise<boolean> {
  const length = Math.min(1_024, file.bytes())
  const tail = await file.part(file.bytes() - length, length)
  return tail.includes('%%EOF')
}

/** A fragmented video has a few boxes per second. */
const maxBoxes = 10_000

/** Its boxes must fill the file exactly and include the index and the media data. */
export async function isWholeMp4(file: File): Promise<boolean> {
  const seen = new Set<string>()
  let at = 0
  for (let count = 0; at < file.bytes(); count++) {
    const rest = file.bytes() - at
    if (count === maxBoxes || rest < 8) return false
    const head = await file.part(at, Math.min(16, rest))
    const written = head.readUInt32BE(0)
    // 0: to the end of the file. 1: a 64-bit size follows the name.
    const size = written === 0 ? rest : written === 1 && rest >= 16 ? Number(head.readBigUInt64BE(8)) : written
    if (size < 8 || size > rest) return false
    seen.add(head.toString('latin1', 4, 8))
    at += size
  }
  return seen.has('moov') && seen.has('mdat')
}

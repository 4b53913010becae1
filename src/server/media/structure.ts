// Whether a PDF or a video is whole, by the marks that its format has at known places; what is inside is not looked at.
import type { Spool } from '../http/spool.ts'

type File = Pick<Spool, 'bytes' | 'part'>

/** Readers look for the end mark in the last 1,024 bytes, as some programs add something behind it. */
export async function isWholePdf(file: File): Promise<boolean> {
  const length = Math.min(1_024, file.bytes())
  const tail = await file.part(file.bytes() - length, length)
  return tail.includes('%%EOF')
}

/** A fragmented one has a few boxes for each second. */
const maxBoxes = 10_000

/** Its boxes follow one another to the very end, and the index and the pictures are among them. */
export async function isWholeMp4(file: File): Promise<boolean> {
  const seen = new Set<string>()
  let at = 0
  for (let count = 0; at < file.bytes(); count++) {
    const rest = file.bytes() - at
    if (count === maxBoxes || rest < 8) return false
    const head = await file.part(at, Math.min(16, rest))
    const written = head.readUInt32BE(0)
    // 0: to the end of the file. 1: the size has 64 bits and stands behind the name.
    const size = written === 0 ? rest : written === 1 && rest >= 16 ? Number(head.readBigUInt64BE(8)) : written
    if (size < 8 || size > rest) return false
    seen.add(head.toString('latin1', 4, 8))
    at += size
  }
  return seen.has('moov') && seen.has('mdat')
}

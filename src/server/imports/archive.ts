// Takes a zip archive apart: which files are in it, and one after the other what is in them, never more than is allowed.
import { crc32, createInflateRaw } from 'node:zlib'
import { unreadable } from './csv.ts'

const maxEntries = 2_000
/** Unpacked, all parts that are read. A sheet of 100,000 rows of ten cells has some 60 MB. */
const maxBytes = 120 * 1024 * 1024
/** Read at once, in a few milliseconds. */
const sliceBytes = 32 * 1024

export const isZip = (file: Buffer) => file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))

export interface Archive {
  readonly names: readonly string[]
  has(name: string): boolean
  /** In slices, each in a turn of its own, so that nobody waits for a large one. What is not there is empty. */
  read(name: string): AsyncGenerator<Buffer>
}

export function openArchive(file: Buffer): Archive {
  const entries = new Map(entriesOf(file).map((entry) => [entry.name, entry]))
  let left = maxBytes
  const begun = new Set<Entry>()
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name)
      if (!entry) return
      // A part may be read twice.
      if (!begun.has(entry)) left -= entry.size
      begun.add(entry)
      if (left < 0) throw tooLarge()
      // What an archive says of itself may be a lie: it is unpacked up to what was said and not further.
      let length = 0
      let sum = 0
      for await (const slice of slicesOf(file, entry)) {
        length += slice.length
        if (length > entry.size) throw damaged()
        sum = crc32(slice, sum)
        yield slice
      }
      // One changed bit may be another amount. Some programs write no sum.
      if (length !== entry.size || (entry.sum !== 0 && entry.sum !== sum)) throw damaged()
    },
  }
}

interface Entry {
  name: string
  packed: number
  size: number
  method: number
  /** CRC-32 of what is in it. */
  sum: number
  at: number
}

/** The directory at the end of the archive. */
function entriesOf(file: Buffer): Entry[] {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || end + 22 > file.length) throw unreadable('This workbook is cut off. Copy or download it again.')
  const count = file.readUInt16LE(end + 10)
  if (count > maxEntries) throw tooLarge()
  const entries: Entry[] = []
  let at = file.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const name = file.readUInt16LE(at + 28)
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + name).replaceAll('\\', '/'),
      method: file.readUInt16LE(at + 10),
      sum: file.readUInt32LE(at + 16),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    })
    at += 46 + name + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

async function* slicesOf(file: Buffer, { at, packed, method }: Entry): AsyncGenerator<Buffer> {
  if (at + 30 > file.length) throw damaged()
  const start = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  const content = file.subarray(start, start + packed)
  if (method === 0) {
    for (let from = 0; from < content.length; from += sliceBytes) {
      await new Promise(setImmediate)
      yield content.subarray(from, from + sliceBytes)
    }
    return
  }
  if (method !== 8) throw damaged()
  // It unpacks beside the event loop, and on the way out it is ended, whoever stops asking.
  const inflate = createInflateRaw({ chunkSize: sliceBytes })
  inflate.end(content)
  try {
    for await (const slice of inflate) yield slice as Buffer
  } catch (error) {
    throw (error as { code?: unknown }).code?.toString().startsWith('Z_') ? damaged() : error
  }
}

export const damaged = () =>
  unreadable('This workbook is damaged, or locked with a password. Save it again in Excel, or save the sheet as CSV.')

export const tooLarge = () =>
  unreadable('This workbook is too large to be unpacked. Save the sheet as CSV, or split it.')

// Reads the parts of a zip archive one after another, up to a fixed size. yauzl parses the archive.

import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { message } from '../../../contract/messages/message.ts'
import { timeSlices } from '../../time-slices.ts'
import { unreadable } from './csv.ts'

const maxEntries = 2_000
/** Limit for the unpacked size of all parts read. A sheet of 100,000 rows of ten cells has some 60 MB. */
const maxBytes = 120 * 1024 * 1024
/** Processed in one go, in a few milliseconds. */
const sliceBytes = 32 * 1024

export const isZip = (file: Buffer) => file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))

export interface Archive {
  readonly names: readonly string[]
  has(name: string): boolean
  /** Yields slices, so that a large part does not block the event loop. A missing part is empty. */
  read(name: string): AsyncGenerator<Buffer>
}

export async function openArchive(file: Buffer): Promise<Archive> {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || end + 22 > file.length) throw unreadable(message('workbook.incomplete'))
  // Some servers append bytes to the archive. Entry names are never used as paths, so none is rejected.
  const whole = file.subarray(0, end + 22 + file.readUInt16LE(end + 20))
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false }
  const zip = await fromBufferPromise(whole, options).catch(refuse)
  if (zip.entryCount > maxEntries) throw tooLarge()
  const entries = await entriesOf(zip).catch(refuse)
  let left = maxBytes
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name)
      if (!entry) return
      left -= entry.uncompressedSize
      if (left < 0) throw tooLarge()
      yield* slicesOf(zip, entry)
    },
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileNameRaw.toString().replaceAll('\\', '/'), entry)
  return entries
}

/** The declared sizes may be false: unpacks up to the declared size and no further. */
async function* slicesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0
  try {
    // An entry that is not compressed arrives in one piece.
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      for (let at = 0; at < chunk.length; at += sliceBytes) {
        const slice = chunk.subarray(at, at + sliceBytes)
        sum = crc32(slice, sum)
        yield slice
        if (timeSlices.isOver()) await timeSlices.next()
      }
    }
  } catch {
    throw damaged()
  }
  // One flipped bit may change an amount. Some programs write no checksum.
  if (entry.crc32 !== 0 && entry.crc32 !== sum) throw damaged()
}

function refuse(): never {
  throw damaged()
}

export const damaged = () => unreadable(message('workbook.damaged'))

export const tooLarge = () => unreadable(message('workbook.too_large'))

// The archive inside a backup: a tar file that `tar` can unpack. Entries are small and held in memory.
import { BackupError } from './backup-error.ts'
import { byteReader } from './byte-reader.ts'

export interface Entry {
  name: string
  content: Buffer
}

const block = 512
/** Limit of an entry; those that Kabar writes have at most one megabyte. */
const mostBytes = 64 * 1024 ** 2

export async function* packed(entries: AsyncIterable<Entry>, at: Date): AsyncGenerator<Buffer> {
  for await (const { name, content } of entries) {
    yield header(name, content.length, at)
    yield content
    yield Buffer.alloc(paddingOf(content.length))
  }
  yield Buffer.alloc(2 * block)
}

export async function* unpacked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const reader = byteReader(source)
  for (;;) {
    const head = await reader.take(block)
    if (head.length === block && head.every((byte) => byte === 0)) {
      // Reads to the end of the stream, where decompression and decryption detect damage.
      while ((await reader.take(block)).length > 0);
      return
    }
    const size = sizeIn(head)
    if (size === undefined) throw damaged()
    const content = await reader.take(size)
    const padding = await reader.take(paddingOf(size))
    if (content.length < size || padding.length < paddingOf(size)) throw damaged()
    yield { name: textIn(head, 0, 100), content }
  }
}

const damaged = () => new BackupError('The backup is damaged or cut off.')

function header(name: string, size: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for an archive`)
  const head = Buffer.alloc(block)
  head.write(name, 0)
  head.write('0000600\0', 100)
  head.write('0000000\0', 108)
  head.write('0000000\0', 116)
  head.write(`${octal(size, 11)} `, 124)
  head.write(`${octal(Math.floor(at.getTime() / 1_000), 11)} `, 136)
  head.write('0', 156)
  head.write('ustar\x0000', 257)
  head.write(`${octal(checksum(head), 6)}\0 `, 148)
  return head
}

/** Undefined if this is not a valid header. */
function sizeIn(head: Buffer): number | undefined {
  if (head.length < block || Number.parseInt(textIn(head, 148, 8), 8) !== checksum(head)) return undefined
  const size = Number.parseInt(textIn(head, 124, 12), 8)
  return size >= 0 && size <= mostBytes ? size : undefined
}

/** Sum of all bytes of the header, counting those of the checksum itself as spaces. */
function checksum(head: Buffer): number {
  return head.reduce((sum, byte, place) => sum + (place >= 148 && place < 156 ? 32 : byte), 0)
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
const textIn = (head: Buffer, start: number, length: number) =>
  head.toString('utf8', start, start + length).replace(/\0.*$/s, '')
const paddingOf = (size: number) => (block - (size % block)) % block

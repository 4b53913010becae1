// Encrypts a backup with a passphrase in the age format (age-encryption.org/v1), so that `age -d` can also decrypt it.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError } from './backup-error.ts'
import { type ByteReader, byteReader } from './byte-reader.ts'

export const ageMark = 'age-encryption.org/v1\n'
const cipher = 'chacha20-poly1305'
const tagBytes = 16
const pieceBytes = 64 * 1024
/** scrypt with 2^17 rounds takes 128 MB and a third of a second. */
const usualWork = 17
/** Largest accepted work factor: with a larger one, a malicious file could use up the memory. */
const mostWork = 20

export async function* encrypted(
  source: AsyncIterable<Uint8Array>,
  passphrase: string,
  work = usualWork,
): AsyncGenerator<Buffer> {
  const [fileKey, salt, nonce] = [randomBytes(16), randomBytes(16), randomBytes(16)]
  const wrapped = sealed(await stretched(passphrase, salt, work), Buffer.alloc(12), fileKey)
  const header = `${ageMark}-> scrypt ${base64(salt)} ${work}\n${base64(wrapped)}\n---`
  yield Buffer.from(`${header} ${base64(macOf(fileKey, header))}\n`)
  yield nonce
  const key = derived(fileKey, nonce, 'payload')
  const reader = byteReader(source)
  for (let counter = 0, isLast = false; !isLast; counter++) {
    const piece = await reader.take(pieceBytes)
    isLast = (await reader.peek(1)).length === 0
    yield sealed(key, nonceOf(counter, isLast), piece)
  }
}

export async function* decrypted(source: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const reader = byteReader(source)
  const fileKey = await readHeader(reader, passphrase)
  const nonce = await reader.take(16)
  const key = derived(fileKey, nonce, 'payload')
  for (let counter = 0, isLast = false; !isLast; counter++) {
    const piece = await reader.take(pieceBytes + tagBytes)
    isLast = (await reader.peek(1)).length === 0
    const plain = unsealed(key, nonceOf(counter, isLast), piece)
    if (!plain) throw new BackupError('The backup is damaged or cut off: it cannot be decrypted to its end.')
    yield plain
  }
}

async function readHeader(reader: ByteReader, passphrase: string): Promise<Buffer> {
  const lines: string[] = []
  while (!lines.at(-1)?.startsWith('---') && lines.length < 8) lines.push(await readLine(reader))
  const [mark, stanza = '', wrapped = '', mac = ''] = lines
  const [, salt, work] = /^-> scrypt ([\w+/]{22}) (\d{1,2})$/.exec(stanza) ?? []
  if (`${mark}\n` !== ageMark || !salt || Number(work) > mostWork || lines.length !== 4)
    throw new BackupError('The backup is not encrypted with a passphrase. Decrypt it with the program age first.')
  const key = await stretched(passphrase, Buffer.from(salt, 'base64'), Number(work))
  const fileKey = unsealed(key, Buffer.alloc(12), Buffer.from(wrapped, 'base64'))
  if (fileKey?.length !== 16) throw new BackupError('The passphrase is not that of this backup.')
  const expected = macOf(fileKey, `${lines.slice(0, 3).join('\n')}\n---`)
  const told = Buffer.from(mac.slice(4), 'base64')
  if (told.length !== expected.length || !timingSafeEqual(told, expected))
    throw new BackupError('The backup is damaged: its header does not match.')
  return fileKey
}

async function readLine(reader: ByteReader): Promise<string> {
  const start = await reader.peek(200)
  const end = start.indexOf('\n')
  if (end < 0) throw new BackupError('The backup is damaged: it has no complete header.')
  return (await reader.take(end + 1)).subarray(0, end).toString()
}

async function stretched(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const place = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
  const N = 2 ** work
  const stretch = promisify<string, Buffer, number, object, Buffer>(scrypt)
  return await stretch(passphrase, place, 32, { N, r: 8, p: 1, maxmem: 256 * 8 * N })
}

const derived = (key: Buffer, salt: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', key, salt, purpose, 32))

const macOf = (fileKey: Buffer, header: string) =>
  createHmac('sha256', derived(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest()

/** Nonce of a chunk: its number, and whether it is the last one, so that no chunk can be left out, added or moved. */
function nonceOf(counter: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(counter, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function sealed(key: Buffer, nonce: Buffer, plain: Uint8Array): Buffer {
  const machine = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes })
  return Buffer.concat([machine.update(plain), machine.final(), machine.getAuthTag()])
}

function unsealed(key: Buffer, nonce: Buffer, piece: Buffer): Buffer | undefined {
  if (piece.length < tagBytes) return undefined
  const machine = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
  machine.setAuthTag(piece.subarray(-tagBytes))
  try {
    return Buffer.concat([machine.update(piece.subarray(0, -tagBytes)), machine.final()])
  } catch {
    return undefined
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

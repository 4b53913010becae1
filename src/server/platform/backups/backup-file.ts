// The file of a backup: tar, gzip, and age if there is a passphrase. Written and read as a stream.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import type * as z from 'zod/mini'
import { ageMark, decrypted, encrypted } from './age.ts'
import { BackupError } from './backup-error.ts'
import {
  Format,
  filePrefix,
  format,
  Manifest,
  manifestName,
  Summary,
  secretName,
  summaryName,
  tablePrefix,
} from './manifest.ts'
import { type Entry, packed, unpacked } from './tar.ts'

/** Writes a new file; the path must not exist. Resolves once the content is on disk. */
export async function writeBackupFile(
  path: string,
  entries: AsyncIterable<Entry>,
  { at, passphrase }: { at: Date; passphrase: string | undefined },
): Promise<void> {
  const tar = Readable.from(packed(entries, at), { objectMode: false })
  // Level 1 is twice as fast as the default, and the file is only a tenth larger.
  const gzip = createGzip({ level: 1, chunkSize: 256 * 1024 })
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  if (passphrase === undefined) await pipeline(tar, gzip, file)
  else await pipeline(tar, gzip, (zipped: AsyncIterable<Buffer>) => encrypted(zipped, passphrase), file as Writable)
}

/** The file's entries, in order. Throws BackupError if it is damaged, incomplete or cannot be decrypted. */
export async function* readBackupFile(path: string, passphrase: string | undefined): AsyncGenerator<Entry> {
  const isAge = await isEncrypted(path)
  if (isAge && passphrase === undefined)
    throw new BackupError('The backup is encrypted: set BACKUP_PASSPHRASE to its passphrase.')
  const raw = createReadStream(path, { highWaterMark: 256 * 1024 })
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  const reading = isAge
    ? pipeline(raw, (bytes: AsyncIterable<Buffer>) => decrypted(bytes, passphrase!), gunzip)
    : pipeline(raw, gunzip)
  // The loop below reports the error; this avoids an unhandled rejection.
  reading.catch(() => {})
  try {
    yield* unpacked(gunzip)
  } catch (error) {
    throw isOfGzip(error) ? new BackupError('The backup is damaged or cut off: it cannot be unpacked.') : error
  } finally {
    raw.destroy()
    gunzip.destroy()
  }
}

export const isEncrypted = async (path: string): Promise<boolean> => await beginsWith(path, ageMark)

const isOfGzip = (error: unknown) => /^Z_/.test(String((error as NodeJS.ErrnoException).code))

async function beginsWith(path: string, mark: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mark.length), 0, mark.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === mark
  } finally {
    await file.close()
  }
}

/** Sums up entries as they pass: rows, bytes and SHA-256 of each table and file. */
export class Tally {
  readonly summary: Summary = { tables: {}, files: {} }
  readonly #hashes = new Map<string, ReturnType<typeof createHash>>()

  /** `name`: of a table or file, including its prefix. */
  add(name: string, content: Uint8Array): void {
    const hash = this.#hashes.get(name) ?? createHash('sha256')
    this.#hashes.set(name, hash.update(content))
    if (name.startsWith(tablePrefix)) {
      const table = name.slice(tablePrefix.length)
      const before = this.summary.tables[table] ?? { rows: 0, bytes: 0, sha256: '' }
      this.summary.tables[table] = {
        ...before,
        rows: before.rows + linesIn(content),
        bytes: before.bytes + content.length,
      }
    } else {
      const file = name.slice(filePrefix.length)
      const before = this.summary.files[file] ?? { bytes: 0, sha256: '' }
      this.summary.files[file] = { ...before, bytes: before.bytes + content.length }
    }
  }

  finish(): Summary {
    for (const [name, hash] of this.#hashes) {
      const place = name.startsWith(tablePrefix)
        ? this.summary.tables[name.slice(tablePrefix.length)]!
        : this.summary.files[name.slice(filePrefix.length)]!
      place.sha256 = hash.digest('hex')
    }
    return this.summary
  }
}

/** COPY writes each row as one line; line breaks in values are escaped. */
function linesIn(content: Uint8Array): number {
  let count = 0
  for (let place = content.indexOf(10); place >= 0; place = content.indexOf(10, place + 1)) count++
  return count
}

/** Name of the table or file that a part belongs to: `tables/contacts/00000001` is part of `tables/contacts`. */
export const wholeName = (entry: string) => entry.replace(/\/\d{8}$/, '')
export const partName = (name: string, part: number) => `${name}/${String(part).padStart(8, '0')}`

export interface VerifiedBackup {
  manifest: Manifest
  summary: Summary
  /** Undefined if the backup is not encrypted. */
  secret: string | undefined
}

/** Reads the whole file and compares it with its summary. Throws BackupError if anything is missing or changed. */
export async function verifyBackup(
  path: string,
  passphrase: string | undefined,
  signal?: AbortSignal,
): Promise<VerifiedBackup> {
  const tally = new Tally()
  let manifest: Manifest | undefined
  let secret: string | undefined
  let summary: Summary | undefined
  for await (const { name, content } of readBackupFile(path, passphrase)) {
    signal?.throwIfAborted()
    if (!manifest) {
      if (name !== manifestName) throw new BackupError('The file is not a backup of Kabar.')
      manifest = manifestIn(content)
    } else if (name === secretName) secret = content.toString()
    else if (name === summaryName) summary = parsed(Summary, content)
    else tally.add(wholeName(name), content)
  }
  if (!manifest || !summary) throw new BackupError('The backup is cut off: its end is missing.')
  const found = tally.finish()
  const wrong = [...differences(summary.tables, found.tables), ...differences(summary.files, found.files)]
  if (wrong.length > 0) throw new BackupError(`The backup is damaged: ${wrong.join(', ')} differ from its summary.`)
  return { manifest, summary, secret }
}

function differences(told: Record<string, object>, found: Record<string, object>): string[] {
  const names = new Set([...Object.keys(told), ...Object.keys(found)])
  return [...names].filter((name) => !isDeepStrictEqual(told[name], found[name]))
}

function manifestIn(content: Buffer): Manifest {
  if (parsed(Format, content).format > format)
    throw new BackupError('The backup is of a newer release of Kabar. Restore it with that release.')
  return parsed(Manifest, content)
}

function parsed<T>(schema: z.ZodMiniType<T>, content: Buffer): T {
  try {
    return schema.parse(JSON.parse(content.toString()))
  } catch {
    throw new BackupError('The backup is damaged: its manifest or summary cannot be read.')
  }
}

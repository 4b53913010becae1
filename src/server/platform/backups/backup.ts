// Makes a backup: one file with a snapshot of all tables and the files of the data folder, verified by reading it back.
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deriveKeys } from '../../keys.ts'
import { partName, Tally, type VerifiedBackup, verifyBackup, wholeName, writeBackupFile } from './backup-file.ts'
import { inPieces } from './byte-reader.ts'
import { filePrefix, format, type Manifest, manifestName, secretName, summaryName, tablePrefix } from './manifest.ts'
import { inSnapshot, type Snapshot } from './queries.ts'
import type { Entry } from './tar.ts'

const partBytes = 1024 ** 2

/** Folders inside the data folder that belong in a backup: the state of simulated phones. The others are temporary. */
export const keptFolders = ['simulator']

export interface BackupOptions {
  /** A login that sees all organizations, at once or one after the other. */
  connectionString: string
  dataDir: string
  /** Signing and encryption keys derive from it. Part of the backup only if there is a passphrase. */
  secret: Buffer
  passphrase: string | undefined
  /** Version of Kabar. */
  release: string
  signal?: AbortSignal
}

export interface MadeBackup extends VerifiedBackup {
  path: string
  bytes: number
}

/** Writes to a temporary name; the file gets its own name once it is complete and verified. */
export async function makeBackup(path: string, options: BackupOptions): Promise<MadeBackup> {
  const { connectionString, passphrase, signal } = options
  const draft = `${path}.partial`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await rm(draft, { force: true })
  try {
    await inSnapshot(connectionString, (snapshot) =>
      writeBackupFile(draft, entriesOf(snapshot, options), { at: snapshot.at, passphrase }),
    )
    const verified = await verifyBackup(draft, passphrase, signal)
    const { size } = await stat(draft)
    await rename(draft, path)
    await syncFolder(dirname(path))
    return { ...verified, path, bytes: size }
  } finally {
    await rm(draft, { force: true })
  }
}

/** Named by the time, such as `kabar-2026-11-27T193000Z.tar.gz`, with `.age` if encrypted. */
export function backupName(at: Date, { passphrase }: Pick<BackupOptions, 'passphrase'>, kind?: string): string {
  const moment = at.toISOString().slice(0, 19).replaceAll(':', '')
  return `kabar-${moment}Z${kind ? `-${kind}` : ''}.tar.gz${passphrase === undefined ? '' : '.age'}`
}

/** Equal for equal secrets, and reveals nothing else about them. */
export const secretCheck = (secret: Buffer) => deriveKeys(secret)('backup-check').toString('hex')

async function* entriesOf(snapshot: Snapshot, options: BackupOptions): AsyncGenerator<Entry> {
  const manifest: Manifest = {
    format,
    release: options.release,
    at: snapshot.at.toISOString(),
    migrations: snapshot.migrations,
    tables: snapshot.tables,
    secret_check: secretCheck(options.secret),
  }
  yield { name: manifestName, content: Buffer.from(JSON.stringify(manifest, undefined, 2)) }
  if (options.passphrase !== undefined) yield { name: secretName, content: options.secret }
  const tally = new Tally()
  for await (const entry of contents(snapshot, options.dataDir)) {
    options.signal?.throwIfAborted()
    tally.add(wholeName(entry.name), entry.content)
    yield entry
  }
  yield { name: summaryName, content: Buffer.from(JSON.stringify(tally.finish(), undefined, 2)) }
}

async function* contents(snapshot: Snapshot, dataDir: string): AsyncGenerator<Entry> {
  for (const table of Object.keys(snapshot.tables)) yield* parts(`${tablePrefix}${table}`, snapshot.rows(table))
  for (const folder of keptFolders) {
    for (const name of await filesIn(join(dataDir, folder)))
      yield* parts(`${filePrefix}${folder}/${name}`, createReadStream(join(dataDir, folder, name)))
  }
}

/** The parts of a table or file; at least one, so that the backup lists empty ones too. */
async function* parts(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  let count = 0
  for await (const content of inPieces(source, partBytes)) yield { name: partName(name, ++count), content }
  if (count === 0) yield { name: partName(name, 1), content: Buffer.alloc(0) }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort()
}

/** Without this, a power cut could undo the rename. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}

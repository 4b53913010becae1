// Makes a backup: one file with all tables in one snapshot and the files of the data folder, read back before it counts.
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

/** Folders of the data folder whose files are kept: what simulated phones have seen. The others are temporary. */
export const keptFolders = ['simulator']

export interface BackupOptions {
  /** A login that sees all organizations, at once or one after the other. */
  connectionString: string
  dataDir: string
  /** What signing and encryption keys derive from: in the file only if there is a passphrase. */
  secret: Buffer
  passphrase: string | undefined
  /** The release of Kabar. */
  release: string
  signal?: AbortSignal
}

export interface MadeBackup extends VerifiedBackup {
  path: string
  bytes: number
}

/** The file appears under its name once it is complete and verified. */
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

/** By its moment: `kabar-2026-11-27T193000Z.tar.gz`, and `.age` if encrypted. */
export function backupName(at: Date, { passphrase }: Pick<BackupOptions, 'passphrase'>, kind?: string): string {
  const moment = at.toISOString().slice(0, 19).replaceAll(':', '')
  return `kabar-${moment}Z${kind ? `-${kind}` : ''}.tar.gz${passphrase === undefined ? '' : '.age'}`
}

/** Tells whether two secrets are the same, and nothing about either. */
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

/** The entries of a table or file: at least one, so that an empty table is in the backup as well. */
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

/** Otherwise a power cut could undo the rename. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}

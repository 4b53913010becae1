// Restores a backup into an empty database and data folder. The copy stays silent until somebody releases it.
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { areKnown, migrate, migrationsIn } from '../db/migrate.ts'
import { keptFolders, secretCheck } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { readBackupFile, type VerifiedBackup, verifyBackup, wholeName } from './backup-file.ts'
import { filePrefix, type Manifest, tablePrefix } from './manifest.ts'
import { beginRestore, finishRestore, loadTables, targetAt } from './queries.ts'
import type { Entry } from './tar.ts'

export interface RestoreOptions {
  /** A login that owns the database. */
  connectionString: string
  dataDir: string
  /** Folder of the migrations. */
  migrations: string
  passphrase: string | undefined
  /** Delete what the database contains; otherwise a database that is not empty is refused. */
  replaces: boolean
  /** The database moves to another server and stays the same installation: nothing is held back. */
  isMove?: boolean
  /** Called when all else is restored: if it or what follows is interrupted, Kabar does not open the database. */
  beforeItOpens?: () => void
}

/** Reads the whole file before anything is changed: it must be complete, unchanged, and of this release or an earlier one. */
export async function readForRestore(
  path: string,
  { migrations, passphrase }: Pick<RestoreOptions, 'migrations' | 'passphrase'>,
): Promise<VerifiedBackup> {
  const backup = await verifyBackup(path, passphrase).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`There is no file ${path}.`)
    throw error
  })
  const { manifest } = backup
  if (manifest.migrations.length === 0) throw new BackupError('The backup is of a database that Kabar never opened.')
  if (!areKnown(manifest.migrations, migrationsIn(migrations)))
    throw new BackupError(
      `The backup is of Kabar ${manifest.release}, which is newer than this release or another one. Restore it with that release.`,
    )
  return backup
}

/** `secret`: the secret with which Kabar will open the copy. */
export async function restoreBackup(
  path: string,
  { manifest, summary }: VerifiedBackup,
  secret: Buffer,
  options: RestoreOptions,
): Promise<void> {
  const { connectionString, migrations } = options
  const target = await targetAt(connectionString)
  if (target.is_open) throw new BackupError('Kabar is running on this database. Stop it first.')
  if (target.is_used && !options.replaces)
    throw new BackupError(
      'The database is not empty. Restore into a new data folder or database, or add --replace to delete what it holds.',
    )
  await beginRestore(connectionString)
  await migrate(connectionString, migrations, { restoring: true, until: manifest.migrations.at(-1)! })
  const counts = await loadTables(connectionString, manifest.tables, tablesOf(path, options, manifest))
  for (const [table, { rows }] of Object.entries(summary.tables))
    if (counts.get(table) !== rows)
      throw new BackupError(`Of ${rows} rows of ${table}, ${counts.get(table)} were read.`)
  await migrate(connectionString, migrations, { restoring: true })
  await writeFiles(path, options)
  options.beforeItOpens?.()
  await finishRestore(connectionString, {
    at: manifest.at,
    keepsSecrets: secretCheck(secret) === manifest.secret_check,
    isMove: options.isMove ?? false,
  })
}

/** The tables in order, the rows of each as a stream. */
async function* tablesOf(path: string, { passphrase }: RestoreOptions, { tables }: Manifest) {
  const entries = readBackupFile(path, passphrase)
  let next = await entries.next()
  async function* rowsOf(name: string): AsyncGenerator<Buffer> {
    for (; !next.done && wholeName(next.value.name) === name; next = await entries.next()) yield next.value.content
  }
  while (!next.done) {
    const name = wholeName(next.value.name)
    const table = name.slice(tablePrefix.length)
    if (name.startsWith(tablePrefix) && Object.hasOwn(tables, table)) yield { table, rows: rowsOf(name) }
    else next = await entries.next()
  }
}

/** Writes only into the folders that a backup has, because names in a file of unknown origin could lead elsewhere. */
async function writeFiles(path: string, { dataDir, passphrase }: RestoreOptions): Promise<void> {
  let writing: { name: string; file: ReturnType<typeof createWriteStream> } | undefined
  const end = async () => {
    writing?.file.end()
    if (writing) await finished(writing.file)
  }
  for await (const { name, content } of readBackupFile(path, passphrase)) {
    const place = placeOf(name)
    if (!place) continue
    if (writing?.name !== wholeName(name)) {
      await end()
      await mkdir(join(dataDir, place.folder), { recursive: true, mode: 0o700 })
      const file = createWriteStream(join(dataDir, place.folder, place.file), { mode: 0o600, flush: true })
      writing = { name: wholeName(name), file }
    }
    await written(writing.file, content)
  }
  await end()
}

function placeOf(name: Entry['name']): { folder: string; file: string } | undefined {
  if (!name.startsWith(filePrefix)) return undefined
  const [folder = '', file = '', ...more] = wholeName(name).slice(filePrefix.length).split('/')
  const isPlain = file === basename(file) && !['', '.', '..'].includes(file) && !file.includes('\\')
  return keptFolders.includes(folder) && isPlain && more.length === 0 ? { folder, file } : undefined
}

async function written(file: ReturnType<typeof createWriteStream>, content: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => file.write(content, (error) => (error ? reject(error) : resolve())))
}

// Backups on the command line: making one and restoring one.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Settings } from '../config.ts'
import {
  BackupError,
  backupName,
  isEncrypted,
  makeBackup,
  openObjectStorage,
  readForRestore,
  restoreBackup,
  secretCheck,
  withTurn,
} from '../platform/backups/service.ts'
import { restoringMark } from '../platform/db/embedded/data-dir.ts'
import { isMade } from '../platform/db/embedded/embedded.ts'
import { replaceSecret, writeSecret } from './secret-files.ts'

export async function backup(
  to: string | null,
  settings: Settings,
  { connectionString, secret }: { connectionString: string; secret: Buffer | undefined },
): Promise<string> {
  if (!secret)
    throw new BackupError(
      `There is no secret in ${settings.dataDir}. Set DATA_DIR to the folder of the running Kabar, or APP_SECRET.`,
    )
  const { passphrase, objectStorage } = settings.backups
  const { dataDir, release } = settings
  const made = await withTurn(connectionString, { waits: true }, async (turn) => {
    const started_at = new Date()
    const path = pathOf(to, settings, started_at)
    const result = await makeBackup(path, { connectionString, dataDir, secret, passphrase, release })
    const { bytes } = result
    // Otherwise `s3:latest` would restore the copy's backup instead of the original's.
    const storage = to === null && !(await turn.isHeldCopy()) ? objectStorage : undefined
    if (storage) await openObjectStorage(storage).put(path)
    await turn.record({ kind: 'manual', started_at, finished_at: new Date(), file: path, bytes, failure: null })
    return { ...result, isCopied: storage !== undefined }
  })
  const { path, bytes, summary, isCopied } = made!
  const tables = Object.values(summary.tables)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const lines = [
    path,
    `${rows} rows of ${tables.length} tables and ${Object.keys(summary.files).length} files, ${sizeText(bytes)}; read back and complete.`,
  ]
  if (to === null && objectStorage)
    lines.push(
      isCopied
        ? `Copied to ${objectStorage.url}.`
        : `Not copied to ${objectStorage.url}: this is a restored copy that is not released.`,
    )
  if (passphrase === undefined) lines.push(secretNote(settings))
  return lines.join('\n')
}

function secretNote({ appSecret, dataDir }: Settings): string {
  const place = appSecret === undefined ? join(dataDir, 'secret') : 'APP_SECRET'
  return `Not encrypted, and without the secret (${place}): keep a copy of that elsewhere, or set BACKUP_PASSPHRASE.`
}

/** A folder gets a new file that is named after the moment of the backup. */
function pathOf(to: string | null, { backups }: Settings, at: Date): string {
  const target = resolve(to ?? backups.folder)
  const isFolder = to === null || /[/\\]$/.test(to) || statSync(target, { throwIfNoEntry: false })?.isDirectory()
  if (isFolder) return join(target, backupName(at, backups))
  if (statSync(target, { throwIfNoEntry: false })) throw new BackupError(`${target} exists already.`)
  return target
}

export interface RestoreWish {
  file: string
  replaces: boolean
  without_secret: boolean
}

/** Backups in object storage: dated, so that the last name is the latest, and encrypted, so that others cannot make one. */
const stored = /^kabar-\d{4}-\d\d-\d\dT\d{6}Z(-[a-z-]+)?\.tar\.gz\.age$/

/**
 * Runs `work` with the file; one in object storage, `s3:latest` or `s3:<name>`, is fetched first and deleted again afterwards.
 */
async function withFile(file: string, { backups }: Settings, work: (path: string) => Promise<string>): Promise<string> {
  if (!file.startsWith('s3:')) return await work(resolve(file))
  if (!backups.objectStorage) throw new BackupError('Set BACKUP_S3 to restore from there.')
  const storage = openObjectStorage(backups.objectStorage)
  const wanted = file.slice('s3:'.length)
  const names = (await storage.list()).filter((name) => stored.test(name)).sort()
  const name = wanted === 'latest' ? names.at(-1) : names.find((one) => one === wanted)
  if (!name)
    throw new BackupError(`There is no ${wanted === 'latest' ? 'backup' : wanted} in ${backups.objectStorage.url}.`)
  mkdirSync(backups.folder, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(backups.folder, 'fetched-'))
  try {
    await storage.get(name, join(folder, name))
    if (!(await isEncrypted(join(folder, name))))
      throw new BackupError(`${name} is not encrypted, so it is not a backup that Kabar put there.`)
    return await work(join(folder, name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts the database. `beforeStart` runs before the embedded one starts, while the data folder is locked. */
type Reach = (beforeStart: () => void) => Promise<{ connectionString: string; leave(): Promise<void> }>

/** `present`: the installation's secret, if it has one. */
export const restore = (
  wish: RestoreWish,
  settings: Settings,
  present: Buffer | undefined,
  reach: Reach,
): Promise<string> => withFile(wish.file, settings, (file) => restoreFile({ ...wish, file }, settings, present, reach))

async function restoreFile(
  { file, replaces, without_secret }: RestoreWish,
  settings: Settings,
  present: Buffer | undefined,
  reach: Reach,
): Promise<string> {
  const { dataDir } = settings
  const { passphrase } = settings.backups
  const options = { migrations: join(settings.root, 'src/server/platform/db/migrations'), passphrase }
  const found = await readForRestore(file, options)
  const { secret_check } = found.manifest
  const own = found.secret === undefined ? undefined : Buffer.from(found.secret)
  const fitting = [present, own].find((secret) => secret && secretCheck(secret) === secret_check)
  if (!without_secret && !fitting) throw new BackupError(missingSecret(present, settings))
  const secret = without_secret ? (present ?? own) : fitting
  const notes: string[] = []
  const mark = join(dataDir, restoringMark)
  const { connectionString, leave } = await reach(() => {
    // The restore marks the database once it exists. If it is killed before, this file keeps Kabar from starting with an empty one.
    if (!isMade(dataDir)) writeFileSync(mark, '')
  })
  try {
    mkdirSync(dataDir, { recursive: true })
    await restoreBackup(file, found, secret ?? Buffer.alloc(0), {
      ...{ ...options, connectionString, dataDir, replaces },
      beforeItOpens: () => {
        rmSync(mark, { force: true })
        if (secret && secret !== present) notes.push(...placeSecret(secret, settings, new Date()))
      },
    })
  } catch (error) {
    // Where the secrets are, a second run would not know.
    if (notes.length > 0) console.error(notes.join('\n'))
    throw error
  } finally {
    await leave()
  }
  return [
    `Restored the backup of ${found.manifest.at} (Kabar ${found.manifest.release}).`,
    ...notes,
    'This copy sends nothing and connects no phone until you release it: stop the original for good first, start this one,',
    'look at it, and press Release in Kabar or run: npm run kabar -- release',
  ].join('\n')
}

function missingSecret(present: Buffer | undefined, { dataDir }: Settings): string {
  const path = join(dataDir, 'secret')
  const problem = present
    ? 'which APP_SECRET or DATA_DIR/secret differs from'
    : 'which is neither in the backup nor here'
  return (
    `The WhatsApp credentials in the backup need the secret of the Kabar that made it, ${problem}. ` +
    `Set APP_SECRET to it, or copy it to ${path} (a former one may be beside it, as secret.former-<time>), ` +
    'or add --without-secret: then all phones must be linked again, and everybody must log in again.'
  )
}

/** Puts the secret of the backup where Kabar finds it. Returns what to tell the operator, whose APP_SECRET cannot be set from here. */
function placeSecret(secret: Buffer, { appSecret, dataDir }: Settings, at: Date): string[] {
  const draft = join(dataDir, 'secret.restored')
  writeSecret(draft, secret)
  if (appSecret !== undefined)
    return [
      'APP_SECRET is not the secret of the backup, and Kabar could not read the keys of its phones with it.',
      `Before you start Kabar, set APP_SECRET on every machine to the content of ${draft}, then delete that file.`,
    ]
  const former = replaceSecret(dataDir, draft, at)
  if (!former) return []
  return [
    `The secret of the backup is in ${join(dataDir, 'secret')} now. The one that was there is in ${former}:`,
    'keep it as long as you keep backups that were made with it without a passphrase.',
  ]
}

function sizeText(bytes: number): string {
  return bytes < 10 * 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.ceil(bytes / 1024 ** 2)} MB`
}

// Background worker: makes one backup every night for all processes of an installation, and deletes old ones.
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Keys } from '../../keys.ts'
import type { Database } from '../db/index.ts'
import { startPollingWorker } from '../db/polling-worker.ts'
import { backupName, makeBackup } from './backup.ts'
import { tellFailure } from './failure-mail.ts'
import { openObjectStorage } from './object-storage.ts'
import { prune } from './prune.ts'
import { type BackupRecord, type Turn, withTurn } from './queries.ts'
import { expired, filesOfKind, lastTime } from './retention.ts'

interface Log {
  info(context: object, message: string): void
  error(context: object, message: string): void
}

export interface NightlyOptions {
  database: Database
  /** A login that sees all organizations. */
  connectionString: string
  config: Pick<Config, 'backups' | 'dataDir' | 'secret' | 'release'>
  keys: Keys
  log: Log
}

const pollMs = 60_000
/** Delay of a missed backup after the start, which is busy enough without it. */
const settleMs = 10 * 60_000
/** How long to wait after a failed backup. */
const retryMs = 60 * 60_000

export function startNightlyBackups(options: NightlyOptions): { stop(): Promise<void> } {
  const { database, log } = options
  const startedAt = new Date()
  const stopping = new AbortController()
  const worker = startPollingWorker({
    ...{ database, log, name: 'nightly backup', topics: [], pollMs },
    tick: async () => {
      await backUpNightly({ ...options, startedAt, signal: stopping.signal }, new Date())
      return false
    },
  })
  return {
    stop: async () => {
      // Aborts a running backup; the next process starts it again.
      stopping.abort()
      await worker.stop()
    },
  }
}

type Running = NightlyOptions & { startedAt: Date; signal: AbortSignal }

/** Makes the backup that is due, unless it exists, another process is making it, or it failed less than an hour ago. */
export async function backUpNightly(options: Running, now: Date): Promise<void> {
  const { connectionString, config, startedAt, signal } = options
  const { time } = config.backups
  if (!time || signal.aborted) return
  const due = lastTime(time, now)
  if (due < startedAt && now.getTime() - startedAt.getTime() < settleMs) return
  await withTurn(connectionString, { waits: false }, async (turn) => {
    const { succeeded, tried } = await turn.lastNightly()
    if (succeeded && succeeded >= due) return
    const isRepeated = tried !== null && tried >= due
    if (isRepeated && now.getTime() - tried.getTime() < retryMs) return
    await attempt(options, turn, now, isRepeated)
  })
}

async function attempt(options: Running, turn: Turn, now: Date, isRepeated: boolean): Promise<void> {
  const { connectionString, config, log, signal } = options
  const { folder, passphrase, keep, operator, objectStorage } = config.backups
  const { dataDir, secret, release } = config
  const path = join(folder, backupName(now, { passphrase }, 'nightly'))
  // A copy may have the same folder and storage as the original, whose backups must stay, and stay the latest.
  const isHeld = await turn.isHeldCopy()
  const storage = objectStorage && !isHeld ? openObjectStorage(objectStorage, { signal }) : undefined
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1_000)
  const record = (result: Pick<BackupRecord, 'file' | 'bytes' | 'failure'>) => {
    const finished_at = new Date(now.getTime() + performance.now() - began)
    return turn.record({ kind: 'nightly', started_at: now, finished_at, ...result })
  }
  /** The backup itself has succeeded if old ones cannot be deleted. */
  const tidy = (work: () => Promise<void>) =>
    work().catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'deleting old backups failed')
    })
  try {
    const wish = { connectionString, dataDir, secret, passphrase, release, signal }
    const { bytes } = await makeBackup(path, wish)
    // Before copying: if that fails every hour, the disk must not fill up.
    if (!isHeld) await tidy(() => prune(folder, { kind: 'nightly', chooses: (files) => expired(files, keep) }, now))
    await storage?.put(path)
    await record({ file: path, bytes, failure: null })
    log.info({ file: path, bytes, seconds: seconds() }, 'backup made and verified')
    if (isHeld) log.info({}, 'this copy is not released: its backup was not copied, and no old ones were deleted')
    if (storage) await tidy(async () => storage.remove(expired(filesOfKind(await storage.list(), 'nightly'), keep)))
  } catch (error) {
    if (signal.aborted) return
    const failure = (error as Error).message
    log.error({ err: error, file: path }, 'backup failed, retrying in an hour')
    await record({ file: null, bytes: null, failure })
    if (!isRepeated) await tellFailure(options.database, options.keys, { failure, at: now, to: operator })
  }
}

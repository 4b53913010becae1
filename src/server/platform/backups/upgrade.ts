// Makes a backup before the migrations of an upgrade.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { MigrateOptions } from '../db/migrate.ts'
import { type BackupOptions, backupName, makeBackup } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { pruneUpgrades } from './prune.ts'
import { recordAttempt, withTurn } from './queries.ts'

/** If several processes start with a new release, the first makes the backup and migrates while the others wait. */
export function backedUp(
  connectionString: string,
  { backups, dataDir, secret, release }: Pick<Config, 'backups' | 'dataDir' | 'secret' | 'release'>,
  log: (line: string) => void,
  now = () => new Date(),
): MigrateOptions['around'] {
  return async (isBehind, run) => {
    if (!backups.beforeMigration) return await run()
    await withTurn(connectionString, { waits: true }, async (turn) => {
      if (!(await isBehind())) return await run()
      const { folder, passphrase } = backups
      const path = join(folder, backupName(now(), { passphrase }, 'before-upgrade'))
      log(`making a backup before the upgrade: ${path}`)
      const options = { connectionString, dataDir, secret, passphrase, release }
      await backUpOnce(path, options).catch((error: Error) => {
        throw new BackupError(
          `the backup before the upgrade failed, and nothing was changed: ${error.message}. Remove the cause, or set BACKUP_BEFORE_MIGRATION=off once.`,
        )
      })
      await run()
      // A copy may have the folder of the original, whose backups must stay.
      if (!(await turn.isHeldCopy())) await pruneUpgrades(folder, now())
    })
  }
}

/**
 * Makes the backup before an upgrade, and deletes those of earlier attempts at this upgrade, which failed or were killed: a
 * supervisor repeats a failing start without limit. They have the state of the same migrations, so the new one replaces them.
 */
export async function backUpOnce(path: string, options: BackupOptions): Promise<void> {
  const started_at = new Date()
  const { bytes } = await makeBackup(path, options)
  // Recorded now, because the upgrade may be killed.
  const earlier = await recordAttempt(options.connectionString, {
    ...{ kind: 'migration', started_at, finished_at: new Date(), file: path, bytes, failure: null },
  })
  // One that cannot be deleted is no reason to stop an upgrade.
  for (const file of earlier) if (file !== path) await rm(file, { force: true }).catch(() => {})
}

// Makes a backup before the migrations of an upgrade.
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { MigrateOptions } from '../db/migrate.ts'
import { backupName, makeBackup } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { pruneUpgrades } from './prune.ts'
import { withTurn } from './queries.ts'

/** If several processes start with a new release, the first makes the backup and migrates while the others wait. */
export function backedUp(
  connectionString: string,
  { backups, dataDir, secret, release }: Pick<Config, 'backups' | 'dataDir' | 'secret' | 'release'>,
  log: (line: string) => void,
): MigrateOptions['around'] {
  return async (isBehind, run) => {
    if (!backups.beforeMigration) return await run()
    await withTurn(connectionString, { waits: true }, async (turn) => {
      if (!(await isBehind())) return await run()
      const { folder, passphrase } = backups
      const started_at = new Date()
      const path = join(folder, backupName(started_at, { passphrase }, 'before-upgrade'))
      log(`making a backup before the upgrade: ${path}`)
      const options = { connectionString, dataDir, secret, passphrase, release }
      const { bytes } = await makeBackup(path, options).catch((error: Error) => {
        throw new BackupError(
          `the backup before the upgrade failed, and nothing was changed: ${error.message}. Remove the cause, or set BACKUP_BEFORE_MIGRATION=off once.`,
        )
      })
      await run()
      const finished_at = new Date()
      await turn.record({ kind: 'migration', started_at, finished_at, file: path, bytes, failure: null })
      // A copy may have the folder of the original, whose backups must stay.
      if (!(await turn.isHeldCopy())) await pruneUpgrades(folder, finished_at)
    })
  }
}

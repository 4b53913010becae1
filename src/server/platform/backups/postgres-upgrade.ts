// Moves the embedded database to the major version of PostgreSQL that this release includes, by a backup and a restore.
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import {
  finishReplacing,
  formerBinaries,
  formerMajor,
  refuseSecondFormer,
  replaceCluster,
} from '../db/embedded/former.ts'
import { refuseUnfit } from '../db/migrate.ts'
import { backupName } from './backup.ts'
import { pruneUpgrades } from './prune.ts'
import { withTurn } from './queries.ts'
import { readForRestore, restoreBackup } from './restore.ts'
import { backUpOnce } from './upgrade.ts'

/**
 * Does nothing unless the database is of an earlier major version. It is left as it is until the new one is complete, so an
 * interrupted or failed upgrade begins again. The former database stays in the data folder as `postgres/cluster-<major>`.
 */
export async function upgradePostgres(
  { dataDir, backups, secret, release }: Pick<Config, 'dataDir' | 'backups' | 'secret' | 'release'>,
  { migrations, log }: { migrations: string; log: (line: string) => void },
): Promise<void> {
  const workFolder = join(dataDir, 'upgrade')
  const nextDir = join(workFolder, 'data')
  finishReplacing(dataDir, nextDir)
  const major = formerMajor(dataDir)
  if (major) {
    refuseSecondFormer(dataDir, major)
    rmSync(nextDir, { recursive: true, force: true })
    mkdirSync(workFolder, { recursive: true })
    // Under root PostgreSQL runs as another account, which must pass through to its programs and its database.
    chmodSync(workFolder, 0o711)
    const { folder, passphrase } = backups
    const path = join(folder, backupName(new Date(), { passphrase }, 'before-upgrade'))
    log(`the database is of PostgreSQL ${major}, upgrading it; first a backup: ${path}`)
    const binaries = await formerBinaries(major, join(workFolder, `postgres-${major}`))
    const former = await startEmbedded({ dataDir, binaries, log })
    const { connectionString } = former
    const backUp = async () => {
      await refuseUnfit(connectionString)
      await backUpOnce(path, { connectionString, dataDir, secret, passphrase, release })
      // Not in a copy, which may have the folder of the original.
      const isHeld = await withTurn(connectionString, { waits: true }, (turn) => turn.isHeldCopy())
      if (!isHeld) await pruneUpgrades(folder, new Date())
    }
    await backUp().finally(() => former.stop())
    const backup = await readForRestore(path, { migrations, passphrase })
    const next = await startEmbedded({ dataDir: nextDir, log })
    const options = { migrations, passphrase, connectionString: next.connectionString, dataDir: nextDir }
    await restoreBackup(path, backup, secret, { ...options, replaces: true, isMove: true }).finally(() => next.stop())
    replaceCluster(dataDir, nextDir, major)
    log(`the database is upgraded; that of PostgreSQL ${major} is kept in postgres/cluster-${major}`)
  }
  rmSync(workFolder, { recursive: true, force: true })
}

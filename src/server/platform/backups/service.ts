// Backups and restores: docs/backup.md.
export { backupName, makeBackup, secretCheck } from './backup.ts'
export { BackupError } from './backup-error.ts'
export { startNightlyBackups } from './nightly.ts'
export { openObjectStorage } from './object-storage.ts'
export { upgradePostgres } from './postgres-upgrade.ts'
export { targetAt, withTurn } from './queries.ts'
export { readForRestore, restoreBackup } from './restore.ts'
export { backedUp } from './upgrade.ts'

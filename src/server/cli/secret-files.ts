// The files of secrets in the data folder.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Readable by this account only, and on disk when this returns. */
export function writeSecret(path: string, secret: Uint8Array): void {
  rmSync(path, { force: true })
  writeFileSync(path, secret, { flag: 'wx', mode: 0o600, flush: true })
}

/**
 * Puts the draft in the place of the secret. Backups may still need the former one, so a copy of it stays: returns its path,
 * or undefined if there was none. If this is interrupted, the former secret is still in its place.
 */
export function replaceSecret(dataDir: string, draft: string, at: Date): string | undefined {
  const path = join(dataDir, 'secret')
  const former = existsSync(path) ? formerSecret(dataDir, at) : undefined
  if (former) writeSecret(former, readFileSync(path))
  renameSync(draft, path)
  return former
}

/** Named by the time, as backups are. */
function formerSecret(dataDir: string, at: Date): string {
  const moment = `${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`
  return join(dataDir, `secret.former-${moment}`)
}

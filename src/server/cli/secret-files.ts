// The files of secrets in the data folder.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../config.ts'

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

/** What to do if the secret is not the one that the data was encrypted with. */
export function findRightSecret({ appSecret, dataDir }: Pick<Settings, 'appSecret' | 'dataDir'>): string {
  const path = ['secret.next', 'secret.restored'].map((name) => join(dataDir, name)).find((name) => existsSync(name))
  if (appSecret !== undefined)
    return path
      ? `Set APP_SECRET on every machine to the content of ${path}, then delete that file.`
      : 'Set APP_SECRET to the secret with which Kabar ran before. A change of secret or a restore wrote it to DATA_DIR of the machine where it ran.'
  return path
    ? 'A change of secret was interrupted. Run it again: npm run kabar -- rotate-secret'
    : `Put the former secret back into ${join(dataDir, 'secret')}. One that Kabar replaced is beside it, as secret.former-<time>.`
}

/** Named by the time, as backups are. */
function formerSecret(dataDir: string, at: Date): string {
  const moment = `${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`
  return join(dataDir, `secret.former-${moment}`)
}

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

/** Tells the operator what to do if the data was encrypted with another secret. */
export function adviceOnSecret({ appSecret, dataDir }: Pick<Settings, 'appSecret' | 'dataDir'>): string {
  const next = join(dataDir, 'secret.next')
  if (appSecret !== undefined) {
    // The file of an earlier change may still be there: then its content is what is set now.
    const isOther = (path: string) => existsSync(path) && readFileSync(path, 'utf8') !== appSecret
    const path = [next, join(dataDir, 'secret.restored')].find(isOther)
    return path
      ? `Set APP_SECRET on every machine to the content of ${path}, then delete that file.`
      : 'Set APP_SECRET to the secret with which Kabar ran before. A change of secret or a restore wrote it to DATA_DIR of the machine where it ran.'
  }
  return existsSync(next)
    ? 'A change of secret was interrupted. Run it again: npm run kabar -- rotate-secret'
    : `Put the former secret back into ${join(dataDir, 'secret')}. One that Kabar replaced is beside it, as secret.former-<time>.`
}

/** Named by the time, as backups are. */
function formerSecret(dataDir: string, at: Date): string {
  const moment = `${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`
  return join(dataDir, `secret.former-${moment}`)
}

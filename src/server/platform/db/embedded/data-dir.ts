// Creates the data folder, private to the account that runs Kabar.
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { codeOf } from './embedded-error.ts'
import { withoutDraft } from './exclusive-file.ts'

/** New parent folders can be passed through whatever root's umask: else a Kabar run by root would lock out its database account. */
export function makeDataDir(dataDir: string): void {
  const folder = resolve(dataDir)
  const first = mkdirSync(dirname(folder), { recursive: true })
  if (first && process.getuid?.() === 0) {
    for (let parent = dirname(folder); parent.startsWith(first); parent = dirname(parent)) chmodSync(parent, 0o711)
  }
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** A file in a data folder into which a restore was begun and not finished. */
export const restoringMark = 'restoring'

/** What Kabar creates there. `postgres` has its own modes: as root, the database's account passes through it. */
const made = [
  'lock',
  'postgres',
  'secret',
  'secret.next',
  'secret.restored',
  restoringMark,
  'instance',
  'simulator',
  'outbox',
  'downloads',
  'uploads',
  'backups',
  'upgrade',
]
const closed = ['lock', 'simulator', 'outbox', 'downloads', 'uploads', 'backups']

/**
 * Makes a data folder private that was created or restored with open modes. In a folder that holds other things too, such
 * as a home or temporary folder, only our own entries are closed.
 */
export function closeDataDir(dataDir: string): void {
  const folder = resolve(dataDir)
  const names = readdirSync(folder)
  for (const name of names.filter((name) => closed.includes(name))) tighten(join(folder, name), 0o700)
  const isOurs = (name: string) => made.includes(withoutDraft(name)) || name.startsWith('secret.former-')
  if (!names.every(isOurs)) return
  // As root, the group of the database's account may pass through it, and nothing else.
  const { mode, gid } = statSync(folder)
  const isPassage = process.getuid?.() === 0 && gid !== 0 && (mode & 0o070) === 0o010
  tighten(folder, isPassage ? 0o710 : 0o700)
}

function tighten(path: string, mode: number) {
  try {
    if ((statSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, statSync(path).mode & mode)
  } catch (error) {
    // Owned by another account, or on a disk without modes: its access is up to the administrator who mounted it.
    if (!['EPERM', 'ENOTSUP', 'EROFS'].includes(codeOf(error) ?? '')) throw error
  }
}

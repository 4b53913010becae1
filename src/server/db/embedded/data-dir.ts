// Makes the data folder, private to the account that runs Kabar.
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { codeOf } from './embedded-error.ts'

/** New parents can be passed through, whatever root's umask: else a root-run Kabar would lock its database account out. */
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

/** What Kabar makes there. `postgres` keeps its own modes: as root, the database's account passes through it. */
const made = ['lock', 'postgres', 'secret', 'instance', 'simulator', 'outbox', 'downloads', 'uploads']
const closed = ['lock', 'simulator', 'outbox', 'downloads', 'uploads']

/**
 * Closes a folder to others that somebody made, or restored, open. One that holds other things too, such as a home or
 * temporary folder, stays as it is: only what is ours in it is closed.
 */
export function closeDataDir(dataDir: string): void {
  const folder = resolve(dataDir)
  const names = readdirSync(folder)
  for (const name of names.filter((name) => closed.includes(name))) tighten(join(folder, name), 0o700)
  if (names.some((name) => !made.includes(name))) return
  // As root it may be open to the group of the database's account, and to nothing but passing through.
  const { mode, gid } = statSync(folder)
  const isPassage = process.getuid?.() === 0 && gid !== 0 && (mode & 0o070) === 0o010
  tighten(folder, isPassage ? 0o710 : 0o700)
}

function tighten(path: string, mode: number) {
  try {
    if ((statSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, statSync(path).mode & mode)
  } catch (error) {
    // Of another account, or on a disk without modes: whoever mounted it says who may enter.
    if (!['EPERM', 'ENOTSUP', 'EROFS'].includes(codeOf(error) ?? '')) throw error
  }
}

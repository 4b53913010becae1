// Makes the data folder, private to the account that runs Kabar.
import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
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

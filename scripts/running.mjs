// Whether Kabar runs on the data folder: a build would replace files that it reads.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import util from 'node:util'
import { root } from './prepare.mjs'

export const dataDir = resolve(root, process.env.DATA_DIR || ofDotenv() || 'data')

/**
 * The process that touches the newest lock every second (platform/db/embedded/lock.ts). Undefined also if unsure, because the
 * server itself locks the folder later.
 */
export function holder() {
  const locks = join(dataDir, 'lock')
  try {
    // Drafts of a killed start have other names.
    const numbers = readdirSync(locks).filter((name) => /^\d+$/.test(name))
    const newest = join(locks, String(Math.max(...numbers.map(Number))))
    const { pid } = JSON.parse(readFileSync(newest, 'utf8'))
    const isFresh = Date.now() - statSync(newest).mtimeMs < 5_000
    return isFresh && pid !== process.pid && process.kill(pid, 0) ? pid : undefined
  } catch {
    return undefined
  }
}

function ofDotenv() {
  try {
    return util.parseEnv(readFileSync(join(root, '.env'), 'utf8')).DATA_DIR
  } catch {
    return undefined
  }
}

// `npm start`: installs and builds if needed, then starts the server.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import util from 'node:util'
import { prepare, root } from './prepare.mjs'

const dataDir = resolve(root, process.env.DATA_DIR || ofDotenv() || 'data')
const pid = holderOf(join(dataDir, 'lock'))
if (pid) {
  console.error(
    `The data folder ${dataDir} is in use by Kabar process ${pid}. Stop it first, or set DATA_DIR to another folder.`,
  )
  process.exit(1)
}
prepare()
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(root, 'dist/server/main.js')).href)

/**
 * Who runs here and touches the newest lock every second (platform/db/embedded/lock.ts): a build would replace files that it
 * reads. Undefined also if unsure, because the server itself locks the folder later.
 */
function holderOf(locks) {
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

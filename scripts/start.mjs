// `npm start`: installs and builds if needed, then starts the server.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'
import { dataDir, holder } from './running.mjs'

const pid = holder()
if (pid) {
  console.error(
    `The data folder ${dataDir} is in use by Kabar process ${pid}. Stop it first, or set DATA_DIR to another folder.`,
  )
  process.exit(1)
}
prepare()
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(root, 'dist/server/main.js')).href)

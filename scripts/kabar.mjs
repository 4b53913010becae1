// `npm run kabar -- …`: installs and builds if needed, then runs the admin command. Beside a running Kabar it only runs it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'
import { holder } from './running.mjs'

const program = join(root, 'dist/server/kabar.js')
if (!holder() || !existsSync(program)) prepare()
await import(pathToFileURL(program).href)

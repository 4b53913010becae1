// `npm run kabar -- …`: installs and builds if needed, then runs the admin command.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'

prepare()
await import(pathToFileURL(join(root, 'dist/server/kabar.js')).href)

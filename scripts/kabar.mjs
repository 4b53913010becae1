// `npm run kabar -- …`: everything that is missing, then the admin command.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'

prepare()
await import(pathToFileURL(join(root, 'dist/server/kabar.js')).href)

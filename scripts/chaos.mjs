// `npm run chaos`: installs and builds if needed, then runs chaos/chaos.ts.
import { join } from 'node:path'
import { prepare, root, run } from './prepare.mjs'

prepare()
run(join(root, 'node_modules/.bin/tsx'), ['chaos/chaos.ts', ...process.argv.slice(2)])

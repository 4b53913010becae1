// `npm run bench`: installs and builds if needed, then runs the benchmarks.
import { join } from 'node:path'
import { prepare, root, run } from './prepare.mjs'

prepare()
run(join(root, 'node_modules/.bin/tsx'), ['bench/bench.ts', ...process.argv.slice(2)])

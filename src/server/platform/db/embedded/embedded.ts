// The embedded PostgreSQL: starts it in the data folder, restarts it after a crash, stops it.
import { chmodSync, chownSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, chooseAccount, letThrough, mayEnter, probe } from './account.ts'
import { chooseAddress, connectionString, type Login, leaveAddress, loginOf, USER } from './address.ts'
import { ensureCluster } from './cluster.ts'
import { makeDataDir } from './data-dir.ts'
import { codeOf, EmbeddedError } from './embedded-error.ts'
import { type Binaries, findBinaries, linkLibraries } from './package.ts'
import { findAnswering } from './postmaster.ts'
import { bringUp, type Server, type Setting, shutDown } from './server.ts'

export { EmbeddedError, InUseError } from './embedded-error.ts'

export interface Embedded {
  /** For pg.Pool; a superuser. Unchanged when the server restarts. */
  connectionString: string
  /** How that role signs in, once it is allowed to. */
  loginOf(role: string): Login
  /** The folder of the socket, or 127.0.0.1 on Windows. */
  host: string
  port: number
  user: string
  stop(): Promise<void>
  /** Kills the server, whose folder belongs to another one now: a shutdown would write to it and delete the other's postmaster.pid. */
  abandon(): void
}

export interface EmbeddedOptions {
  dataDir: string
  /** Those of this release by default. */
  binaries?: Binaries
  log?: (line: string) => void
  /** Called when the server has ended and could not be restarted. */
  onExit?: (reason: string) => void
}

/** Starts (or adopts) the PostgreSQL of `<dataDir>/postgres`. Throws EmbeddedError with a one-line, user-readable message. */
export async function startEmbedded({
  dataDir,
  binaries = findBinaries(),
  log = () => {},
  onExit = () => {},
}: EmbeddedOptions): Promise<Embedded> {
  const setting = await prepare(resolve(dataDir), binaries, log).catch((error) => {
    if (error instanceof EmbeddedError || !codeOf(error)) throw error
    throw new EmbeddedError(`Kabar cannot prepare the database in ${resolve(dataDir)}: ${error.message}`)
  })
  const first = await bringUp(setting)
  const { address } = first
  const keeper = keepRunning({ ...setting, address }, first, onExit)
  let stopped: Promise<void> | undefined
  return {
    connectionString: connectionString(address),
    loginOf: (role) => loginOf(address, role),
    host: address.host,
    port: address.port,
    user: USER,
    stop() {
      stopped ??= keeper.stop().then(() => leaveAddress(join(setting.cluster, '..'), address))
      return stopped
    },
    abandon: keeper.abandon,
  }
}

/** Whether the data folder contains a database. Throws if this user may not look. */
export function isMade(dataDir: string): boolean {
  return statSync(clusterOf(dataDir), { throwIfNoEntry: false }) !== undefined
}

/** The address of the server that a running Kabar has started from the data folder; undefined if none responds. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  const address = await findAnswering(clusterOf(dataDir))
  return address && connectionString(address)
}

export const clusterOf = (dataDir: string) => join(resolve(dataDir), 'postgres', 'cluster')

/** Everything before the server starts; nothing is created until `postgres --version` has run as its account. */
async function prepare(dataDir: string, binaries: Binaries, log: (line: string) => void): Promise<Setting> {
  const account = chooseAccount(clusterOf(dataDir))
  const base = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  const env = { ...base, ...linkLibraries(binaries.root, () => join(makeHome(dataDir, account), 'lib')) }
  const version = await probe(account, binaries.postgres, dataDir, env)
  const home = makeHome(dataDir, account)
  const cluster = join(home, 'cluster')
  await ensureCluster(cluster, account, { initdb: binaries.initdb, version, env })
  return { cluster, account, binaries, version, env, address: await chooseAddress(home, account), log }
}

/** Kabar's user owns `<dataDir>/postgres`. PostgreSQL's account may only traverse it and owns the folders inside. */
function makeHome(dataDir: string, account: Account): string {
  makeDataDir(dataDir)
  letThrough(account, dataDir)
  const home = join(realpathSync(dataDir), 'postgres')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (account.ids.gid !== undefined && !mayEnter(home, account)) {
    chownSync(home, 0, account.ids.gid)
    chmodSync(home, 0o710)
  }
  return home
}

const STEADY_MS = 60_000
const MOST_FAILURES = 5

interface Keeper {
  stop(): Promise<void>
  abandon(): void
}

/** Restarts a crashed server after 0.1, 0.2, 0.4, … s; stops retrying after five crashes within a minute of running each. */
function keepRunning(setting: Setting, first: Server, onExit: (reason: string) => void): Keeper {
  const halt = new AbortController()
  let server: Server | undefined = first

  async function keep(): Promise<void> {
    let failures = 0
    while (server && !halt.signal.aborted) {
      const since = Date.now()
      let reason = await server.exited
      server = undefined
      if (Date.now() - since > STEADY_MS) failures = 0
      while (!server && !halt.signal.aborted) {
        if (++failures > MOST_FAILURES) return onExit(`PostgreSQL ended repeatedly, last: ${reason}`)
        setting.log(`PostgreSQL ended unexpectedly (${reason}), restarting it`)
        await sleep(50 * 2 ** failures, undefined, { signal: halt.signal }).catch(() => {})
        if (halt.signal.aborted) return
        server = await bringUp(setting).catch((error: unknown) => {
          reason = error instanceof Error ? error.message : String(error)
          return undefined
        })
      }
    }
  }

  const kept = keep()
  return {
    async stop() {
      halt.abort()
      if (server) await shutDown(server, setting.log)
      await kept
      if (server) await shutDown(server, setting.log) // a restart was on its way
    },
    abandon() {
      halt.abort()
      server?.signal('SIGKILL')
    },
  }
}

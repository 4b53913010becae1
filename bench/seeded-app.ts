// Seeds a temporary data folder; runs the database alone, then the built server on it.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEmbedded, startEmbedded } from '../src/server/platform/db/embedded/embedded.ts'
import { type Connection, type Database, openDatabase } from '../src/server/platform/db/index.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { keepAlive } from './keep-alive.ts'
import { memoryMb, processorMs } from './processor.ts'
import { type Sizes, seed, seeded } from './seed.ts'

export type SeededApp = Awaited<ReturnType<typeof startApp>>

/** `bare` measures without the server, and its result goes to `served`. `administer` connects as a superuser. */
export async function withSeeded<Bare, Served>(
  sizes: Sizes,
  bare: (database: Database, organization_id: string, administer: string) => Promise<Bare>,
  served: (app: SeededApp, bare: Bare) => Promise<Served>,
): Promise<Served> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-bench-'))
  try {
    const beside = await withDatabase(
      dataDir,
      async (database, administer) => await bare(database, await seed(database, sizes), administer),
    )
    const app = await startApp(dataDir)
    try {
      return await served(app, beside)
    } finally {
      await app.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function withDatabase<T>(
  dataDir: string,
  work: (database: Database, administer: string) => Promise<T>,
): Promise<T> {
  const server = await startEmbedded({ dataDir })
  const database = openDatabase(await migrate(server.connectionString, 'src/server/platform/db/migrations'))
  try {
    return await work(database, server.connectionString)
  } finally {
    await database.close()
    await server.stop()
  }
}

async function startApp(dataDir: string) {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      RATE_LIMITS: 'off',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const origin = await printedAddress(child)
  const accessToken = await signIn(origin)
  const client = keepAlive(origin, accessToken)
  const pathOf = (path: string, query: Record<string, unknown>) =>
    `/api/v1/${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`
  return {
    /** Connects to its database with the server's role, to change records during a measurement. */
    connection: { connectionString: (await findEmbedded(dataDir))!, role: 'kabar_app' } satisfies Connection,
    dataDir,
    origin,
    accessToken,
    fetch: (path: string, query: Record<string, unknown>) => client.get(pathOf(path, query)),
    /** Runs `work` and returns its result, and the CPU time of each process in milliseconds; 0 without /proc. */
    watch: async <T>(work: () => Promise<T>) => {
      const [node, postgres, own] = [processorMs(child.pid!), postgresMs(dataDir), process.cpuUsage()]
      const result = await work()
      const { user, system } = process.cpuUsage(own)
      const grown = [...postgresMs(dataDir)].map(([pid, ms]) => ms - (postgres.get(pid) ?? 0))
      const spent = {
        Node: processorMs(child.pid!) - node,
        PostgreSQL: grown.reduce((sum, ms) => sum + ms, 0),
        client: (user + system) / 1000,
      }
      return { result, spent }
    },
    /** Runs `work` and returns its result, and the peak growth of the server's memory in megabytes; 0 without /proc. */
    grow: async <T>(work: () => Promise<T>) => {
      const before = memoryMb(child.pid!, 'VmRSS')
      forgetPeak(child.pid!)
      const result = await work()
      return { result, grown: memoryMb(child.pid!, 'VmHWM') - before }
    },
    /** Between two measurements, since the server closes idle connections. */
    forgetConnections: () => client.close(),
    stop: async () => {
      client.close()
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(seeded),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Resets the peak memory (`VmHWM`) of a process. */
function forgetPeak(pid: number) {
  if (existsSync(`/proc/${pid}/clear_refs`)) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** CPU time of each PostgreSQL process that serves a connection of Kabar. */
function postgresMs(dataDir: string): Map<number, number> {
  const [postmaster] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
  const isOurs = (pid: string) => {
    try {
      const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]
      return (
        parent === postmaster && /^postgres: kabar(_app)? kabar /.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      )
    } catch {
      return false
    }
  }
  const pids = existsSync('/proc/self/stat') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return new Map(pids.filter(isOurs).map((pid) => [Number(pid), processorMs(Number(pid))]))
}

function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (text) => {
      const found = /http:\/\/\S+/.exec(String(text))
      if (found) resolve(found[0])
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

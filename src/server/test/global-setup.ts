// Starts the PostgreSQL of a test run, with a migrated template database to clone.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { chooseAccount, giveTo } from '../platform/db/embedded/account.ts'
import { startEmbedded } from '../platform/db/embedded/embedded.ts'
import { findBinaries, linkLibraries } from '../platform/db/embedded/package.ts'
import { migrate } from '../platform/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the template database; tests clone it. */
    templateUrl: string
  }
}

interface Server {
  program: string
  user: string
  /** The account that runs the server, which refuses to run as root. */
  ids: Parameters<typeof giveTo>[0]
  libraries?: Record<string, string>
  /** Creates a cluster with the template database in a folder. */
  make(data: string, folder: string): Promise<void>
}

const migrations = join(import.meta.dirname, '../platform/db/migrations')

export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'kabar-test-'))
  const server = await start(project.config.env.TEST_POSTGRES ?? 'embedded', folder)
  project.provide('templateUrl', replaceDatabase(server.url, 'kabar_template'))
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export function replaceDatabase(url: string, name: string) {
  const [before, query] = url.split('?')
  return `${before!.replace(/\/[^/]*$/, `/${name}`)}${query ? `?${query}` : ''}`
}

async function start(kind: string, folder: string) {
  if (process.platform === 'win32') {
    const made = await startEmbedded({ dataDir: folder })
    await addTemplate(made.connectionString)
    return { url: made.connectionString, stop: () => made.stop() }
  }
  return await startCopy(kind, folder)
}

/** Starts a copy of the prepared cluster, in `folder`/data. `standbyOf`: folder of another copy, which it replicates. */
export async function startCopy(kind: string, folder: string, standbyOf?: string) {
  const server = kind === 'embedded' ? embedded(folder) : own(kind)
  const data = join(folder, 'data')
  cpSync(await prepared(kind, server), data, { recursive: true })
  // The prepared cluster was shut down, so each copy of it can follow another one from there.
  if (standbyOf) writeFileSync(join(data, 'standby.signal'), '')
  giveTo(server.ids, folder)
  const source = `host='${join(standbyOf ?? '', 'data')}' user=${server.user}`
  return await serve(server, data, standbyOf ? [`primary_conninfo=${source}`] : [])
}

/** A cluster with the template database, which each run copies; created again when migrations or server have changed. */
async function prepared(kind: string, server: Server): Promise<string> {
  const cache = join(import.meta.dirname, '../../../.cache/test-clusters')
  mkdirSync(cache, { recursive: true })
  const hash = createHash('sha256').update(execFileSync(server.program, ['--version'], { env: server.libraries }))
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, name)))
  for (const name of ['../platform/db/embedded/cluster.ts', '../platform/db/migrate.ts', 'global-setup.ts'])
    hash.update(readFileSync(join(import.meta.dirname, name)))
  const family = kind.replaceAll(/\W/g, '-')
  const path = join(cache, `${family}.${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(path)) return path
  const folder = mkdtempSync(join(tmpdir(), 'kabar-cluster-'))
  await server.make(join(folder, 'data'), folder)
  // Copied under another name, then renamed, so that a concurrent run never finds an incomplete cluster.
  const copy = `${path}.${process.pid}`
  cpSync(join(folder, 'data'), copy, { recursive: true })
  rmSync(folder, { recursive: true })
  for (const name of readdirSync(cache).filter((name) => name.startsWith(`${family}.`) && !copy.endsWith(name)))
    rmSync(join(cache, name), { recursive: true, force: true })
  renameSync(copy, path)
  return path
}

async function addTemplate(url: string) {
  const admin = new pg.Client(url)
  await admin.connect()
  await admin.query('create database kabar_template')
  await admin.end()
  await migrate(replaceDatabase(url, 'kabar_template'), migrations)
}

/** A cluster as Kabar creates it. */
function embedded(folder: string): Server {
  const { root, postgres } = findBinaries()
  return {
    program: postgres,
    user: 'kabar',
    ids: chooseAccount(join(folder, 'data')).ids,
    libraries: linkLibraries(root, () => join(folder, 'lib')),
    async make(data, folder) {
      const made = await startEmbedded({ dataDir: folder })
      await addTemplate(made.connectionString)
      await made.stop()
      renameSync(join(folder, 'postgres/cluster'), data)
    },
  }
}

/** The machine's own PostgreSQL. It refuses to run as root: then the account `postgres` runs it. */
function own(bin: string): Server {
  const uid = process.getuid?.() === 0 ? Number(execFileSync('id', ['-u', 'postgres'])) : undefined
  const server: Server = {
    program: join(bin, 'postgres'),
    user: 'postgres',
    ids: uid === undefined ? {} : { uid, gid: uid },
    async make(data, folder) {
      giveTo(server.ids, folder)
      const options = ['-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8']
      execFileSync(join(bin, 'initdb'), ['-D', data, ...options], { ...server.ids, cwd: folder, stdio: 'pipe' })
      const running = await serve(server, data)
      await addTemplate(running.url)
      await running.stop()
    },
  }
  return server
}

// Nothing here outlives the run, so no write waits for a disk; crashes are tested on servers that Kabar itself starts.
const unsafe = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_compression=off']

/** Starts the server on a socket in its data folder. */
async function serve({ program, user, ids, libraries }: Server, data: string, more: readonly string[] = []) {
  // Each process of a test may take thirty connections, and several files start some at the same time.
  const settings = ['listen_addresses=', 'max_connections=500', ...unsafe, ...more].flatMap((setting) => [
    '-c',
    setting,
  ])
  const server = spawn(program, ['-D', data, '-k', data, ...settings], {
    ...ids,
    cwd: data,
    env: { ...process.env, ...libraries },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (text) => /ready to accept (read-only )?connections/.test(String(text)) && resolve())
    server.once('exit', () => reject(new Error(`${program} did not start`)))
  })
  return {
    url: `postgres://${user}@localhost/postgres?host=${encodeURIComponent(data)}`,
    /** `SIGQUIT`: at once, as in a crash. */
    stop: async (signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT') => {
      server.kill(signal)
      await ended
    },
  }
}

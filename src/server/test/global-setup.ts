// Starts the PostgreSQL of a test run, with a migrated template database to clone.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { findBinaries, linkLibraries } from '../db/embedded/package.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the template database; tests clone it. */
    templateUrl: string
  }
}

export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'kabar-test-'))
  const kind = project.config.env.TEST_POSTGRES ?? 'embedded'
  const server = kind === 'embedded' ? await embedded(folder) : await own(kind, folder)
  const admin = new pg.Client(server.url)
  await admin.connect()
  await admin.query('create database kabar_template')
  await admin.end()
  const templateUrl = replaceDatabase(server.url, 'kabar_template')
  await migrate(templateUrl, join(import.meta.dirname, '../db/migrations'))
  project.provide('templateUrl', templateUrl)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export function replaceDatabase(url: string, name: string) {
  const [before, query] = url.split('?')
  return `${before!.replace(/\/[^/]*$/, `/${name}`)}${query ? `?${query}` : ''}`
}

/** A cluster as Kabar creates it. */
async function embedded(folder: string) {
  const made = await startEmbedded({ dataDir: folder })
  if (process.platform === 'win32') return { url: made.connectionString, stop: () => made.stop() }
  await made.stop()
  const { root, postgres } = findBinaries()
  const home = join(folder, 'postgres')
  return await serve(
    postgres,
    join(home, 'cluster'),
    'kabar',
    linkLibraries(root, () => join(home, 'lib')),
  )
}

/** The machine's own PostgreSQL, with its own data folder; run as `postgres` if we are root, which it refuses. */
async function own(bin: string, folder: string) {
  const uid = process.getuid?.() === 0 ? Number(execFileSync('id', ['-u', 'postgres'])) : undefined
  if (uid !== undefined) chownSync(folder, uid, uid)
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    cwd: folder,
    stdio: 'pipe',
  })
  return await serve(join(bin, 'postgres'), data, 'postgres')
}

// Nothing here outlives the run, so no write waits for a disk; crashes are tested on servers that Kabar itself starts.
const unsafe = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_compression=off']

/** Starts the server as the owner of its files, on a socket in their folder. */
async function serve(program: string, data: string, user: string, libraries: Record<string, string> = {}) {
  const { uid, gid } = statSync(data)
  const settings = ['listen_addresses=', 'max_connections=100', ...unsafe].flatMap((setting) => ['-c', setting])
  const server = spawn(program, ['-D', data, '-k', data, ...settings], {
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    cwd: data,
    env: { ...process.env, ...libraries },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (text) => String(text).includes('ready to accept connections') && resolve())
    server.once('exit', () => reject(new Error(`${program} did not start`)))
  })
  return {
    url: `postgres://${user}@localhost/postgres?host=${encodeURIComponent(data)}`,
    stop: async () => {
      server.kill('SIGINT')
      await ended
    },
  }
}

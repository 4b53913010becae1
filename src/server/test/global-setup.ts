// Starts the PostgreSQL that a run of the tests uses, with a migrated template to clone.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded/embedded.ts'
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

async function embedded(folder: string) {
  const server = await startEmbedded({ dataDir: folder })
  return { url: server.connectionString, stop: () => server.stop() }
}

/** The machine's own PostgreSQL, in a folder of its own, on a socket; as `postgres` when we are root, whom it refuses. */
async function own(bin: string, folder: string) {
  const uid = process.getuid?.() === 0 ? Number(execFileSync('id', ['-u', 'postgres'])) : undefined
  if (uid !== undefined) chownSync(folder, uid, uid)
  const as = uid === undefined ? {} : { uid, gid: uid }
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'], {
    ...as,
    cwd: folder,
    stdio: 'pipe',
  })
  const process_ = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'max_connections=100'],
    { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise((resolve) => process_.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    process_.stderr.on('data', (text) => String(text).includes('ready to accept connections') && resolve())
    process_.once('exit', () => reject(new Error('the machine’s PostgreSQL did not start')))
  })
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      process_.kill('SIGINT')
      await ended
    },
  }
}

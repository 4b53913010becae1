// Kabar as a process of its own, for tests that kill it or its database, and a person who uses it over HTTP.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll } from 'vitest'
import { until } from './until.ts'

export interface KabarProcess {
  dataDir: string
  start(): Promise<void>
  /** No clean-up, as a power cut of the process. */
  kill(): void
  /** With which code it ended by itself; null while it runs. */
  exitCode(): number | null
  /** Registers somebody; from then on `post` and `get` are theirs. */
  register(): Promise<void>
  /** Starts their session and scans its QR; answers its id. */
  connect(): Promise<string>
  post<T>(path: string, body?: object): Promise<T>
  get<T>(path: string): Promise<T>
  patch<T>(path: string, body: object): Promise<T>
  /** What is no JSON. */
  bytes(path: string): Promise<Buffer>
  /** The status alone, for tests that expect trouble. */
  status(path: string): Promise<number>
  /** All that it printed since its last start: its log. */
  printed(): string
}

/** A program in few files, which starts several times as fast as its sources. Call it at the top of a test file. */
export async function programOf(entry: string): Promise<string> {
  // Below the repository, where its dependencies and migrations are found.
  const folder = mkdtempSync(join(cache(), 'process-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'main.js')
  await build({
    entryPoints: { main: entry },
    outdir: folder,
    bundle: true,
    // As the build has it.
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  return outfile
}

function cache() {
  const folder = join(import.meta.dirname, '../../../.cache')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Call it at the top of a test file; it cleans up after the file. */
export async function kabarProcess(environment: Record<string, string> = {}): Promise<KabarProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-process-'))
  const program = await programOf('src/server/main.ts')
  let child: ChildProcess | undefined
  let address = ''
  let token = ''
  afterAll(async () => {
    const ended = child && child.exitCode === null ? new Promise((resolve) => child!.once('exit', resolve)) : undefined
    child?.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  })

  let printed = ''

  async function start() {
    printed = ''
    child = spawn(process.execPath, [program], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal', RATE_LIMITS: 'off', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout!.on('data', (text) => {
      printed += text
    })
    const ready = () => /ready: (\S+)/.exec(printed)?.[1]
    await until(
      'Kabar to be ready',
      () => ready() ?? child!.exitCode,
      (seen) => seen !== null,
    )
    address = ready() ?? ''
    if (!address) throw new Error(`Kabar ended with ${child.exitCode} before it was ready`)
  }

  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${address}/api${path}`, {
      ...init,
      headers: {
        ...(init.body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    })

  async function json<T>(answer: Response): Promise<T> {
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as T
  }

  const post = async <T>(path: string, body?: object) =>
    json<T>(await request(path, { method: 'POST', ...(body ? { body: JSON.stringify(body) } : {}) }))
  const get = async <T>(path: string) => json<T>(await request(path))
  const patch = async <T>(path: string, body: object) =>
    json<T>(await request(path, { method: 'PATCH', body: JSON.stringify(body) }))

  async function connect() {
    const { data } = await get<{ data: { id: string }[] }>('/v1/whatsapp/sessions')
    const session = `/v1/whatsapp/sessions/${data[0]!.id}`
    const status = async () => (await get<{ status: string }>(session)).status
    await patch(session, { driver: 'simulator' })
    await post(`${session}/start`)
    await until('a QR code', status, (seen) => seen === 'scan_qr')
    await post(`${session}/simulate`, { event: 'scan' })
    await until('a working session', status, (seen) => seen === 'working')
    return data[0]!.id
  }

  return {
    dataDir,
    start,
    kill: () => void child?.kill('SIGKILL'),
    exitCode: () => child?.exitCode ?? null,
    register: async () => {
      const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', country: 'ID' }
      token = (await post<{ access_token: string }>('/auth/v1/register', person)).access_token
    },
    connect,
    post,
    get,
    patch,
    bytes: async (path) => Buffer.from(await (await request(path)).arrayBuffer()),
    status: async (path) => (await request(path)).status,
    printed: () => printed,
  }
}

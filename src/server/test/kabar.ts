// Kabar as a separate process that can be killed and suspended, and a user who calls it over HTTP.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { until } from './until.ts'

export interface KabarProcess {
  dataDir: string
  start(): Promise<void>
  /** Without cleanup, as in a power cut. Resolves when the process is gone. */
  kill(): Promise<void>
  /** Suspends it until `thaw`. */
  freeze(): void
  thaw(): void
  signal(name: NodeJS.Signals): void
  /** Stops it gracefully; resolves to its exit code. */
  stop(): Promise<number | null>
  /** Of the running process. */
  pid(): number
  /** The code with which it exited on its own; null while it runs. */
  exitCode(): number | null
  /** Registers a user with a new organization; from then on `post` and `get` act as this user. */
  register(email?: string): Promise<void>
  /** Signs in the same user at another process, or after another user. */
  signIn(email?: string): Promise<void>
  /** Starts the user's session and scans its QR; returns its id. */
  connect(): Promise<string>
  /** `key`: the idempotency key; random if missing. */
  post<T>(path: string, body?: object, key?: string): Promise<T>
  /** A file as a browser sends it. */
  upload<T>(path: string, name: string, content: Uint8Array<ArrayBuffer>): Promise<T>
  get<T>(path: string): Promise<T>
  patch<T>(path: string, body: object): Promise<T>
  /** For responses other than JSON. */
  bytes(path: string): Promise<Buffer>
  /** Only the status, for tests that expect errors. */
  status(path: string): Promise<number>
  /** Its log since the last start. */
  printed(): string
}

const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', country: 'ID' }

/** `program` is a main.js; nothing is started yet. */
export function kabarIn(
  dataDir: string,
  program: string,
  environment: Readonly<Record<string, string>> = {},
  /** Where stderr goes: a file, or here. */
  errors: number | 'inherit' = 'inherit',
): KabarProcess {
  let child: ChildProcess | undefined
  let gone: Promise<number | null> = Promise.resolve(null)
  let address = ''
  let token = ''
  let printed = ''

  async function start() {
    printed = ''
    const started = spawn(process.execPath, [program], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal', RATE_LIMITS: 'off', ...environment },
      stdio: ['ignore', 'pipe', errors],
    })
    child = started
    gone = new Promise((resolve) => started.once('exit', resolve))
    started.stdout!.on('data', (text) => {
      printed += text
    })
    const ready = () => /ready: (\S+)/.exec(printed)?.[1]
    await until(
      'the start',
      () => ready() ?? started.exitCode,
      (seen) => seen !== null,
      { withinMs: 240_000 },
    )
    address = ready() ?? ''
    if (!address) throw new Error(`the server exited with ${started.exitCode} before it was ready`)
  }

  async function end(name: NodeJS.Signals) {
    child?.kill(name)
    return await gone
  }

  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${address}/api${path}`, {
      ...init,
      headers: {
        ...(init.headers as Record<string, string> | undefined),
        ...(init.body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    })

  /** Retries after a 503: on a busy machine a request may wait too long for its turn. */
  const answerOf = (path: string, ask = () => request(path)) =>
    until(`an answer of ${path}`, ask, ({ status }) => status !== 503)

  async function json<T>(path: string, ask?: () => Promise<Response>): Promise<T> {
    const answer = await answerOf(path, ask)
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as T
  }

  /** With an idempotency key, so that a retry has no second effect. */
  const post = async <T>(path: string, body?: object, key: string = randomUUID()) => {
    const init = { method: 'POST', headers: { 'idempotency-key': key }, ...(body && { body: JSON.stringify(body) }) }
    return await json<T>(path, () => request(path, init))
  }
  const upload = async <T>(path: string, name: string, content: Uint8Array<ArrayBuffer>) => {
    const body = new FormData()
    body.append('file', new Blob([content]), name)
    const headers = { authorization: `Bearer ${token}` }
    return await json<T>(path, () => fetch(`${address}/api${path}`, { method: 'POST', headers, body }))
  }
  const get = async <T>(path: string) => await json<T>(path)
  const patch = async <T>(path: string, body: object) =>
    await json<T>(path, () => request(path, { method: 'PATCH', body: JSON.stringify(body) }))

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
    kill: async () => void (await end('SIGKILL')),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    signal: (name) => void child?.kill(name),
    stop: () => end('SIGTERM'),
    pid: () => child!.pid!,
    exitCode: () => child?.exitCode ?? null,
    register: async (email = person.email) => {
      token = (await post<{ access_token: string }>('/auth/v1/register', { ...person, email })).access_token
    },
    signIn: async (email = person.email) => {
      const { password } = person
      token = (await post<{ access_token: string }>('/auth/v1/login', { email, password })).access_token
    },
    connect,
    post,
    upload,
    get,
    patch,
    bytes: async (path) => Buffer.from(await (await answerOf(path)).arrayBuffer()),
    status: async (path) => (await request(path)).status,
    printed: () => printed,
  }
}

// A process that generates load with as little CPU as possible: keep-alive sockets, a request in one write, and only the
// status of a response is parsed. Controlled by lines of JSON; responds with one line each.
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Closed loop: `clients` send the next request after each response. Open loop: `rate` new requests per second, regardless of
 * pending ones. Uses idle keep-alive sockets, as a proxy or browser does, and opens more if all are busy.
 */
export type Phase = { seconds: number } & ({ clients: number } | { rate: number })

export interface Crowd {
  readonly origin: string
  /** Access tokens, used in turn. */
  readonly tokens: readonly string[]
  /** Requested paths, used in turn. */
  readonly paths: readonly string[]
  /** Sockets opened at the start. */
  readonly sockets: number
}

export interface Outcome {
  readonly seconds: number
  readonly asked: number
  /** Latencies in milliseconds of responses with 200 before the client's timeout, ascending. */
  readonly good: number[]
  /** The same of each 503 with Retry-After. */
  readonly shed: number[]
  /** Requests that timed out at the client. */
  readonly late: number
  /** Any other result, and how often. */
  readonly wrong: Record<string, number>
  /** CPU time of this process. */
  readonly processorMs: number
}

/** Client timeout. */
const timeoutMs = 5_000
/** Maximum number of sockets. */
const most = 12_000

class Caller {
  readonly #socket: Socket
  /** When the request was sent; undefined while idle. */
  asked: number | undefined
  #head = ''
  #status = ''
  #missing = 0

  #ended: (caller: Caller, status: string) => void = () => {}

  constructor({ hostname, port }: URL) {
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.on('data', (chunk) => this.#read(chunk))
    this.#socket.on('error', (error: NodeJS.ErrnoException) => this.#fail(error.code ?? error.message))
    this.#socket.on('close', () => this.#fail('closed'))
  }

  ask(request: string, ended: (caller: Caller, status: string) => void) {
    this.#ended = ended
    this.asked = performance.now()
    this.#socket.write(request)
  }

  giveUp() {
    this.asked = undefined
    this.#socket.destroy()
  }

  get isOpen() {
    return !this.#socket.destroyed && this.#socket.writable
  }

  #fail(why: string) {
    this.#socket.destroy()
    if (this.asked !== undefined) this.#ended(this, why)
  }

  #read(chunk: Buffer) {
    if (this.#missing === 0) {
      this.#head += chunk.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)
      const again = /\r\nretry-after: \d/i.test(this.#head.slice(0, end))
      this.#status = this.#head.slice(9, 12) + (again ? ' come again' : '')
      this.#missing = Number(length?.[1] ?? 0) - (this.#head.length - end - 4)
      this.#head = ''
    } else this.#missing -= chunk.length
    if (this.#missing === 0) this.#ended(this, this.#status)
  }
}

/** Of all phases. Idle callers, most recently used first. */
const idle: Caller[] = []
let sockets = 0
let nth = 0

async function run({ origin, tokens, paths }: Crowd, phase: Phase): Promise<Outcome> {
  const url = new URL(origin)
  const requests = tokens.map(
    (token) => (path: string) => `GET ${path} HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${token}\r\n\r\n`,
  )
  /** In the order of their requests. */
  const waiting = new Set<Caller>()
  const good: number[] = []
  const shed: number[] = []
  const wrong: Record<string, number> = {}
  let [asked, late] = [0, 0]
  let isOver = false
  const used = process.cpuUsage()
  const begun = performance.now()

  const ended = (caller: Caller, status: string) => {
    const took = performance.now() - caller.asked!
    caller.asked = undefined
    waiting.delete(caller)
    if (status === '200') good.push(took)
    else if (status === '503 come again') shed.push(took)
    else wrong[status] = (wrong[status] ?? 0) + 1
    if (caller.isOpen) idle.push(caller)
    else sockets -= 1
    if ('clients' in phase && !isOver) ask()
  }
  const ask = () => {
    asked += 1
    let caller = idle.pop()
    while (caller && !caller.isOpen) {
      sockets -= 1
      caller = idle.pop()
    }
    if (!caller) {
      if (sockets === most) {
        wrong['no socket'] = (wrong['no socket'] ?? 0) + 1
        return
      }
      caller = new Caller(url)
      sockets += 1
    }
    waiting.add(caller)
    const place = nth++
    caller.ask(requests[place % requests.length]!(paths[place % paths.length]!), ended)
  }
  const giveUp = (before: number) => {
    for (const caller of waiting) {
      if (caller.asked! > before) break
      caller.giveUp()
      waiting.delete(caller)
      sockets -= 1
      late += 1
      if ('clients' in phase && !isOver) ask()
    }
  }

  if ('clients' in phase) for (let client = 0; client < phase.clients; client++) ask()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now()
      const ms = Math.min(now - begun, phase.seconds * 1_000)
      if ('rate' in phase) for (const due = (phase.rate * ms) / 1_000; asked < due; ) ask()
      giveUp(now - timeoutMs)
      if (ms < phase.seconds * 1_000) return
      clearInterval(timer)
      resolve()
    }, 5)
  })
  isOver = true
  const seconds = (performance.now() - begun) / 1_000
  const { user, system } = process.cpuUsage(used)
  const byLength = (times: number[]) => [...times].sort((a, b) => a - b)
  const outcome = {
    ...{ seconds, asked, late, wrong: { ...wrong }, processorMs: (user + system) / 1_000 },
    ...{ good: byLength(good), shed: byLength(shed) },
  }
  // Pending requests are in no figure. Their sockets are reused when they end.
  while ('clients' in phase && waiting.size > 0) {
    await delay(5)
    giveUp(performance.now() - timeoutMs)
  }
  sockets -= waiting.size
  for (const caller of waiting) caller.giveUp()
  return outcome
}

/** A server accepts one connection per turn of its event loop, so only a few at a time. */
async function openSockets(crowd: Crowd) {
  const quiet = { ...crowd, paths: ['/api/health/live'] }
  while (sockets < crowd.sockets) {
    const kept = idle.splice(0)
    await run(quiet, { clients: 20, seconds: 0.05 })
    idle.push(...kept)
  }
}

let crowd: Crowd | undefined
for await (const line of createInterface({ input: process.stdin })) {
  if (crowd) console.log(JSON.stringify(await run(crowd, JSON.parse(line) as Phase)))
  else {
    crowd = JSON.parse(line) as Crowd
    await openSockets(crowd)
  }
}

// What every benchmark of the API needs: the built server as a process, clients that ask again and again, their times.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { seeded } from './seed.ts'

const secondsEach = Number(process.env.BENCH_SECONDS ?? 1)

/** The built server, as a process of its own. */
export async function startApp(dataDir: string) {
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
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const { access_token } = (await fetch(`${origin}/api/auth/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(seeded),
  }).then((answer) => answer.json())) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const fetchPage = (path: string, query: Record<string, unknown>) =>
    new Promise<void>((resolve, reject) => {
      const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
      get(`${origin}/api/v1/${path}?${search}`, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path}?${search}: HTTP ${answer.statusCode}`))
        answer.resume().once('end', resolve)
      }).once('error', reject)
    })
  return {
    fetch: fetchPage,
    processorMs: () => processorMs(child.pid!),
    stop: async () => {
      agent.destroy()
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** What the process has had of the processors; 0 where there is no /proc to read it from. */
function processorMs(pid: number): number {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) * 10
  } catch {
    return 0
  }
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

export interface Times {
  /** Milliseconds of each, in order of length. */
  sorted: number[]
  /** How many there were, with those of warming up. */
  asked: number
}

/** How often `load` has asked: the searches that must be new go on from there. */
let nth = 0

/** Each client asks again as soon as it has its answer. */
export async function load(clients: number, ask: (nth: number) => Promise<unknown>): Promise<Times> {
  const times: number[] = []
  const begin = nth
  const run = async (until: number, isCounted: boolean) => {
    while (performance.now() < until) {
      const begun = performance.now()
      await ask(nth++)
      if (isCounted) times.push(performance.now() - begun)
    }
  }
  for (const isCounted of [false, true]) {
    const until = performance.now() + (isCounted ? secondsEach : 0.5) * 1000
    await Promise.all(Array.from({ length: clients }, () => run(until, isCounted)))
  }
  return { sorted: times.sort((a, b) => a - b), asked: nth - begin }
}

export const at = (sorted: number[], share: number) =>
  Number(sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1))

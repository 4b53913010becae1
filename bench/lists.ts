// How long a page of a list takes through the API, alone and with 20 clients, and its statements without the API.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContactQuery } from '../src/contract/contacts.ts'
import { list } from '../src/server/contacts/service.ts'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { type Database, inTenant, openDatabase } from '../src/server/db/index.ts'
import { migrate } from '../src/server/db/migrate.ts'
import type { Figure } from './engine.ts'
import { seed, seeded } from './seed.ts'

/** What people ask lists for. Each is measured by itself and all of them in turn. */
const asked: Record<string, ContactQuery> = {
  'first page': {},
  'page 50': { page: 50 },
  'newest first': { sort: '-created_at' },
  'search, few found': { q: 'simatupang 77' },
  'search, a name': { q: 'budi santoso' },
  'filter, opted in': { consent: 'opted_in' },
  'filter, has a number': { has_phone: 'true' },
}
const secondsEach = Number(process.env.BENCH_SECONDS ?? 3)

export async function listFigures(contacts: number): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-bench-'))
  try {
    const bare = await bareFigures(dataDir, contacts)
    const app = await startApp(dataDir)
    try {
      const figures: Figure[] = []
      for (const clients of [1, 20]) {
        for (const [name, query] of [...Object.entries(asked), ['all of them', undefined] as const]) {
          const times = await load(clients, (nth) => app.fetch(query ?? Object.values(asked)[nth % 7]!))
          const beside = bare.get(`${name} ${clients}`)!
          const title = `contacts of ${contacts}, ${name}, ${clients} at once`
          figures.push(
            {
              name: `${title}: p50`,
              value: at(times, 0.5),
              unit: 'ms',
              beside: { name: 'statements', value: at(beside, 0.5) },
            },
            {
              name: `${title}: p95`,
              value: at(times, 0.95),
              unit: 'ms',
              beside: { name: 'statements', value: at(beside, 0.95) },
            },
          )
        }
      }
      return figures
    } finally {
      await app.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The same statements in the same transactions, without HTTP, sign-in, checks and JSON. */
async function bareFigures(dataDir: string, contacts: number) {
  const server = await startEmbedded({ dataDir })
  const database: Database = openDatabase(await migrate(server.connectionString, 'src/server/db/migrations'))
  try {
    const organization_id = await seed(database, { contacts, tags: 20 })
    const figures = new Map<string, number[]>()
    const ask = (query: ContactQuery) => inTenant(database, { organization_id }, (tenant) => list(tenant, query))
    for (const clients of [1, 20])
      for (const [name, query] of [...Object.entries(asked), ['all of them', undefined] as const])
        figures.set(`${name} ${clients}`, await load(clients, (nth) => ask(query ?? Object.values(asked)[nth % 7]!)))
    return figures
  } finally {
    await database.close()
    await server.stop()
  }
}

/** The built server, as a process of its own. */
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
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const { access_token } = (await fetch(`${origin}/api/auth/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(seeded),
  }).then((answer) => answer.json())) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const fetchPage = (query: ContactQuery) =>
    new Promise<void>((resolve, reject) => {
      const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
      get(`${origin}/api/v1/contacts?${search}`, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`HTTP ${answer.statusCode}`))
        answer.resume().once('end', resolve)
      }).once('error', reject)
    })
  return {
    fetch: fetchPage,
    stop: async () => {
      agent.destroy()
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
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

/** Milliseconds of each, in order of length; each client asks again as soon as it has its answer. */
async function load(clients: number, ask: (nth: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let nth = 0
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
  return times.sort((a, b) => a - b)
}

const at = (sorted: number[], share: number) => Number(sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1))

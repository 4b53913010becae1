// Two processes for pages and two workers behind a proxy, restarted in turn while requests arrive: none fails, none is done twice.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Broadcast } from '../contract/broadcasts.ts'
import { inTenant, openDatabase } from './platform/db/index.ts'
import { cloneTemplate } from './test/database.ts'
import { arrivals } from './test/engine.ts'
import { freePorts } from './test/free-ports.ts'
import { type KabarProcess, kabarIn } from './test/kabar.ts'
import { programOf } from './test/process.ts'
import { caddyProxy, hasCaddy, smallProxy } from './test/proxy.ts'
import { until } from './test/until.ts'

const program = await programOf('src/server/main.ts')
const people = 400

async function openHouse() {
  const connection = await cloneTemplate()
  const database = openDatabase(connection, { poolSize: 2 })
  const folder = mkdtempSync(join(tmpdir(), 'kabar-rolling-'))
  const simulatorLogs = join(folder, 'simulator')
  mkdirSync(simulatorLogs)
  const free = await freePorts(4)
  const [ports, metrics] = [free.slice(0, 2), free.slice(2)]
  const start = async (name: string, environment: Record<string, string>) => {
    const dataDir = join(folder, name)
    mkdirSync(dataDir)
    // The simulated network is the same for all.
    symlinkSync(simulatorLogs, join(dataDir, 'simulator'))
    const kabar = kabarIn(dataDir, program, {
      DATABASE_URL: connection.connectionString,
      APP_SECRET: 'one secret for all who share a database',
      TEST_TIMINGS: 'lease=6,read=1',
      ...environment,
    })
    await kabar.start()
    return kabar
  }
  const web: KabarProcess[] = []
  for (const [index, port] of ports.entries()) {
    const own = { PORT: String(port), METRICS_PORT: String(metrics[index]) }
    web.push(await start(`web-${index + 1}`, { ROLE: 'web', STOP_DELAY: '6', ...own }))
  }
  const workers = [await start('worker-1', { ROLE: 'worker' }), await start('worker-2', { ROLE: 'worker' })]
  afterAll(async () => {
    for (const kabar of [...web, ...workers]) await kabar.stop()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { database, simulatorLogs, ports, metrics, web, workers }
}

const house = await openHouse()

const proxies = [
  ['a small proxy', smallProxy],
  // Caddy is not on every machine.
  ...(hasCaddy ? ([['Caddy with our Caddyfile', caddyProxy]] as const) : []),
] as const

test.each(proxies)('%s: every process is restarted, and no request fails', async (name, openProxy) => {
  const { database, simulatorLogs, ports, metrics, web, workers } = house
  const proxy = await openProxy(ports)
  onTestFinished(() => proxy.close())
  const email = `${name.replaceAll(' ', '-').toLowerCase()}@example.com`
  await web[0]!.register(email)
  const { access_token } = await web[0]!.post<{ access_token: string }>('/auth/v1/login', {
    ...{ email, password: 'correct horse battery' },
  })
  const authorization = { authorization: `Bearer ${access_token}` }

  const failed: string[] = []
  const done = { get: 0, post: 0, upload: 0 }
  const saved: string[] = []
  const call = async (kind: keyof typeof done, path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${proxy.origin}/api/v1${path}`, {
      ...init,
      headers: { ...authorization, ...init.headers },
    }).catch((error: Error) => error)
    if (answer instanceof Error) failed.push(`${kind}: ${answer.message} ${answer.cause}`)
    else if (!answer.ok) failed.push(`${kind}: ${answer.status} ${await answer.text()}`)
    else {
      await answer.arrayBuffer()
      done[kind] += 1
      return true
    }
    return false
  }
  const post = async (contact: { name: string; phone?: string }) => {
    const headers = { 'content-type': 'application/json' }
    if (await call('post', '/contacts', { method: 'POST', headers, body: JSON.stringify(contact) }))
      saved.push(contact.name)
  }
  // Ending in 55: not one of the simulator's test numbers.
  for (let index = 0; index < people; index++)
    await post({ name: `Person ${index}`, phone: `+628125${100_000 + index}55` })
  const sessionId = await web[0]!.connect()
  const news = await web[0]!.post<Broadcast>('/v1/broadcasts', {
    ...{ name: 'News', session_id: sessionId, body: 'Halo {{ contact.name }}', audience: { all_contacts: true } },
  })
  await web[0]!.patch(`/v1/whatsapp/sessions/${sessionId}`, { pacing: { mode: 'off' } })

  let isOver = false
  const repeat = async (what: (index: number) => Promise<unknown>) => {
    for (let index = 0; !isOver; index++) await what(index)
  }
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const upload = async (index: number) => {
    const body = new FormData()
    body.append('file', new Blob([picture]), `${index}.png`)
    await call('upload', '/media', { method: 'POST', body })
  }
  const load = Promise.all([
    ...Array.from({ length: 3 }, () => repeat(() => call('get', '/contacts?per_page=20'))),
    ...['a', 'b'].map((row) => repeat((index) => post({ name: `Row ${row} ${index}` }))),
    repeat(upload),
  ])
  const restart = async (kabar: KabarProcess) => {
    expect(await kabar.stop()).toBe(0)
    await kabar.start()
  }
  for (const [index, kabar] of web.entries()) {
    await restart(kabar)
    // Until the proxy chooses it again. Its health checks are GET.
    const measured = () => fetch(`http://127.0.0.1:${metrics[index]}/metrics`).then((answer) => answer.text())
    await until('a request at it', measured, (text) => /^kabar_http_request_seconds_count\{.*POST/m.test(text))
  }
  await web[0]!.post(`/v1/broadcasts/${news.id}/send`)
  for (const kabar of workers) await restart(kabar)
  isOver = true
  await load
  expect(failed).toEqual([])
  expect(Math.min(done.get, done.post, done.upload)).toBeGreaterThan(80)

  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from users where email = ${email}`.execute(database.system)
  const names = await inTenant(database, rows[0]!, ({ db }) => db.selectFrom('contacts').select('name').execute())
  expect(names.map((row) => row.name).sort()).toEqual([...saved].sort())
  await web[0]!.signIn(email)
  const ended = await until(
    'the end of the broadcast',
    () => web[0]!.get<Broadcast>(`/v1/broadcasts/${news.id}`),
    ({ status, counts }) => status === 'completed' && counts.read === people,
  )
  expect(ended.counts).toMatchObject({ pending: 0, unknown: 0, failed: 0 })
  const arrived = await arrivals(simulatorLogs, sessionId)
  expect(arrived.size).toBe(people)
  expect([...arrived.values()].filter((messages) => messages.length > 1)).toEqual([])
})

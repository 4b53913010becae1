// Benchmark of several workers: how sessions are spread, what each worker costs, and what the death of one costs.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Broadcast } from '../src/contract/broadcasts.ts'
import { readWitness } from '../src/server/messaging/drivers/simulator/log.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/embedded.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { type KabarProcess, kabarIn } from '../src/server/test/kabar.ts'
import { until } from '../src/server/test/until.ts'
import type { Report } from './figure.ts'
import { addOrganizations, scan } from './organizations.ts'
import { databaseProcessorMs, memoryMb, processorMs } from './processor.ts'

const seconds = 20
/** Time for the work after a login to finish. */
const restSeconds = 30
const recipients = 20_000
/** Bytes in the log of a phone after which its worker is killed: some thousand messages. */
const killedAt = 500_000

/** The embedded PostgreSQL, with connections for more than one process. */
async function startRoomy(dataDir: string) {
  const small = await startEmbedded({ dataDir })
  const client = new Client({ connectionString: small.connectionString })
  await client.connect()
  await client.query('alter system set max_connections = 150')
  await client.end()
  await small.stop()
  return await startEmbedded({ dataDir })
}

const instanceOf = ({ dataDir }: KabarProcess) => readFileSync(join(dataDir, 'instance'), 'utf8').trim()

/** One process for pages and `count` workers with one database; each organization has a phone. */
export async function workerFigures(count: number, phones: number, report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kabar-bench-'))
  const databaseDir = mkdtempSync(join(tmpdir(), 'kabar-bench-'))
  const server = await startRoomy(databaseDir)
  await migrate(server.connectionString, 'src/server/platform/db/migrations')
  const client = new Client({ connectionString: server.connectionString })
  await client.connect()
  // The simulated network is the same for all workers.
  const simulatorLogs = join(folder, 'simulator')
  mkdirSync(simulatorLogs)
  const made = (name: string, role: string) => {
    const dataDir = join(folder, name)
    mkdirSync(dataDir)
    symlinkSync(simulatorLogs, join(dataDir, 'simulator'))
    const shared = { DATABASE_URL: server.connectionString, APP_SECRET: 'of a benchmark, and of nothing else' }
    return kabarIn(dataDir, 'dist/server/main.js', { ...shared, ROLE: role, NODE_ENV: 'production' })
  }
  const web = made('web', 'web')
  const workers = Array.from({ length: count }, (_, index) => made(`worker-${index + 1}`, 'worker'))
  try {
    await Promise.all([web, ...workers].map((kabar) => kabar.start()))
    await addOrganizations(client, phones, phones)
    await until(
      'every phone',
      () => scan(client),
      (working) => working >= phones,
      { withinMs: 300_000, everyMs: 250 },
    )
    await Promise.all(workers.map((kabar) => kabar.stop()))
    await measure()
  } finally {
    for (const kabar of [web, ...workers]) await kabar.stop()
    await client.end()
    await server.stop()
    for (const dir of [folder, databaseDir]) rmSync(dir, { recursive: true, force: true })
  }

  async function measure() {
    const of = `${phones} connected phones, ${count} workers`
    const startedAt = await now()
    await Promise.all(workers.map((kabar) => kabar.start()))
    const connectedMs = await untilConnected(startedAt, phones)
    const spread = await owned()
    report(
      { name: `from the start until all are connected: ${of}`, value: connectedMs, unit: 'ms' },
      {
        name: `phones of a worker, most: ${of}`,
        value: Math.max(...spread),
        unit: '',
        beside: { name: 'fewest', value: Math.min(...spread) },
      },
    )

    const { victim, sessionId, ended } = await send()
    const orphans = await sessionsOf(victim)
    const killedFrom = await now()
    await victim.kill()
    const again = await untilConnected(killedFrom, orphans.length, orphans)
    await ended()
    const arrived = await readWitness(simulatorLogs, sessionId)
    const people = new Set(arrived.map(({ to }) => to)).size
    report(
      {
        name: `after kill -9 of a worker, until its ${orphans.length} phones are connected: ${of}`,
        value: again,
        unit: 'ms',
      },
      { name: 'messages lost in the broadcast that it was sending', value: recipients - people, unit: '' },
      { name: 'messages sent twice', value: arrived.length - people, unit: '' },
    )

    await victim.start()
    const joinedAt = performance.now()
    const isEven = async () => Math.max(...(await owned())) <= Math.ceil((phones + 1) / count)
    await until('the spread', isEven, Boolean, { withinMs: 30 * 60_000, everyMs: 1_000 })
    report({
      name: `after it joined again, until the phones are spread: ${of}`,
      value: Math.round((performance.now() - joinedAt) / 1_000),
      unit: 's',
    })

    await delay(restSeconds * 1_000)
    const used = () => [...workers.map((kabar) => processorMs(kabar.pid())), databaseProcessorMs(databaseDir) ?? 0]
    const before = used()
    await delay(seconds * 1_000)
    const percent = used().map((ms, nth) => Number(((ms - before[nth]!) / seconds / 10).toFixed(1)))
    const postgres = { name: 'PostgreSQL', value: percent.pop()! }
    const memory = workers.map((kabar) => memoryMb(kabar.pid(), 'VmRSS'))
    report(
      { name: `idle, busiest worker: ${of}`, value: Math.max(...percent), unit: '% of a processor', beside: postgres },
      { name: `memory, largest worker: ${of}`, value: Math.max(...memory), unit: 'MB' },
    )
  }

  /** By the database's clock. */
  async function now(): Promise<string> {
    return (await client.query('select clock_timestamp()::text as now')).rows[0].now
  }

  async function untilConnected(since: string, wanted: number, ids?: string[]): Promise<number> {
    const began = performance.now()
    const connected = async () => {
      const { rows } = await client.query(
        `select count(*)::int as n from wa_sessions
        where status = 'working' and last_connected_at > $1 and ($2::uuid[] is null or id = any ($2))`,
        [since, ids ?? null],
      )
      return rows[0].n as number
    }
    await until('every phone', connected, (n) => n >= wanted, { withinMs: 300_000, everyMs: 100 })
    return Math.round(performance.now() - began)
  }

  async function owned(): Promise<number[]> {
    const { rows } = await client.query(
      `select count(l.*)::int as n from wa_workers w left join wa_leases l on l.owner_id = w.id and l.lease_until > clock_timestamp()
      where w.alive_until > clock_timestamp() group by w.id`,
    )
    return rows.map(({ n }) => n)
  }

  async function sessionsOf(kabar: KabarProcess): Promise<string[]> {
    const { rows } = await client.query(
      'select session_id from wa_leases where owner_id = $1 and lease_until > clock_timestamp()',
      [instanceOf(kabar)],
    )
    return rows.map(({ session_id }) => session_id)
  }

  /** Starts a broadcast, and returns in the middle of it. */
  async function send() {
    await web.register()
    const sessionId = await web.connect()
    await client.query(
      `insert into contacts (organization_id, name, phone, phone_key)
      select s.organization_id, p.phone, p.phone, p.phone from wa_sessions s, generate_series(1, $2::int) n,
        lateral (select '+628125' || (100000 + n)::text || '55' as phone) p where s.id = $1`,
      [sessionId, recipients],
    )
    const draft = { name: 'News', session_id: sessionId, body: 'Halo', audience: { all_contacts: true } }
    const { id } = await web.post<Broadcast>('/v1/broadcasts', draft)
    await web.post(`/v1/broadcasts/${id}/send`)
    const log = join(simulatorLogs, `${sessionId}.log`)
    await until('its first messages', () => statSync(log).size > killedAt, Boolean, { withinMs: 60_000, everyMs: 10 })
    const { rows } = await client.query('select owner_id from wa_leases where session_id = $1', [sessionId])
    const victim = workers.find((kabar) => instanceOf(kabar) === rows[0].owner_id)!
    const ended = () =>
      until(
        'the end of the broadcast',
        () => web.get<Broadcast>(`/v1/broadcasts/${id}`),
        ({ status }) => status === 'completed',
        { withinMs: 300_000, everyMs: 500 },
      )
    return { victim, sessionId, ended }
  }
}

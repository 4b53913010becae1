// Benchmark of idle organizations: each has a session, some of them connected.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { startEmbedded } from '../src/server/platform/db/embedded/embedded.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { until } from '../src/server/test/until.ts'
import type { Report } from './figure.ts'
import { databaseProcessorMs, memoryMb, processorMs } from './processor.ts'

const seconds = 20
/** Time for the work after a start to finish. */
const restSeconds = 10

/** One process of the built server with all roles, and its own database. */
export async function organizationFigures(count: number, connected: number, report: Report): Promise<void> {
  const [databaseDir, dataDir] = [
    mkdtempSync(join(tmpdir(), 'kabar-bench-')),
    mkdtempSync(join(tmpdir(), 'kabar-bench-')),
  ]
  const server = await startEmbedded({ dataDir: databaseDir })
  await migrate(server.connectionString, 'src/server/platform/db/migrations')
  const client = new Client({ connectionString: server.connectionString })
  await client.connect()
  try {
    await addOrganizations(client, count, connected)
    const startedAt = performance.now()
    const app = startApp(dataDir, server.connectionString)
    try {
      await until(
        'every phone',
        () => scan(client),
        (working) => working >= connected,
        { withinMs: 300_000, everyMs: 250 },
      )
      const ready = Math.round(performance.now() - startedAt)
      await delay(restSeconds * 1_000)
      const used = () => [app.processorMs(), databaseProcessorMs(databaseDir) ?? 0] as const
      const before = used()
      await delay(seconds * 1_000)
      const [node, postgres] = used().map((ms, nth) => Number(((ms - before[nth]!) / seconds / 10).toFixed(1)))
      const of = `${connected} connected phones, ${count} organizations`
      report(
        {
          name: `idle: ${of}`,
          value: node!,
          unit: '% of a processor',
          beside: { name: 'PostgreSQL', value: postgres! },
        },
        { name: `memory: ${of}`, value: app.memoryMb(), unit: 'MB' },
        { name: `from the start until all are connected: ${of}`, value: ready, unit: 'ms' },
      )
    } finally {
      await app.stop()
    }
  } finally {
    await client.end()
    await server.stop()
    for (const dir of [databaseDir, dataDir]) rmSync(dir, { recursive: true, force: true })
  }
}

export async function addOrganizations(client: Client, count: number, connected: number) {
  await client.query(
    `with o as (
      insert into organizations (name, country, time_zone, base_currency)
      select 'Organization ' || n, 'ID', 'Asia/Jakarta', 'IDR' from generate_series(1, $1::int) n returning organization_id)
    insert into wa_sessions (organization_id, name, driver, desired_status)
    select organization_id, 'Phone', 'simulator', case when row_number() over () <= $2 then 'running' else 'stopped' end from o`,
    [count, connected],
  )
  await client.query('vacuum analyze')
}

/** Scans all QR codes; returns the number of connected sessions. */
export async function scan(client: Client): Promise<number> {
  await client.query(`
    insert into wa_session_commands (organization_id, session_id, command, payload)
    select organization_id, id, 'simulate', '{"event":"scan"}' from wa_sessions s where status = 'scan_qr' and not exists (
      select from wa_session_commands c where c.session_id = s.id)`)
  const { rows } = await client.query(`select count(*)::int as working from wa_sessions where status = 'working'`)
  return rows[0].working
}

function startApp(dataDir: string, databaseUrl: string) {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      ...{ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'fatal', NODE_ENV: 'production' },
      APP_SECRET: 'of a benchmark, and of nothing else',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  return {
    processorMs: () => processorMs(child.pid!),
    memoryMb: () => memoryMb(child.pid!, 'VmRSS'),
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}

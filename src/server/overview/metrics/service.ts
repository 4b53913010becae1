// Metrics for Prometheus, on a port of their own: the process, its requests and connections, and what waits in the database.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { receiptWrites } from '../../messaging/engine/service.ts'
import { cacheUse } from '../../platform/db/cache.ts'
import type { Database } from '../../platform/db/index.ts'
import { replicaUse } from '../../platform/db/replica.ts'
import { type Measured, measure } from './queries.ts'

interface MetricsOptions {
  app: FastifyInstance
  /** Database pools by the name in the metrics. The first one runs the query for what is waiting. */
  databases: Readonly<Record<string, Database>>
  release: string
  host: string
  port: number
  now?: () => Date
}

/** Requests within this time get the same response, so that frequent ones do not load the database. */
const keptMs = 5_000

/** Before `app` listens. `address`: where the metrics are. */
export async function startMetrics(options: MetricsOptions): Promise<{ address: string; stop(): Promise<void> }> {
  const { app, databases, host, port, now = () => new Date() } = options
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureProcess(registry, options)
  measureRequests(registry, app)
  measureReceipts(registry)
  const show = waiting(registry)
  const [database] = Object.values(databases)
  let kept: { at: number; text: Promise<string> } | undefined

  async function read(): Promise<string> {
    show(await measure(database!, now()))
    return await registry.metrics()
  }

  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    if (!kept || now().getTime() - kept.at >= keptMs) kept = { at: now().getTime(), text: read() }
    kept.text.then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        kept = undefined
        app.log.error({ err: error }, 'metrics could not be read')
        response.writeHead(503).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  const { address, family, port: actual } = server.address() as AddressInfo
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function measureProcess(registry: Registry, { databases, release }: MetricsOptions) {
  const registers = [registry]
  new Gauge({ name: 'kabar_info', help: 'The release', labelNames: ['release'], registers }).set({ release }, 1)
  new Gauge({
    name: 'kabar_database_connections',
    help: 'Connections to PostgreSQL, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, database] of Object.entries(databases))
        for (const [state, count] of Object.entries(database.connections())) this.set({ pool, state }, count)
    },
  })
  new Counter({
    name: 'kabar_cache_reads_total',
    help: 'Counts, sums and dashboards, by whether they were in the cache',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(cacheUse)) this.inc({ result }, count)
    },
  })
  new Counter({
    name: 'kabar_replica_reads_total',
    help: 'Reads on the replica, and on the primary because the replica lagged or failed; reads while it rests are not counted',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(replicaUse)) this.inc({ result }, count)
    },
  })
}

/** Their rates divided: how long a receipt takes to be stored. */
function measureReceipts(registry: Registry) {
  const totals = {
    count: { name: 'kabar_receipt_writes_total', help: 'Batches of send results and receipts that were stored' },
    seconds: {
      name: 'kabar_receipt_write_seconds_total',
      help: 'Time from the arrival of a batch until it was stored',
    },
  } as const
  for (const key of ['count', 'seconds'] as const)
    new Counter({
      ...totals[key],
      registers: [registry],
      collect() {
        this.reset()
        this.inc(receiptWrites[key])
      },
    })
}

function measureRequests(registry: Registry, app: FastifyInstance) {
  const seconds = new Histogram({
    name: 'kabar_http_request_seconds',
    help: 'Duration of requests',
    labelNames: ['method', 'status'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method }, { statusCode, elapsedTime }) => {
    seconds.observe({ method, status: `${Math.floor(statusCode / 100)}xx` }, elapsedTime / 1_000)
  })
}

const gauges: Readonly<Record<Measured['metric'], { name: string; help: string; label?: string }>> = {
  phones: { name: 'kabar_phones', help: 'Phones that should be connected', label: 'status' },
  broadcasts: { name: 'kabar_broadcasts', help: 'Broadcasts that are not finished', label: 'status' },
  recipients: { name: 'kabar_recipients', help: 'Recipients of all broadcasts', label: 'status' },
  held: { name: 'kabar_recipients_held', help: 'Recipients that wait for something', label: 'reason' },
  mails: { name: 'kabar_mails_waiting', help: 'Emails to be sent' },
  webhook_deliveries: { name: 'kabar_webhook_deliveries_waiting', help: 'Events to be sent to webhooks' },
  imports: { name: 'kabar_imports_running', help: 'Imports that are being applied' },
  oldest_due: {
    name: 'kabar_oldest_due_seconds',
    help: 'Time since the oldest unfinished work became due',
    label: 'queue',
  },
  backup_age: { name: 'kabar_backup_age_seconds', help: 'Age of the last backup that succeeded' },
}

/** Replaces the values of an earlier reading: a status that no row has any more disappears. */
function waiting(registry: Registry): (rows: readonly Measured[]) => void {
  const made = new Map(
    (Object.keys(gauges) as Measured['metric'][]).map((metric) => {
      const { name, help, label } = gauges[metric]
      return [metric, new Gauge({ name, help, labelNames: label ? [label] : [], registers: [registry] })] as const
    }),
  )
  return (rows) => {
    for (const [metric, gauge] of made) {
      gauge.reset()
      // A gauge without labels is 0 after a reset, but a backup that does not exist has no age.
      if (!gauges[metric].label) gauge.remove()
    }
    for (const { metric, label, value } of rows) {
      const name = gauges[metric].label
      if (name) made.get(metric)!.set({ [name]: label }, value)
      else made.get(metric)!.set(value)
    }
  }
}

// Benchmark of imports through the API: duration, memory and CPU time, and the latency of other requests in the meantime.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Import } from '../src/contract/imports.ts'
import type { Database } from '../src/server/platform/db/index.ts'
import type { Figure, Report } from './figure.ts'
import { type BenchFile, contactRows, contactsCsv, contactsXlsx, investmentsCsv } from './import-files.ts'
import { at } from './load.ts'
import { type SeededApp, withSeeded } from './seeded-app.ts'

const sizes = { contacts: 25_000, investors: 2_000, investments: 2_000, transactions: 2_000 }

/** Imports this many contacts, and a fifth as many investments. */
export async function importFigures(contacts: number, report: Report): Promise<void> {
  const files = [contactsCsv(contacts), await contactsXlsx(contacts), investmentsCsv(contacts / 5)]
  // Each into a new database: otherwise the second file would find the records of the first.
  for (const file of files)
    report(
      ...(await withSeeded(
        sizes,
        (database, _, administer) => copied(database, administer, contacts),
        (app, seconds) => measured(app, file, file.kind === 'contacts' ? seconds : undefined),
      )),
    )
}

async function measured(app: SeededApp, file: BenchFile, copy: number | undefined): Promise<Figure[]> {
  const others = watchOthers(app)
  const quiet = await others.during(() => wait(2_000))
  const { result, grown } = await app.grow(() => app.watch(() => others.during(() => importIt(app, file))))
  const { result: busy, spent } = result
  const { id, preview, shown, run } = busy.result
  const back = await app.watch(() => others.during(() => revert(app, id)))
  const title = `import of ${file.rows} rows, ${file.name}`
  const beside = copy === undefined ? {} : { beside: { name: 'COPY of its rows', value: copy } }
  return [
    { name: `${title}: from upload to done`, value: round(preview + run), unit: 's', ...beside },
    { name: `${title}: upload and preview`, value: round(preview), unit: 's' },
    { name: `${title}: a page of the preview`, value: Math.round(shown * 1000), unit: 'ms' },
    { name: `${title}: run`, value: round(run), unit: 's' },
    { name: `${title}: memory above idle, at most`, value: grown, unit: 'MB' },
    ...Object.entries(spent).map(([processName, ms]) => ({
      name: `${title}: ${processName}`,
      value: round(ms / 1000),
      unit: 's of processor',
    })),
    ...timesOf(`${title}: contacts asked for meanwhile`, busy.times, quiet.times),
    { name: `${title}: revert`, value: round(back.result.result), unit: 's' },
    ...timesOf(`${title}: contacts asked for while it is reverted`, back.result.times, quiet.times),
  ]
}

/** Measures the latency of another user, who opens one page of contacts after another. */
function watchOthers(app: SeededApp) {
  return {
    during: async <T>(work: () => Promise<T>) => {
      const times: number[] = []
      let isOver = false
      const asking = (async () => {
        while (!isOver) {
          const startedAt = performance.now()
          await app.fetch('contacts', { per_page: 20, page: 1 + (times.length % 50) })
          times.push(performance.now() - startedAt)
          await wait(25)
        }
      })()
      try {
        return { result: await work(), times }
      } finally {
        isOver = true
        await asking
        times.sort((a, b) => a - b)
      }
    },
  }
}

function timesOf(title: string, times: number[], quiet: number[]): Figure[] {
  return Object.entries({ p50: 0.5, p95: 0.95, 'at most': 1 }).map(([label, share]) => ({
    name: `${title}: ${label}`,
    value: at(times, share),
    unit: 'ms',
    beside: { name: 'when nothing else runs', value: at(quiet, share) },
  }))
}

/** Durations in seconds. */
async function importIt(app: SeededApp, { kind, name, content, counts }: BenchFile) {
  const startedAt = performance.now()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), name)
  const { id } = await ask<Import>(app, `imports?kind=${kind}`, form)
  const uploaded = performance.now()
  await ask(app, `imports/${id}/rows?per_page=10&page=3`)
  const shown = performance.now()
  await ask(app, `imports/${id}/start`, {})
  const done = await ended(app, id, 'done')
  if (JSON.stringify(sorted(done.counts)) !== JSON.stringify(sorted(counts)))
    throw new Error(`an import came to ${JSON.stringify(done.counts)} and not to ${JSON.stringify(counts)}`)
  const seconds = { preview: uploaded - startedAt, shown: shown - uploaded, run: performance.now() - shown }
  return { id, preview: seconds.preview / 1000, shown: seconds.shown / 1000, run: seconds.run / 1000 }
}

async function revert(app: SeededApp, id: string): Promise<number> {
  const startedAt = performance.now()
  await ask(app, `imports/${id}/revert`, {})
  const { not_reverted, counts, reverted } = await ended(app, id, 'reverted')
  if (not_reverted > 0 || reverted !== counts.create + counts.update)
    throw new Error(`${not_reverted} rows could not be reverted`)
  return (performance.now() - startedAt) / 1000
}

/** Polls every half second, as the page does. */
async function ended(app: SeededApp, id: string, status: Import['status']): Promise<Import> {
  for (;;) {
    const made = await ask<Import>(app, `imports/${id}`)
    if (made.status === 'failed') throw new Error(made.failure?.text ?? 'import failed')
    if (made.status === status) return made
    await wait(500)
  }
}

async function ask<T>({ origin, accessToken }: SeededApp, path: string, body?: FormData | object): Promise<T> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${origin}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${accessToken}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Baseline: seconds that COPY takes for the same rows, normalized, into another organization. */
async function copied(database: Database, administer: string, count: number): Promise<number> {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR', name: 'Copied' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const folder = mkdtempSync(join(tmpdir(), 'kabar-bench-copy-'))
  const file = join(folder, 'contacts.csv')
  const lines = contactRows(count).rows.map(
    ([name, , email, company, title, notes], nth) =>
      `${organization_id},${name},+628${210_000_000 + nth},+628${210_000_000 + nth},${email},${company},${title},"${notes}"\n`,
  )
  writeFileSync(file, lines.join(''))
  // PostgreSQL runs as another user, and must be able to read the file.
  chmodSync(folder, 0o755)
  const client = new pg.Client(administer)
  await client.connect()
  try {
    const startedAt = performance.now()
    await client.query(
      `copy contacts (organization_id, name, phone, phone_key, email, company, job_title, notes) from '${file}' (format csv, force_not_null (email, company, job_title, notes))`,
    )
    return round((performance.now() - startedAt) / 1000)
  } finally {
    await client.end()
    rmSync(folder, { recursive: true })
  }
}

const sorted = (counts: object) => Object.entries(counts).sort()
const round = (seconds: number) => Number(seconds.toFixed(2))

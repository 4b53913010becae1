// `npm run bench`: prints each figure with its baseline from the same run, and writes bench/results.json. It never fails a build.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { audienceFigures } from './audiences.ts'
import { backupFigures } from './backup.ts'
import { boardFigures } from './board.ts'
import { broadcastFigures } from './broadcasts.ts'
import { customFieldFigures } from './custom-fields.ts'
import { dashboardFigures } from './dashboard.ts'
import { engineFigures } from './engine.ts'
import type { Figure, Report } from './figure.ts'
import { importFigures } from './import.ts'
import { linkedFigures } from './linked.ts'
import { listFigures } from './lists.ts'
import { organizationFigures } from './organizations.ts'
import { recordFigures } from './records.ts'
import { searchFigures } from './search.ts'
import { startFigures } from './start.ts'
import { workerFigures } from './workers.ts'

// `npm run bench -- lists search` runs only these of `parts`; numbers are recipients of the engine's broadcasts.
// `--quick`: only the largest size, and lists only with 20 clients. `--contacts 1000000` overrides the size of a part,
// `backup --recipients 5000000` adds messages sent, and so does `engine 20000 --history 5000000`.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ quick: { type: 'boolean', default: false } },
    ...{ contacts: { type: 'string' }, recipients: { type: 'string' }, history: { type: 'string' } },
  },
})
const recipients = positionals.filter((word) => /^\d+$/.test(word)).map(Number)
const requestedParts = positionals.filter((word) => !/^\d+$/.test(word))
const sizes = values.quick || values.contacts ? [100] : [1, 10, 100]

const parts: Record<string, (report: Report) => Promise<void>> = {
  start: async (report) => report(...(await startFigures())),
  lists: (report) => each(sizes, (times) => listFigures({ ...sizesOf(times), ...contacts() }, report, values)),
  records: (report) => recordFigures({ contacts: 100_000, investors: 10_000, investments: 20_000 }, report),
  search: (report) => each(sizes, (times) => searchFigures(sizesOf(times), report)),
  'custom-fields': (report) => customFieldFigures({ contacts: Number(values.contacts ?? 100_000) }, report),
  board: (report) => boardFigures({ investors: 500, investments: 5_000, transactions: 7_500, rates: 1_000 }, report),
  dashboard: (report) => each(sizes, (times) => dashboardFigures({ ...sizesOf(times), rates: 1_095 }, report)),
  import: (report) => importFigures(Number(values.contacts ?? 50_000), report),
  broadcasts: async (report) => {
    await broadcastFigures(20, 5_000, report)
    await broadcastFigures(1, 100_000, report)
  },
  backup: (report) =>
    backupFigures(
      { ...sizesOf(100), contacts: Number(values.contacts ?? 200_000), recipients: Number(values.recipients ?? 0) },
      report,
    ),
  audiences: (report) => each(sizes, (times) => audienceFigures({ ...sizesOf(times), rates: 1_095 }, report)),
  organizations: async (report) => {
    await organizationFigures(100, 100, report)
    await organizationFigures(1_000, 1_000, report)
    await organizationFigures(100_000, 100, report)
  },
  workers: (report) => workerFigures(3, 1_000, report),
  linked: async (report) => report(...(await linkedFigures())),
  engine: (report) =>
    each(recipients.length > 0 ? recipients : [10_000, 100_000], (size) =>
      engineFigures(size, Number(values.history ?? 0), report),
    ),
}

const contacts = () => values.contacts && { contacts: Number(values.contacts) }

/** Multiples of 1,000 contacts, to show how the cost grows. */
function sizesOf(times: number) {
  return {
    ...{ contacts: 1_000 * times, investors: 500 * times, investments: 2_000 * times },
    ...{ transactions: 3_000 * times, rates: 1_000, tags: 20 },
  }
}

async function each(sizes: number[], work: (size: number) => Promise<void>) {
  for (const size of sizes) await work(size)
}

function print({ name, value, unit, beside }: Figure) {
  const peer = beside ? `   ${beside.name}: ${beside.value} (ratio ${(value / beside.value).toFixed(2)})` : ''
  console.log(`${name.padEnd(44)} ${String(value).padStart(9)} ${unit}${peer}`)
}

/** Replaces the results of this part, and leaves those of other parts. */
function keep(part: string, figures: Figure[]) {
  const file = 'bench/results.json'
  const results = JSON.parse(readFileSync(file, 'utf8'))
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
  results[part] = { at: new Date().toISOString(), machine, figures }
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}

const isRequested = (part: string) =>
  requestedParts.includes(part) || (requestedParts.length === 0 && (recipients.length === 0 || part === 'engine'))
for (const [part, measure] of Object.entries(parts).filter(([part]) => isRequested(part))) {
  const figures: Figure[] = []
  await measure((...measured) => {
    figures.push(...measured)
    for (const figure of measured) print(figure)
  })
  const options =
    requestedParts.length === 1
      ? process.argv
          .slice(2)
          .filter((word) => word.startsWith('-') || [values.contacts, values.recipients].includes(word))
      : []
  keep([part, ...options].join(' '), figures)
}

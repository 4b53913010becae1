// Prints each figure with its peer measured in the same run, and writes bench/results.json. It informs; it never fails a build.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { dashboardFigures } from './dashboard.ts'
import { engineFigures, type Figure } from './engine.ts'
import { importFigures } from './import.ts'
import { linkedFigures } from './linked.ts'
import { listFigures } from './lists.ts'
import { searchFigures } from './search.ts'
import { startFigures } from './start.ts'

// `npm run bench -- lists` measures lists alone, `search` the search over everything, `dashboard` the dashboard, `import` imports; numbers are the recipients of the broadcasts.
// `lists --quick` takes some minutes: the largest size, 20 clients; `--contacts 1000000` makes that size another one.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, contacts: { type: 'string' } },
})
const recipients = positionals.filter((word) => /^\d+$/.test(word)).map(Number)
const asked = positionals.filter((word) => !/^\d+$/.test(word))

const parts: Record<string, () => Promise<Figure[]>> = {
  start: startFigures,
  lists,
  search: () => each([1, 10, 100], (times) => searchFigures(sizesOf(times))),
  dashboard: () => each([1, 10, 100], (times) => dashboardFigures({ ...sizesOf(times), rates: 1_095 })),
  import: () => importFigures(Number(values.contacts ?? 50_000)),
  linked: linkedFigures,
  engine: () => each(recipients.length > 0 ? recipients : [10_000, 100_000], engineFigures),
}

async function lists() {
  const { quick } = values
  if (!quick && !values.contacts) return await each([1, 10, 100], (times) => listFigures(sizesOf(times)))
  const contacts = Number(values.contacts ?? 100_000)
  return await listFigures({ ...sizesOf(100), contacts }, { quick })
}

/** Of 1,000 contacts, and so much of it: the figures show how cost grows. */
function sizesOf(times: number) {
  return {
    ...{ contacts: 1_000 * times, investors: 500 * times, investments: 2_000 * times },
    ...{ transactions: 3_000 * times, rates: 1_000, tags: 20 },
  }
}

async function each(sizes: number[], figuresOf: (size: number) => Promise<Figure[]>): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const size of sizes) figures.push(...(await figuresOf(size)))
  return figures
}

/** Each part as it was measured last; one run alone leaves the others as they are. */
function keep(part: string, figures: Figure[]) {
  const file = 'bench/results.json'
  const kept = JSON.parse(readFileSync(file, 'utf8'))
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
  kept[part] = { at: new Date().toISOString(), machine, figures }
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
}

const isAsked = (part: string) =>
  asked.includes(part) || (asked.length === 0 && (recipients.length === 0 || part === 'engine'))
for (const [part, measure] of Object.entries(parts).filter(([part]) => isAsked(part))) {
  const figures = await measure()
  for (const { name, value, unit, beside } of figures) {
    const peer = beside ? `   ${beside.name}: ${beside.value} (ratio ${(value / beside.value).toFixed(2)})` : ''
    console.log(`${name.padEnd(44)} ${String(value).padStart(9)} ${unit}${peer}`)
  }
  const options = part === 'lists' ? process.argv.slice(2).filter((word) => word !== 'lists') : []
  keep([part, ...options].join(' '), figures)
}

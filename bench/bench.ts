// Prints each figure with its peer measured in the same run, and writes bench/results.json. It informs; it never fails a build.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dashboardFigures } from './dashboard.ts'
import { engineFigures, type Figure } from './engine.ts'
import { linkedFigures } from './linked.ts'
import { listFigures } from './lists.ts'
import { startFigures } from './start.ts'

// `npm run bench -- lists` measures lists alone, `dashboard` the dashboard; numbers are the recipients of the broadcasts: `engine 1000000`.
const asked = process.argv.slice(2)
const sizes = asked.filter((word) => /^\d+$/.test(word)).map(Number)
const isAsked = (part: string) => asked.length === sizes.length || asked.includes(part)
const figures: Figure[] = isAsked('start') ? await startFigures() : []
if (isAsked('lists')) for (const times of [1, 10, 100]) figures.push(...(await listFigures(sizesOf(times))))
if (isAsked('dashboard'))
  for (const times of [1, 10, 100]) figures.push(...(await dashboardFigures({ ...sizesOf(times), rates: 1_095 })))
if (isAsked('linked')) figures.push(...(await linkedFigures()))
for (const recipients of sizes.length > 0 || !isAsked('engine') ? sizes : [10_000, 100_000])
  figures.push(...(await engineFigures(recipients)))

/** Of 1,000 contacts, and so much of it: the figures show how cost grows. */
function sizesOf(times: number) {
  return {
    ...{ contacts: 1_000 * times, investors: 500 * times, investments: 2_000 * times },
    ...{ transactions: 3_000 * times, rates: 1_000, tags: 20 },
  }
}

for (const { name, value, unit, beside } of figures) {
  const peer = beside ? `   ${beside.name}: ${beside.value} (ratio ${(value / beside.value).toFixed(2)})` : ''
  console.log(`${name.padEnd(44)} ${String(value).padStart(9)} ${unit}${peer}`)
}
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
writeFileSync('bench/results.json', `${JSON.stringify({ at: new Date().toISOString(), machine, figures }, null, 2)}\n`)

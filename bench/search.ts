// Benchmark of the global search, through the API with 1 and 20 clients and its statement alone.

import { everywhere } from '../src/server/overview/search/service.ts'
import { type Database, inReadOnlyTenant } from '../src/server/platform/db/index.ts'
import type { Report } from './figure.ts'
import { at, load, type Times } from './load.ts'
import { firstNames, lastNames, type Sizes } from './seed.ts'
import { withSeeded } from './seeded-app.ts'

const firstOf = (nth: number) => firstNames[nth % firstNames.length]!.toLowerCase()
const lastOf = (nth: number) => lastNames[nth % lastNames.length]!.toLowerCase()

/** Typical search texts, by the number of the request. */
const searchTexts: Record<string, (nth: number) => string> = {
  'a letter': (nth) => firstOf(nth).slice(0, 1),
  'a first name': firstOf,
  'first and last name': (nth) => `${firstOf(nth)} ${lastOf(nth)}`,
  'a last name': lastOf,
  'a last name and a number': (nth) => `${lastOf(nth)} ${nth % 1_000}`,
  'a part of a word': (nth) => lastOf(nth).slice(1, 5),
  'a phone number from its beginning': (nth) => `0811 000 ${String(nth % 1_000).padStart(3, '0')}`,
  'the end of a phone number': (nth) => String(10_000 + ((nth * 7) % 90_000)),
  'a code': (nth) => `iv-${String(nth % 10_000).padStart(4, '0')}`,
  'nothing that is there': (nth) => `zq${nth}x`,
}
const kinds = Object.entries(searchTexts)
const cases = [...kinds, ['all of these', (nth: number) => kinds[nth % kinds.length]![1](nth)] as const]

export async function searchFigures(sizes: Sizes, report: Report): Promise<void> {
  await withSeeded(sizes, alone, async (app, beside) => {
    for (const clients of [1, 20])
      for (const [name, textOf] of cases) {
        app.forgetConnections()
        const { result: times, spent } = await app.watch(() =>
          load(clients, (nth) => app.fetch('search', { q: textOf(nth) })),
        )
        const statements = beside.get(`${name} ${clients}`)!
        const title = `search of ${sizes.contacts} contacts, ${name}, ${clients} at once`
        const shares = { p50: 0.5, p95: 0.95 }
        for (const [label, share] of Object.entries(shares))
          report({
            name: `${title}: ${label}`,
            value: at(times.sorted, share),
            unit: 'ms',
            beside: { name: 'statements', value: at(statements.sorted, share) },
          })
        for (const [processName, ms] of Object.entries(spent))
          report({
            name: `${title}: ${processName}`,
            value: Number((ms / times.requests).toFixed(2)),
            unit: 'ms of processor each',
          })
      }
  })
}

/** The same statement in the same transaction, without HTTP, authentication, validation and JSON. */
async function alone(database: Database, organization_id: string) {
  const figures = new Map<string, Times>()
  for (const clients of [1, 20])
    for (const [name, textOf] of cases) {
      const ask = (nth: number) =>
        inReadOnlyTenant(database, { organization_id }, (tenant) => everywhere(tenant, textOf(nth)))
      figures.set(`${name} ${clients}`, await load(clients, ask))
    }
  return figures
}

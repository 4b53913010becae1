// How long the dashboard takes through the API, alone and with 20 clients, and its statements without the API: asked
// again, asked after a change each time, of a past day, and in another currency.
import { sql } from 'kysely'
import type { DashboardQuery } from '../src/contract/dashboard.ts'
import * as dashboard from '../src/server/dashboard/service.ts'
import { type Database, inTenant } from '../src/server/db/index.ts'
import type { Figure } from './engine.ts'
import { at, load } from './load.ts'
import type { Sizes } from './seed.ts'
import { withSeeded } from './seeded-app.ts'

const someDays = ['2026-06-30', '2026-03-31', '2025-12-31']
const asked: Record<string, (nth: number) => DashboardQuery> = {
  'asked again': () => ({}),
  'in another currency': () => ({ in: 'USD' }),
  'of three past days': (nth) => ({ as_of: someDays[nth % 3]! }),
}

export async function dashboardFigures(sizes: Sizes): Promise<Figure[]> {
  const bare = (database: Database, organization_id: string) => alone(database, organization_id, sizes)
  return await withSeeded(sizes, bare, async (app, { fresh, known }) => {
    const figures: Figure[] = fresh
    for (const clients of [1, 20])
      for (const [name, query] of Object.entries(asked)) {
        app.forgetConnections()
        // What was never asked is counted once, before.
        for (let nth = 0; nth < 3; nth++) await app.fetch('dashboard', query(nth))
        const times = await load(clients, (nth) => app.fetch('dashboard', query(nth)))
        const beside = known.get(`${name} ${clients}`)!
        for (const [label, share] of [
          ['p50', 0.5],
          ['p95', 0.95],
        ] as const)
          figures.push({
            name: `dashboard of ${sizes.investments}, ${name}, ${clients} at once: ${label}`,
            value: at(times.sorted, share),
            unit: 'ms',
            beside: { name: 'statements', value: at(beside.sorted, share) },
          })
      }
    return figures
  })
}

/** The same statements without HTTP, sign-in, checks and JSON. `fresh`: nothing is remembered of what was counted. */
async function alone(database: Database, organization_id: string, sizes: Sizes) {
  const ask = (query: DashboardQuery) =>
    inTenant(database, { organization_id }, (tenant) => dashboard.get(tenant, query))
  const change = () =>
    inTenant(database, { organization_id }, ({ db }) =>
      sql`update investors set city = city where id = (select id from investors limit 1)`.execute(db),
    )
  const fresh: Figure[] = []
  for (const [name, query] of Object.entries(asked)) {
    const times: number[] = []
    for (let nth = 0; nth < 5; nth++) {
      await change()
      const begun = performance.now()
      await ask(query(nth))
      times.push(performance.now() - begun)
    }
    const value = at(
      times.sort((a, b) => a - b),
      0.5,
    )
    const named = name === 'asked again' ? 'after a change' : `${name}, after a change`
    fresh.push({ name: `dashboard of ${sizes.investments}, ${named}: statements, middle of 5`, value, unit: 'ms' })
  }
  const known = new Map<string, Awaited<ReturnType<typeof load>>>()
  for (const clients of [1, 20])
    for (const [name, query] of Object.entries(asked))
      known.set(`${name} ${clients}`, await load(clients, (nth) => ask(query(nth))))
  return { fresh, known }
}

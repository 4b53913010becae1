// How long the dashboard takes through the API, alone and with 20 clients, and its statements without the API: asked
// again, asked after a change each time, of a past day, and in another currency.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DashboardQuery } from '../src/contract/dashboard.ts'
import * as dashboard from '../src/server/dashboard/service.ts'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { type Database, inTenant, openDatabase } from '../src/server/db/index.ts'
import { migrate } from '../src/server/db/migrate.ts'
import type { Figure } from './engine.ts'
import { at, load, startApp } from './load.ts'
import { type Sizes, seed } from './seed.ts'

const someDays = ['2026-06-30', '2026-03-31', '2025-12-31']
const asked: Record<string, (nth: number) => DashboardQuery> = {
  'asked again': () => ({}),
  'in another currency': () => ({ in: 'USD' }),
  'of three past days': (nth) => ({ as_of: someDays[nth % 3]! }),
}

export async function dashboardFigures(sizes: Sizes): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-bench-'))
  try {
    const bare = await bareFigures(dataDir, sizes)
    const app = await startApp(dataDir)
    try {
      const figures: Figure[] = bare.fresh
      for (const clients of [1, 20])
        for (const [name, query] of Object.entries(asked)) {
          // What was never asked is counted once, before.
          for (let nth = 0; nth < 3; nth++) await app.fetch('dashboard', query(nth))
          const times = await load(clients, (nth) => app.fetch('dashboard', query(nth)))
          const beside = bare.known.get(`${name} ${clients}`)!
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
    } finally {
      await app.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The same statements without HTTP, sign-in, checks and JSON. `fresh`: nothing is remembered of what was counted. */
async function bareFigures(dataDir: string, sizes: Sizes) {
  const server = await startEmbedded({ dataDir })
  const database: Database = openDatabase(await migrate(server.connectionString, 'src/server/db/migrations'))
  try {
    const organization_id = await seed(database, sizes)
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
  } finally {
    await database.close()
    await server.stop()
  }
}

// How long a page of a list takes through the API, alone and with 20 clients, and its statements without the API.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContactQuery } from '../src/contract/contacts.ts'
import type { InvestmentQuery } from '../src/contract/investments.ts'
import type { InvestorQuery } from '../src/contract/investors.ts'
import * as contacts from '../src/server/contacts/service.ts'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { type Database, inTenant, openDatabase, type Tenant } from '../src/server/db/index.ts'
import { migrate } from '../src/server/db/migrate.ts'
import * as investments from '../src/server/investments/service.ts'
import * as investors from '../src/server/investors/service.ts'
import type { Figure } from './engine.ts'
import { at, load, startApp, type Times } from './load.ts'
import { firstNames, lastNames, type Sizes, seed } from './seed.ts'

const nameOf = (nth: number) =>
  `${firstNames[nth % firstNames.length]} ${lastNames[nth % lastNames.length]}`.toLowerCase()
/** No two alike for thousands of questions: nothing of it is remembered from before. */
const newSearch = (nth: number) => ({ q: `${lastNames[nth % lastNames.length]} ${nth}`.toLowerCase() })

/** What people ask lists for; the nth question of its kind. */
const asked = {
  contacts: {
    'first page': () => ({}),
    'page 50': () => ({ page: 50 }),
    'newest first': () => ({ sort: '-created_at' }),
    'search, a name': (nth) => ({ q: nameOf(nth) }),
    'search, never asked before': newSearch,
    'filter, opted in': () => ({ consent: 'opted_in' }),
    'filter, has a number': () => ({ has_phone: 'true' }),
  } satisfies Record<string, (nth: number) => ContactQuery>,
  investors: {
    'first page': () => ({}),
    'newest first': () => ({ sort: '-created_at' }),
    'search, a name': (nth) => ({ q: nameOf(nth) }),
    'search, never asked before': newSearch,
    'filter, active': () => ({ relationship: ['active'] }),
    'filter, entities': () => ({ kind: 'entity' }),
  } satisfies Record<string, (nth: number) => InvestorQuery>,
  investments: {
    'first page': () => ({}),
    'biggest first': () => ({ sort: '-committed_amount' }),
    'search, a name': (nth) => ({ q: nameOf(nth) }),
    'search, never asked before': newSearch,
    'filter, committed and funded': () => ({ category: ['committed', 'funded'] }),
    'filter, overdue': () => ({ payment: 'overdue' }),
  } satisfies Record<string, (nth: number) => InvestmentQuery>,
  totals: {
    'totals of all': () => ({}),
    'totals of a search never asked before': newSearch,
  } satisfies Record<string, (nth: number) => InvestmentQuery>,
}
type Subject = keyof typeof asked
type Query = (nth: number) => Record<string, unknown>

const statements: Record<Subject, (tenant: Tenant, query: Record<string, unknown>) => Promise<unknown>> = {
  contacts: contacts.list,
  investors: investors.list,
  investments: investments.list,
  totals: investments.totals,
}
const paths: Record<Subject, string> = {
  contacts: 'contacts',
  investors: 'investors',
  investments: 'investments',
  totals: 'investments/totals',
}

const cases = Object.entries(asked).flatMap(([subject, kinds]) => {
  const all = Object.entries(kinds as Record<string, Query>)
  const inTurn: Query = (nth) => all[nth % all.length]![1](nth)
  return [...all, ...(subject === 'totals' ? [] : [['all of these', inTurn] as const])].map(([name, query]) => ({
    subject: subject as Subject,
    name,
    query,
  }))
})

export async function listFigures(sizes: Sizes): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-bench-'))
  try {
    const bare = await bareFigures(dataDir, sizes)
    const app = await startApp(dataDir)
    try {
      const figures: Figure[] = []
      for (const clients of [1, 20]) {
        for (const { subject, name, query } of cases) {
          const processorBefore = app.processorMs()
          const times = await load(clients, (nth) => app.fetch(paths[subject], query(nth)))
          const processor = (app.processorMs() - processorBefore) / times.asked
          const beside = bare.get(`${subject} ${name} ${clients}`)!
          const title = `${subject}${subject === 'totals' ? '' : ` of ${sizes[subject]}`}, ${name}, ${clients} at once`
          for (const [label, share] of [
            ['p50', 0.5],
            ['p95', 0.95],
          ] as const)
            figures.push({
              name: `${title}: ${label}`,
              value: at(times.sorted, share),
              unit: 'ms',
              beside: { name: 'statements', value: at(beside.sorted, share) },
            })
          if (processor > 0)
            figures.push({ name: `${title}: Node`, value: Number(processor.toFixed(2)), unit: 'ms of processor each' })
        }
      }
      return figures
    } finally {
      await app.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The same statements in the same transactions, without HTTP, sign-in, checks and JSON. */
async function bareFigures(dataDir: string, sizes: Sizes) {
  const server = await startEmbedded({ dataDir })
  const database: Database = openDatabase(await migrate(server.connectionString, 'src/server/db/migrations'))
  try {
    const organization_id = await seed(database, sizes)
    const figures = new Map<string, Times>()
    for (const clients of [1, 20])
      for (const { subject, name, query } of cases) {
        const ask = (nth: number) =>
          inTenant(database, { organization_id }, (tenant) => statements[subject](tenant, query(nth)))
        figures.set(`${subject} ${name} ${clients}`, await load(clients, ask))
      }
    return figures
  } finally {
    await database.close()
    await server.stop()
  }
}

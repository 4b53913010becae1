// Benchmark of list pages, through the API with 1 and 20 clients and their statements alone. Counts of filters are cached until a
// record changes, so new searches and requests with concurrent changes are measured as well.
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ContactQuery } from '../src/contract/contacts.ts'
import type { InvestmentQuery } from '../src/contract/investments.ts'
import type { InvestorQuery } from '../src/contract/investors.ts'
import {
  type Database,
  inReadOnlyTenant,
  inTenant,
  openDatabase,
  type Tenant,
} from '../src/server/platform/db/index.ts'
import * as contacts from '../src/server/records/contacts/service.ts'
import * as investments from '../src/server/records/investments/service.ts'
import * as investors from '../src/server/records/investors/service.ts'
import type { Figure, Report } from './figure.ts'
import { at, load, type Times } from './load.ts'
import { firstNames, lastNames, type Sizes } from './seed.ts'
import { type SeededApp, withSeeded } from './seeded-app.ts'

const nameOf = (nth: number) =>
  `${firstNames[nth % firstNames.length]} ${lastNames[nth % lastNames.length]}`.toLowerCase()
/** A different search each time, so that none is cached. */
const newSearch = (nth: number) => ({ q: `${lastNames[nth % lastNames.length]} ${nth}`.toLowerCase() })

/** Typical queries of lists, by the number of the request. */
const queries = {
  contacts: {
    'first page': () => ({}),
    'page 50': () => ({ page: 50 }),
    'newest first': () => ({ sort: '-created_at' }),
    'search, a name': (nth) => ({ q: nameOf(nth) }),
    'search, never asked before': newSearch,
    'filter, opted in': () => ({ consent: 'opted_in' }),
    'filter, has a number': () => ({ has_phone: 'true' }),
    'filter, by company, another page': (nth, { contacts = 0 }) => ({
      ...{ consent: 'opted_in', sort: 'company' },
      page: 1 + ((nth * 7_919) % Math.ceil((contacts * 0.3) / 20)),
    }),
  } satisfies Record<string, (nth: number, sizes: Sizes) => ContactQuery>,
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
type Subject = keyof typeof queries
type Query = (nth: number, sizes: Sizes) => Record<string, unknown>

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

const ofAll = 'all of these'
const cases = Object.entries(queries).flatMap(([subject, kinds]) => {
  const all = Object.entries(kinds as Record<string, Query>)
  const inTurn: Query = (nth, sizes) => all[nth % all.length]![1](nth, sizes)
  return [...all, ...(subject === 'totals' ? [] : [[ofAll, inTurn] as const])].map(([name, query]) => ({
    subject: subject as Subject,
    name,
    query,
  }))
})

/** `quick`: only 20 clients, only through the API, three seconds each. */
export async function listFigures(sizes: Sizes, report: Report, { quick = false } = {}): Promise<void> {
  const clients = quick ? [20] : [1, 20]
  const bare = async (database: Database, organization_id: string) => ({
    organization_id,
    beside: quick ? new Map<string, Times>() : await alone(database, organization_id, clients, sizes),
  })
  await withSeeded(sizes, bare, async (app, { organization_id, beside }) => {
    for (const at of clients)
      for (const each of cases) report(...(await measure(app, each, { sizes, clients: at, quick, beside })))
    const database = openDatabase(app.connection)
    try {
      for (const each of cases.filter(({ name }) => name === ofAll)) {
        const changing = { ...each, name: `${ofAll}, a record changed each second` }
        const work = () => measure(app, changing, { sizes, clients: 20, quick, beside })
        report(...(await whileChanging(database, { organization_id }, each.subject, work)))
      }
    } finally {
      await database.close()
    }
  })
}

/** Runs `work` while a record changes each second, which invalidates cached counts. */
async function whileChanging<T>(
  database: Database,
  scope: { organization_id: string },
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const changing = (async () => {
    for (let nth = 0; !over.signal.aborted; nth++) {
      await inTenant(database, scope, ({ db }) =>
        sql`update ${sql.table(table)} set updated_at = now() where id = (select id from ${sql.table(table)} offset ${nth} limit 1)`.execute(
          db,
        ),
      )
      await delay(1_000, undefined, { signal: over.signal }).catch(() => {})
    }
  })()
  try {
    return await work()
  } finally {
    over.abort()
    await changing
  }
}

async function measure(
  app: SeededApp,
  { subject, name, query }: (typeof cases)[number],
  { sizes, clients, quick, beside }: { sizes: Sizes; clients: number; quick: boolean; beside: Map<string, Times> },
): Promise<Figure[]> {
  app.forgetConnections()
  const ask = (nth: number) => app.fetch(paths[subject], query(nth, sizes))
  const { result: times, spent } = await app.watch(() => load(clients, ask, quick ? 3 : undefined))
  const title = `${subject}${subject === 'totals' ? '' : ` of ${sizes[subject]}`}, ${name}, ${clients} at once`
  const statements = beside.get(`${subject} ${name} ${clients}`)
  const shares = { p50: 0.5, p95: 0.95 }
  return [
    ...Object.entries(shares).map(([label, share]) => ({
      name: `${title}: ${label}`,
      value: at(times.sorted, share),
      unit: 'ms',
      ...(statements && { beside: { name: 'statements', value: at(statements.sorted, share) } }),
    })),
    ...Object.entries(spent).map(([processName, ms]) => ({
      name: `${title}: ${processName}`,
      value: Number((ms / times.requests).toFixed(2)),
      unit: 'ms of processor each',
    })),
  ]
}

/** The same statements in the same transactions, without HTTP, authentication, validation and JSON. */
async function alone(database: Database, organization_id: string, clients: number[], sizes: Sizes) {
  const figures = new Map<string, Times>()
  for (const at of clients)
    for (const { subject, name, query } of cases) {
      const ask = (nth: number) =>
        inReadOnlyTenant(database, { organization_id }, (tenant) => statements[subject](tenant, query(nth, sizes)))
      figures.set(`${subject} ${name} ${at}`, await load(at, ask))
    }
  return figures
}

// Benchmark of the dashboard, through the API with 1 and 20 clients and its statements alone: repeated, after a change each
// time, on a past day, and in another currency.
import { type RawBuilder, sql } from 'kysely'
import type { DashboardQuery } from '../src/contract/dashboard.ts'
import * as dashboard from '../src/server/overview/dashboard/service.ts'
import { type Database, inReadOnlyTenant, inTenant, openDatabase } from '../src/server/platform/db/index.ts'
import { computedAnew } from '../src/server/test/computed-anew.ts'
import type { Figure, Report } from './figure.ts'
import { at, load } from './load.ts'
import type { Sizes } from './seed.ts'
import { withSeeded } from './seeded-app.ts'

const someDays = ['2026-06-30', '2026-03-31', '2025-12-31']
const queries: Record<string, (nth: number) => DashboardQuery> = {
  'asked again': () => ({}),
  'in another currency': () => ({ in: 'USD' }),
  'of three past days': (nth) => ({ as_of: someDays[nth % 3]! }),
}

/** The id of a row, a different one each time. */
const some = (table: string, nth: number) =>
  sql`(select id from ${sql.table(table)} offset ${(nth * 37) % 1_000} limit 1)`
/** Changes that users make between two requests of the dashboard. */
const changes: Record<string, (nth: number) => RawBuilder<unknown>> = {
  'a new investment': (nth) => sql`
    insert into investments (organization_id, reference, investor_id, title, status_id, currency, expected_amount)
    select organization_id, 'B-' || clock_timestamp(), investor_id, title, status_id, currency, 5 from investments where id = ${some('investments', nth)}`,
  'a payment': (nth) => sql`
    insert into transactions (organization_id, investment_id, kind, state, amount, settled_on)
    select organization_id, id, 'contribution', 'settled', 5, current_date - ${nth % 900}::int from investments where id = ${some('investments', nth)}`,
  'another status': (nth) => sql`
    update investments i set status_since = now(), status_id = (
      select id from investment_statuses s where s.id <> i.status_id order by position offset ${nth % 12} limit 1) where id = ${some('investments', nth)}`,
  "today's rate": (nth) => sql`
    update exchange_rates set rate = rate * ${1 + (nth % 7) / 1_000}::numeric where from_currency = 'USD' and day = current_date`,
  'a contact renamed': (nth) =>
    sql`update contacts set name = 'Renamed ' || ${nth}::int where id = ${some('contacts', nth)}`,
}
/** At the largest size a request takes seconds: fewer are measured, after changes only of the plain dashboard. */
const planOf = ({ investments }: Sizes) =>
  (investments ?? 0) > 100_000
    ? { looks: 5, afterChanges: { 'asked again': queries['asked again']! } }
    : { looks: 20, afterChanges: queries }

export async function dashboardFigures(sizes: Sizes, report: Report): Promise<void> {
  const { looks, afterChanges } = planOf(sizes)
  const bare = (database: Database, organization_id: string) => alone(database, organization_id, sizes)
  await withSeeded(sizes, bare, async (app, { fresh, statementTimes, organization_id }) => {
    report(...fresh)
    for (const clients of [1, 20])
      for (const [name, query] of Object.entries(queries)) {
        app.forgetConnections()
        // Fills the caches.
        for (let nth = 0; nth < 3; nth++) await app.fetch('dashboard', query(nth))
        const times = await load(clients, (nth) => app.fetch('dashboard', query(nth)))
        report(
          ...shown(
            `dashboard of ${sizes.investments}, ${name}, ${clients} at once`,
            times.sorted,
            statementTimes.get(`${name} ${clients}`)!.sorted,
          ),
        )
      }
    const database = openDatabase(app.connection)
    try {
      for (const [name, query] of Object.entries(afterChanges)) {
        const mixed: number[] = []
        for (const [change, make] of Object.entries(changes)) {
          const times = await afterEach(database, organization_id, looks, make, (nth) =>
            app.fetch('dashboard', query(nth)),
          )
          const named = `dashboard of ${sizes.investments}, ${name === 'asked again' ? '' : `${name}, `}after ${change}`
          report(...shown(named, times, statementTimes.get(`${name}, after ${change}`)!.sorted))
          mixed.push(...times)
        }
        const beside = Object.keys(changes).flatMap((change) => statementTimes.get(`${name}, after ${change}`)!.sorted)
        const named = `dashboard of ${sizes.investments}, ${name === 'asked again' ? '' : `${name}, `}after any change`
        report(...shown(named, inOrder(mixed), inOrder(beside)))
      }
    } finally {
      await database.close()
    }
  })
}

const inOrder = (times: number[]) => times.sort((a, b) => a - b)
const shown = (name: string, times: number[], beside: number[]): Figure[] =>
  Object.entries({ p50: 0.5, p95: 0.95 }).map(([label, share]) => ({
    name: `${name}: ${label}`,
    value: at(times, share),
    unit: 'ms',
    beside: { name: 'statements', value: at(beside, share) },
  }))

/** Latencies in milliseconds, ascending, of requests that each follow a change. The first requests only fill the caches. */
async function afterEach(
  database: Database,
  organization_id: string,
  looks: number,
  make: (nth: number) => RawBuilder<unknown>,
  ask: (nth: number) => Promise<unknown>,
): Promise<number[]> {
  for (let nth = 0; nth < 3; nth++) await ask(nth)
  const times: number[] = []
  for (let nth = 0; nth < looks; nth++) {
    await inTenant(database, { organization_id }, ({ db }) => make(nth).execute(db))
    const startedAt = performance.now()
    await ask(nth)
    times.push(performance.now() - startedAt)
  }
  return inOrder(times)
}

/** The same statements without HTTP, authentication, validation and JSON. `fresh`: without caches, as after a start. */
async function alone(database: Database, organization_id: string, sizes: Sizes) {
  const scope = { organization_id }
  const ask = (query: DashboardQuery) => inReadOnlyTenant(database, scope, (tenant) => dashboard.get(tenant, query))
  const fresh: Figure[] = []
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = []
    for (let nth = 0; nth < 3; nth++) {
      const startedAt = performance.now()
      await computedAnew(database, scope, (tenant) => dashboard.get(tenant, query(nth)))
      times.push(performance.now() - startedAt)
    }
    const named = name === 'asked again' ? 'never asked before' : `${name}, never asked before`
    const value = at(inOrder(times), 0.5)
    fresh.push({ name: `dashboard of ${sizes.investments}, ${named}: statements, middle of 3`, value, unit: 'ms' })
  }
  const { looks, afterChanges } = planOf(sizes)
  const statementTimes = new Map<string, { sorted: number[] }>()
  for (const [name, query] of Object.entries(queries)) {
    for (let nth = 0; nth < 3; nth++) await ask(query(nth))
    for (const clients of [1, 20])
      statementTimes.set(`${name} ${clients}`, await load(clients, (nth) => ask(query(nth))))
    if (!(name in afterChanges)) continue
    for (const [change, make] of Object.entries(changes))
      statementTimes.set(`${name}, after ${change}`, {
        sorted: await afterEach(database, organization_id, looks, make, (nth) => ask(query(nth))),
      })
  }
  return { fresh, statementTimes, organization_id }
}

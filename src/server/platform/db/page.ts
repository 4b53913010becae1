// Pagination of a list: ids first, from an index or the matches alone; only the page's rows are read in full.
import { type RawBuilder, sql } from 'kysely'
import { cached } from './cache.ts'
import { fetchInBatches, type Tenant } from './index.ts'

/** How a list is sorted. Rows without a value come last in both directions; the id decides between equal rows. */
export interface Order {
  keys: readonly RawBuilder<unknown>[]
  /** Tables that the keys are read from, joined to the list's own table. */
  joins?: RawBuilder<unknown>
  /** Number of the group that a row belongs to. Groups keep their order in both directions; rows with a value are group 0. */
  rank?: RawBuilder<unknown>
  /** For indexed orders, instead of `rank`: the condition that a row has a value. Absent if every row has one. */
  filled?: RawBuilder<unknown>
  /** True if an index has the keys in this order and the columns of the usual filters. */
  isIndexed?: boolean
  /** Set if an index has the amounts in this order within each currency. */
  perCurrency?: PerCurrency
}

interface PerCurrency {
  amount: RawBuilder<unknown>
  currency: RawBuilder<unknown>
  /** The condition that a row shows an amount. */
  shown: RawBuilder<unknown>
  /** A JSON object from currency to exchange rate. Currencies without a rate are absent. */
  rates: RawBuilder<unknown>
}

export const indexed = (...keys: RawBuilder<unknown>[]): Order => ({ keys, isIndexed: true })
/** An order without an index: all matches are read and sorted. */
export const computed = (...keys: RawBuilder<unknown>[]): Order => ({ keys })

export interface PageQuery {
  /** With its alias: `investments i`. */
  from: RawBuilder<unknown>
  /** The id's column: `i.id`. */
  id: RawBuilder<unknown>
  /** Which rows exist: those of the organization that are not deleted. */
  live: RawBuilder<unknown>
  /** The conditions of the search and filters. */
  filters: readonly RawBuilder<unknown>[]
  order: Order
  direction: 'asc' | 'desc'
  page?: number | undefined
  per_page?: number | undefined
  /** The table's kind in `record_counts`. */
  kind: string
  /** True with search words or for a past day: then no index applies. */
  isSearch: boolean
  /** Set for a filter without an index: the first page and the total are then read together, in one scan. */
  readsAll?: boolean
}

/** Sorting this few matches costs less than walking an index past everything that does not match. */
const maxSorted = 1_000

/** Returns a page's rows in order, and the total on all pages. `readRows` reads the rows of given ids, in their order. */
export async function pageOf<Row>(
  tenant: Tenant,
  query: PageQuery,
  readRows: (ids: string[]) => Promise<Row[]>,
): Promise<{ data: Row[]; total: number }> {
  const { ids, total } = await pageIds(tenant, query)
  // Most searches match nothing while the user is typing.
  return { data: ids.length > 0 ? await readRows(ids) : [], total }
}

async function pageIds(tenant: Tenant, query: PageQuery): Promise<{ ids: string[]; total: number }> {
  const { page = 1, per_page = 20, filters, order } = query
  const range = { begin: (page - 1) * per_page, length: per_page }
  if (!query.isSearch && order.perCurrency) {
    const total = await count(tenant, query)
    const ids = total > maxSorted ? await pageByCurrencies(tenant, query, order.perCurrency, range) : undefined
    if (ids) return { ids, total }
  }
  if (query.isSearch || !order.isIndexed) return await pageByMatches(tenant, query, range)
  if (filters.length === 0 && !order.filled) return await ofAll(tenant, query, range)
  if (query.readsAll && page === 1) return (await cached(tenant, matchesOf(query, range)))[0]!
  const total = await count(tenant, query)
  if (total <= maxSorted) return await pageByMatches(tenant, query, range)
  if (!order.filled) return { ids: await pageByIndex(tenant, query, range, total), total }
  return { ids: await pageByParts(tenant, query, order.filled, range, total), total }
}

/**
 * The source of a page's rows: those of these ids, looked up one by one (`offset 0`), in order by `requested.place`. By itself the
 * planner underestimates an organization (`set statistics 0` in 0001_baseline.sql) and reads all of it first: as a condition
 * (`id = any`) a page of 50,000 investors took 10 ms of CPU instead of 3, as a join one of 20,000 investments took 17 instead of 3.
 */
export const rowsByIds = (
  tenant: Tenant,
  table: string,
  as: string,
  ids: readonly string[],
): RawBuilder<unknown> => sql`
  unnest(${ids}::uuid[]) with ordinality requested (id, place)
  cross join lateral (
    select * from ${sql.table(table)} x where x.organization_id = ${tenant.organization_id} and x.id = requested.id offset 0) ${sql.ref(as)}`

interface PageRange {
  begin: number
  length: number
}

/** Without filters: the page comes from the sort index, and the total from counters that triggers maintain. */
async function ofAll(
  tenant: Tenant,
  { from, id, live, order, direction, kind }: PageQuery,
  { begin, length }: PageRange,
) {
  const { rows } = await sql<{ ids: string[]; total: number }>`
    select coalesce((select live from record_counts
        where organization_id = ${tenant.organization_id} and kind = ${kind}), 0) as total,
      array(select ${id} from ${from} where ${live} ${ordered([...order.keys, id], direction)}
        limit ${length} offset ${begin}) as ids`.execute(tenant.db)
  return rows[0]!
}

async function count(tenant: Tenant, { from, live, filters }: PageQuery): Promise<number> {
  const matching = sql.join([live, ...filters], sql` and `)
  const [counted] = await cached(
    tenant,
    sql<{ total: number }>`select count(*) as total from ${from} where ${matching}`,
  )
  return counted!.total
}

/** Reads the rows with a value and then those without, because an index would put empty values first in one direction. */
async function pageByParts(
  tenant: Tenant,
  query: PageQuery,
  filled: RawBuilder<unknown>,
  { begin, length }: PageRange,
  total: number,
) {
  const part = (condition: RawBuilder<unknown>) => ({ ...query, filters: [...query.filters, condition] })
  const [some, none] = [part(filled), part(sql`not (${filled})`)]
  const filledTotal = await count(tenant, some)
  const ids = await pageByIndex(tenant, some, { begin, length }, filledTotal)
  if (ids.length === length) return ids
  const rest = { begin: Math.max(0, begin - filledTotal), length: length - ids.length }
  return [...ids, ...(await pageByIndex(tenant, none, rest, total - filledTotal))]
}

/**
 * Walks the sort index, which also has the usual filters, from its nearer end: only the page's own rows are looked up in the
 * table.
 */
async function pageByIndex(tenant: Tenant, query: PageQuery, { begin, length }: PageRange, total: number) {
  const { from, id, live, filters, order, direction } = query
  const [shown, rest] = [Math.min(length, total - begin), total - begin - length]
  const isNearEnd = begin > total / 2
  const towards = isNearEnd ? opposite[direction] : direction
  if (shown <= 0) return []
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from ${from} where ${sql.join([live, ...filters], sql` and `)}
    ${ordered([...order.keys, id], towards)} limit ${shown} offset ${isNearEnd ? Math.max(0, rest) : begin}`.execute(
    tenant.db,
  )
  const ids = rows.map((row) => row.id)
  return isNearEnd ? ids.reverse() : ids
}
const opposite = { asc: 'desc', desc: 'asc' } as const

/** A page merged from the currencies' indexes by converted value. Returns undefined if the page reaches rows without a value. */
async function pageByCurrencies(
  tenant: Tenant,
  query: PageQuery,
  { amount, currency, shown, rates }: PerCurrency,
  { begin, length }: PageRange,
): Promise<string[] | undefined> {
  const { from, id, live, filters, direction } = query
  const rated = sql`${currency} = any (array(select jsonb_object_keys(${rates})))`
  const valued = await count(tenant, { ...query, filters: [...filters, shown, rated] })
  if (begin + length > valued) return undefined
  const { rows } = await sql<{ id: string }>`
    select m.id from jsonb_each_text(${rates}) r (code, rate) cross join lateral (
      select ${id} as id, ${amount} * r.rate::numeric as value from ${from}
      where ${sql.join([live, ...filters, shown], sql` and `)} and ${currency} = r.code
      ${ordered([amount, id], direction)} limit ${begin + length}) m
    ${ordered([sql`m.value`, sql`m.id`], direction)} limit ${length} offset ${begin}`.execute(tenant.db)
  return rows.map((row) => row.id)
}

async function pageByMatches(tenant: Tenant, query: PageQuery, range: PageRange) {
  return (await matchesOf(query, range).execute(tenant.db)).rows[0]!
}

function matchesOf(query: PageQuery, { begin, length }: PageRange): RawBuilder<{ ids: string[]; total: number }> {
  const { from, id, live, filters, order, direction } = query
  const keys = order.keys.map((key, place) => sql`${key} as ${sql.ref(`key${place}`)}`)
  const names = order.keys.map((_, place) => sql.ref(`key${place}`))
  // Materialized: because of the limit the planner would walk the sort index past all that does not match. It is
  // also the one scan for page and total.
  return sql<{ ids: string[]; total: number }>`
    with hits as materialized (
      select ${sql.join([sql`${id} as id`, sql`${rankOf(order)} as rank`, ...keys])} from ${from} ${order.joins ?? sql``}
      where ${sql.join([live, ...filters], sql` and `)})
    select (select count(*) from hits) as total,
      array(select id from hits order by rank, ${sorted(names, direction)}, id ${sql.raw(direction)}
        limit ${length} offset ${begin}) as ids`
}

// The cast is needed because `order by 0` would mean column number 0.
const rankOf = ({ rank, filled }: Order) => rank ?? (filled ? sql`(not (${filled}))::integer` : sql`0::integer`)

/** Empty values come last in both directions. */
const sorted = (keys: readonly RawBuilder<unknown>[], direction: 'asc' | 'desc') =>
  sql.join(keys.map((key) => sql`${key} ${sql.raw(direction)} nulls last`))

/** The order of the index itself, without `nulls last`, so that Postgres can use the index. */
const ordered = (columns: readonly RawBuilder<unknown>[], direction: 'asc' | 'desc') =>
  sql`order by ${sql.join(columns.map((column) => sql`${column} ${sql.raw(direction)}`))}`

/** The ids of all pages, in batches. */
export async function* allIds(
  tenant: Tenant,
  { from, id, live, filters, order, direction }: PageQuery,
): AsyncGenerator<string[]> {
  const query = sql<{ id: string }>`
    select ${id} as id from ${from} ${order.joins ?? sql``} where ${sql.join([live, ...filters], sql` and `)}
    ${fullOrder(order, id, direction)}`
  for await (const rows of fetchInBatches(tenant, query)) yield rows.map((row) => row.id)
}

/** The complete `order by` clause, for a query or a window function. The query must also have `order.joins`. */
export const fullOrder = (order: Order, id: RawBuilder<unknown>, direction: 'asc' | 'desc'): RawBuilder<unknown> =>
  sql`order by ${rankOf(order)}, ${sorted(order.keys, direction)}, ${id} ${sql.raw(direction)}`

/** The rows in the order of the ids; rows deleted in the meantime are left out. */
export function sortByIds<T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The `order by` of a short list for a parameter such as `-name`. Empty values come last here, too. */
export function inOrder(
  keys: Record<string, RawBuilder<unknown>>,
  sort: string,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  return sql`${keys[sort.replace('-', '')]!} ${direction} nulls last, ${id}`
}

// Pagination of a list: ids first, from an index or the matches alone; only the page's rows are read in full.
import { type RawBuilder, sql } from 'kysely'
import { cached } from './cache.ts'
import { fetchInBatches, type Tenant } from './index.ts'

export interface PageQuery {
  /** With its alias: `investments i`. */
  from: RawBuilder<unknown>
  /** The id's column: `i.id`. */
  id: RawBuilder<unknown>
  /** Which rows exist: those of the organization that are not deleted. */
  live: RawBuilder<unknown>
  /** The conditions of the search and filters. */
  filters: readonly RawBuilder<unknown>[]
  /** The sort keys, as an index has them. Rows with equal keys are in the order of their ids. */
  keys: readonly RawBuilder<unknown>[]
  direction: 'asc' | 'desc'
  page?: number | undefined
  per_page?: number | undefined
  /** The table's kind in `record_counts`. */
  kind: string
  /** Whether an index has the order together with the usual filters: none has search words or a past day. */
  isIndexed: boolean
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
  const { page = 1, per_page = 20 } = query
  const range = { begin: (page - 1) * per_page, length: per_page }
  if (query.filters.length === 0) return await ofAll(tenant, query, range)
  if (!query.isIndexed) return await pageByMatches(tenant, query, range)
  const [counted] = await cached(tenant, counting(query))
  const { total } = counted!
  return total > maxSorted
    ? { ids: await pageByIndex(tenant, query, range, total), total }
    : await pageByMatches(tenant, query, range)
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
  { from, id, live, keys, direction, kind }: PageQuery,
  { begin, length }: PageRange,
) {
  const { rows } = await sql<{ ids: string[]; total: number }>`
    select coalesce((select live from record_counts
        where organization_id = ${tenant.organization_id} and kind = ${kind}), 0) as total,
      array(select ${id} from ${from} where ${live} ${ordered([...keys, id], direction)}
        limit ${length} offset ${begin}) as ids`.execute(tenant.db)
  return rows[0]!
}

const counting = ({ from, live, filters }: PageQuery) =>
  sql<{ total: number }>`select count(*) as total from ${from} where ${sql.join([live, ...filters], sql` and `)}`

/**
 * Walks the sort index, which also has the usual filters, from its nearer end: only the page's own rows are looked up in the
 * table.
 */
async function pageByIndex(tenant: Tenant, query: PageQuery, { begin, length }: PageRange, total: number) {
  const { from, id, live, filters, keys, direction } = query
  const [shown, rest] = [Math.min(length, total - begin), total - begin - length]
  const isNearEnd = begin > total / 2
  const towards = isNearEnd ? opposite[direction] : direction
  if (shown <= 0) return []
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from ${from} where ${sql.join([live, ...filters], sql` and `)}
    ${ordered([...keys, id], towards)} limit ${shown} offset ${isNearEnd ? Math.max(0, rest) : begin}`.execute(
    tenant.db,
  )
  const ids = rows.map((row) => row.id)
  return isNearEnd ? ids.reverse() : ids
}
const opposite = { asc: 'desc', desc: 'asc' } as const

async function pageByMatches(tenant: Tenant, query: PageQuery, { begin, length }: PageRange) {
  const names = namesOf(query)
  // Materialized: because of the limit the planner would walk the sort index past all that does not match. It is
  // also the one scan for page and total.
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with hits as materialized (${matching(query)})
    select (select count(*) from hits) as total,
      array(select id from hits ${ordered([...names, sql.ref('id')], query.direction)}
        limit ${length} offset ${begin}) as ids`.execute(tenant.db)
  return rows[0]!
}

const namesOf = ({ keys }: PageQuery) => keys.map((_, place) => sql.ref(`key${place}`))

function matching(query: PageQuery): RawBuilder<unknown> {
  const names = namesOf(query)
  const named = query.keys.map((key, place) => sql`${key} as ${names[place]!}`)
  return sql`select ${sql.join([sql`${query.id} as id`, ...named])} from ${query.from}
    where ${sql.join([query.live, ...query.filters], sql` and `)}`
}

const ordered = (columns: readonly RawBuilder<unknown>[], direction: 'asc' | 'desc') =>
  sql`order by ${sql.join(columns.map((column) => sql`${column} ${sql.raw(direction)}`))}`

/** What `order by` needs for a list sorted by `-field`: empty values are last in both directions, and no two pages overlap. */
export function inOrder(
  keys: Record<string, RawBuilder<unknown>>,
  sort: string,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  return sql`${keys[sort.replace('-', '')]!} ${direction} nulls last, ${id}`
}

/** The ids of all pages, in batches. */
export async function* allIds(
  tenant: Tenant,
  { from, id, live, filters, keys, direction }: PageQuery,
): AsyncGenerator<string[]> {
  const order = sql.join([...keys, id].map((column) => sql`${column} ${sql.raw(direction)}`))
  const query = sql<{ id: string }>`
    select ${id} as id from ${from} where ${sql.join([live, ...filters], sql` and `)} order by ${order}`
  for await (const rows of fetchInBatches(tenant, query)) yield rows.map((row) => row.id)
}

/** The rows in the order of the ids; rows deleted in the meantime are left out. */
export function sortByIds<T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

// Pagination of a list: ids first, from the cache, an index or the matches alone; only the page's rows are read in full.
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

/** How many ids of a list are cached with its count: its first pages, which users view most. */
const first = 200
/** Sorting this few matches costs less than walking an index past everything that does not match. */
const few = 1_000

/** Returns a page's rows in order, and the total on all pages. `whole` reads the rows of given ids, in their order. */
export async function pageOf<Row>(
  tenant: Tenant,
  cut: PageQuery,
  whole: (ids: string[]) => Promise<Row[]>,
): Promise<{ data: Row[]; total: number }> {
  const { page = 1, per_page = 20 } = cut
  const begin = (page - 1) * per_page
  const pieceOf = cut.filters.length === 0 ? ofAll : pageByMatches
  // Most searches match nothing while the user is typing.
  const rowsOf = async (ids: string[]) => (ids.length > 0 ? await whole(ids) : [])
  if (cut.filters.length > 0 && cut.isIndexed)
    return await cached(
      tenant,
      counting(cut),
      (seen) => countOf(tenant, cut, seen),
      async (total) => {
        const piece = { begin, length: per_page }
        const ids =
          total > few ? await pageByIndex(tenant, cut, piece, total) : (await pageByMatches(tenant, cut, piece)).ids
        return { data: await rowsOf(ids), total }
      },
    )
  if (begin + per_page > first) {
    const { ids, total } = await pieceOf(tenant, cut, { begin, length: per_page })
    return { data: await rowsOf(ids), total }
  }
  const question = sql`${matching(cut)} ${ordered(namesOf(cut), cut.direction)}`
  const ask = async (seen: RawBuilder<unknown>) => {
    const { snapshot, ...answer } = await pieceOf(tenant, cut, { begin: 0, length: first }, seen)
    return { answer, snapshot }
  }
  return await cached(tenant, question, ask, async ({ ids, total }) => ({
    data: await rowsOf(ids.slice(begin, begin + per_page)),
    total,
  }))
}

/**
 * The source of a page's rows: those of these ids, looked up one by one (`offset 0`), in order by `asked.place`. By itself the
 * planner underestimates an organization (0002_contacts.sql) and reads all of it first: as a condition (`id = any`) a page of
 * 50,000 investors took 10 ms of CPU instead of 3, as a join one of 20,000 investments took 17 instead of 3.
 */
export const rowsByIds = (
  tenant: Tenant,
  table: string,
  as: string,
  ids: readonly string[],
): RawBuilder<unknown> => sql`
  unnest(${ids}::uuid[]) with ordinality asked (id, place)
  cross join lateral (
    select * from ${sql.table(table)} x where x.organization_id = ${tenant.organization_id} and x.id = asked.id offset 0) ${sql.ref(as)}`

interface Piece {
  begin: number
  length: number
}

/** Without filters: the page comes from the sort index, and the total from counters that triggers maintain. */
async function ofAll(
  tenant: Tenant,
  { from, id, live, keys, direction, kind }: PageQuery,
  { begin, length }: Piece,
  seen: RawBuilder<unknown> = sql`null`,
) {
  const { rows } = await sql<{ ids: string[]; total: number; snapshot: string | null }>`
    select coalesce((select live from record_counts
        where organization_id = ${tenant.organization_id} and kind = ${kind}), 0) as total, ${seen} as snapshot,
      array(select ${id} from ${from} where ${live} ${ordered([...keys, id], direction)}
        limit ${length} offset ${begin}) as ids`.execute(tenant.db)
  return rows[0]!
}

const counting = ({ from, live, filters }: PageQuery) =>
  sql`select count(*) as total from ${from} where ${sql.join([live, ...filters], sql` and `)}`

async function countOf(tenant: Tenant, cut: PageQuery, seen: RawBuilder<string | null>) {
  const { rows } = await sql<{ total: number; snapshot: string | null }>`
    select total, ${seen} as snapshot from (${counting(cut)}) counted`.execute(tenant.db)
  return { answer: rows[0]!.total, snapshot: rows[0]!.snapshot }
}

/**
 * Walks the sort index, which also has the usual filters, from its nearer end: only the page's own rows are looked up in the
 * table.
 */
async function pageByIndex(tenant: Tenant, cut: PageQuery, { begin, length }: Piece, total: number) {
  const { from, id, live, filters, keys, direction } = cut
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

async function pageByMatches(
  tenant: Tenant,
  cut: PageQuery,
  { begin, length }: Piece,
  seen: RawBuilder<unknown> = sql`null`,
) {
  const names = namesOf(cut)
  // Materialized: because of the limit the planner would walk the sort index past all that does not match. It is
  // also the one scan for page and total.
  const { rows } = await sql<{ ids: string[]; total: number; snapshot: string | null }>`
    with hits as materialized (${matching(cut)})
    select (select count(*) from hits) as total, ${seen} as snapshot,
      array(select id from hits ${ordered([...names, sql.ref('id')], cut.direction)}
        limit ${length} offset ${begin}) as ids`.execute(tenant.db)
  return rows[0]!
}

const namesOf = ({ keys }: PageQuery) => keys.map((_, place) => sql.ref(`key${place}`))

function matching(cut: PageQuery): RawBuilder<unknown> {
  const names = namesOf(cut)
  const named = cut.keys.map((key, place) => sql`${key} as ${names[place]!}`)
  return sql`select ${sql.join([sql`${cut.id} as id`, ...named])} from ${cut.from}
    where ${sql.join([cut.live, ...cut.filters], sql` and `)}`
}

const ordered = (columns: readonly RawBuilder<unknown>[], direction: 'asc' | 'desc') =>
  sql`order by ${sql.join(columns.map((column) => sql`${column} ${sql.raw(direction)}`))}`

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

// Cuts the page of a list: ids first, from memory, an index or the hits alone; only the page's own rows are read whole.
import { type RawBuilder, sql } from 'kysely'
import { cached } from './cache.ts'
import { fetchInBatches, type Tenant } from './index.ts'

export interface PageQuery {
  /** With its alias: `investments i`. */
  from: RawBuilder<unknown>
  /** The id's column: `i.id`. */
  id: RawBuilder<unknown>
  /** Which rows are there at all: of the organization, and not deleted. */
  live: RawBuilder<unknown>
  /** What the list is searched and filtered by. */
  filters: readonly RawBuilder<unknown>[]
  /** As an index has them. Rows that are equal by all of them stand in the order of their ids. */
  keys: readonly RawBuilder<unknown>[]
  direction: 'asc' | 'desc'
  page?: number | undefined
  per_page?: number | undefined
  /** How `record_counts` calls what the table holds. */
  kind: string
  /** Whether an index has the order together with the usual filters. Words are in none, nor is a past day. */
  isIndexed: boolean
}

/** How many ids of a list are remembered with its count: its first pages, which are the ones people look at. */
const first = 200
/** Sorting so few hits costs less than walking an index past everything that is no hit. */
const few = 1_000

/** A page's rows in their order, and how many there are on all pages. `whole` reads those of some ids, in their order. */
export async function pageOf<Row>(
  tenant: Tenant,
  cut: PageQuery,
  whole: (ids: string[]) => Promise<Row[]>,
): Promise<{ data: Row[]; total: number }> {
  const { page = 1, per_page = 20 } = cut
  const begin = (page - 1) * per_page
  const pieceOf = cut.filters.length === 0 ? ofAll : pageByMatches
  // Nothing found is the end of most searches while somebody types.
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
 * What a page's rows are read from: those of these ids, looked up one by one (`offset 0`), in order by `asked.place`. Left
 * to itself the planner takes an organization for short (0002_contacts.sql) and reads all of it first: as a condition
 * (`id = any`) a page of 50,000 investors took 10 ms of processor instead of 3, joined one of 20,000 investments 17
 * instead of 3.
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

/** Nothing to look for: the page comes from the order's index, and how many there are is kept by triggers. */
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
 * Along the order's index, which also has the usual filters: only the page's own rows are looked up in the table. From its
 * nearer end.
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
  // Materialized: with a limit in sight the planner would walk the order's index past all that does not match. It is
  // also the one scan for page and count.
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

/** The ids of all pages, some at a time. */
export async function* allIds(
  tenant: Tenant,
  { from, id, live, filters, keys, direction }: PageQuery,
): AsyncGenerator<string[]> {
  const order = sql.join([...keys, id].map((column) => sql`${column} ${sql.raw(direction)}`))
  const query = sql<{ id: string }>`
    select ${id} as id from ${from} where ${sql.join([live, ...filters], sql` and `)} order by ${order}`
  for await (const rows of fetchInBatches(tenant, query)) yield rows.map((row) => row.id)
}

/** The rows in the order of the ids; what has gone meanwhile is left out. */
export function sortByIds<T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

// Cuts the page of a list: ids first, from an index or from the hits alone; only the page's own rows are read whole.
import { type RawBuilder, sql } from 'kysely'
import { inBatches, type Tenant } from './index.ts'

export interface Cut {
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
}

/** `ids` in their order, and how many rows there are on all pages. */
export async function cutPage(tenant: Tenant, cut: Cut): Promise<{ ids: string[]; total: number }> {
  const { page = 1, per_page = 20, direction } = cut
  const limit = sql`limit ${per_page} offset ${(page - 1) * per_page}`
  const ordered = (columns: readonly RawBuilder<unknown>[]) =>
    sql`order by ${sql.join(columns.map((column) => sql`${column} ${sql.raw(direction)}`))}`
  if (cut.filters.length === 0) {
    const { rows } = await sql<{ ids: string[]; total: number }>`
      select coalesce((select live from record_counts
          where organization_id = ${tenant.organization_id} and kind = ${cut.kind}), 0) as total,
        array(select ${cut.id} from ${cut.from} where ${cut.live} ${ordered([...cut.keys, cut.id])} ${limit}) as ids`.execute(
      tenant.db,
    )
    return rows[0]!
  }
  const names = cut.keys.map((_, place) => sql.ref(`key${place}`))
  const named = cut.keys.map((key, place) => sql`${key} as ${names[place]!}`)
  // Materialized: with a limit in sight the planner would walk the order's index past all that does not match. It is
  // also the one scan for page and count.
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with hits as materialized (
      select ${sql.join([sql`${cut.id} as id`, ...named])} from ${cut.from}
      where ${sql.join([cut.live, ...cut.filters], sql` and `)})
    select (select count(*) from hits) as total,
      array(select id from hits ${ordered([...names, sql.ref('id')])} ${limit}) as ids`.execute(tenant.db)
  return rows[0]!
}

/** The ids of all pages, some at a time. */
export async function* allIds(
  tenant: Tenant,
  { from, id, live, filters, keys, direction }: Cut,
): AsyncGenerator<string[]> {
  const order = sql.join([...keys, id].map((column) => sql`${column} ${sql.raw(direction)}`))
  const query = sql<{ id: string }>`
    select ${id} as id from ${from} where ${sql.join([live, ...filters], sql` and `)} order by ${order}`
  for await (const rows of inBatches(tenant, query)) yield rows.map((row) => row.id)
}

/** The rows in the order of the ids; what has gone meanwhile is left out. */
export function inOrderOf<T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Begins a statement that is planned once for each connection. Only for statements whose text never varies and whose
 * best plan does not depend on their values, such as "these rows by their ids": there planning costs three times as
 * much as doing it.
 */
export const prepared = sql`/* prepared */`

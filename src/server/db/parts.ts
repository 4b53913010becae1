// Cached sums over all records of an organization, computed in parts: a change invalidates only the parts it touches.
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { isNewerSnapshot, snapshotNow } from './cache.ts'
import { prepared } from './connection-pool.ts'
import { decimalOf, unitsOf } from './decimals.ts'
import type { Kept, Tenant } from './index.ts'

/** Shorter than `changed_parts` keeps its rows. */
const keptFor = '5 hours'
/** Total size of all entries, in characters; beyond it the least recently used is evicted. */
const most = 32_000_000
/** Of up to 256 blocks. */
const maxParts = 128

/** What to compute, as conditions and names for a statement. */
export interface Cut {
  /** The context of the cached entry; undefined if everything is computed. */
  context: string | undefined
  /** Few parts, so that looking up each row is faster than reading all. */
  isFew: boolean
  /** The number of a block's part. */
  part(block: RawBuilder<unknown>): RawBuilder<unknown>
  /** A condition on a block. */
  inParts(block: RawBuilder<unknown>): RawBuilder<unknown>
  /** Ends a subquery in `from` that must run before what is joined to it. */
  first: RawBuilder<unknown>
  /** Replaces `transactions t` in a `from`: the settled ones of the weeks to compute. */
  transactions: RawBuilder<unknown>
}

/** What one statement computes: each row of a part is a key and its sums, `["IDR", "12.5", 3]`. */
export interface Counting {
  /** Common table expressions, with a comma between them. */
  tables: RawBuilder<unknown>
  /** Selects `part` and `cell`, a JSON array. */
  blocks: RawBuilder<unknown>
  /** The same by week, as `week_of` numbers them. */
  weeks?: RawBuilder<unknown>
}

interface Question {
  /** All that the result depends on apart from the records. */
  name: RawBuilder<unknown>
  /** Which changes invalidate it: of the value of investments, or of which contacts can be reached. */
  of: 'blocks' | 'people'
  /** Whether due dates decide what is counted: then a transaction changes more weeks than its own. */
  byDue?: boolean
  /** Whether many requests use the same statement: then it is planned once per connection. */
  isUsual?: boolean
  /** A text; if it differs from that of the cached entry, everything is recomputed. */
  context: (known: string | undefined) => RawBuilder<unknown>
  /** What else to read of the same instant, as JSON. */
  beside?: RawBuilder<unknown>
  /** How many parts to cache; 1 if there are too few records. Called when everything is computed. */
  size: () => Promise<number>
  count: (cut: Cut) => Counting
  /** Whether sums cached under this context are still valid. */
  holds?: (answer: Answer, context: string) => boolean
}

/** Sums by key, unrounded. */
export type Sums = ReadonlyMap<string, readonly bigint[]>
export interface Answer {
  blocks: Sums
  weeks: Sums
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the question's own
  beside: any
  /** Null in a transaction that has written, see cache.ts. */
  snapshot: string | null
}

export async function countedInParts(tenant: Tenant, question: Question): Promise<Answer> {
  const { kept } = tenant.memory
  const { sql: text, parameters } = question.name.compile(tenant.db)
  const key = createHash('sha256')
    .update(JSON.stringify([tenant.organization_id, text, parameters]))
    .digest('base64url')
  const known = kept.get(key)
  const holds = (answer: Answer) => !known || !question.holds || question.holds(answer, known.context)
  const change = known && (await changeSince(tenant, question, known))
  if (known && change?.is_none) {
    const answer = { ...sumsOf(known), beside: change.beside, snapshot: change.snapshot }
    if (holds(answer)) return answer
  } else if (known && change?.is_few) {
    const answer = await counted(tenant, question, known, key)
    if (holds(answer)) return answer
  }
  return await counted(tenant, question, undefined, key)
}

const sumsOf = ({ blocks, weeks }: Pick<Kept, 'blocks' | 'weeks'>) => ({ blocks: blocks.sums, weeks: weeks.sums })

/** Recomputes the parts of `known` that have changed, else everything. */
async function counted(tenant: Tenant, question: Question, known: Kept | undefined, key: string): Promise<Answer> {
  const { kept } = tenant.memory
  const shift = known?.shift ?? 8 - Math.log2(await question.size())
  const { rows } = await statement(tenant, question, known, shift).execute(tenant.db)
  const { blocks, weeks, beside, parts, moved, snapshot, context, at } = rows[0]!
  const next = {
    ...{ context, at, shift },
    blocks: replaced(known?.blocks ?? none, parts, blocks),
    weeks: replaced(known?.weeks ?? none, moved, weeks),
  }
  if (snapshot !== null && shift < 8) {
    kept.delete(key)
    kept.set(key, { ...next, snapshot })
    forgetSome(kept)
  }
  return { ...sumsOf(next), beside, snapshot }
}

const none: Kept['blocks'] = { texts: new Map(), sums: new Map() }

/** Replaces these parts by their new results, and sums all of them. */
function replaced(old: Kept['blocks'], parts: readonly number[], cells: Cell[]): Kept['blocks'] {
  const texts = new Map(old.texts)
  const sums = new Map(old.sums)
  const add = (cell: string[] | readonly (string | number)[], sign: bigint) => {
    const [name, ...values] = cell as [string, ...(string | number)[]]
    const before = sums.get(name)
    sums.set(
      name,
      values.map((value, place) => (before?.[place] ?? 0n) + sign * unitsOf(String(value))),
    )
  }
  for (const part of parts) {
    for (const cell of JSON.parse(texts.get(part) ?? '[]')) add(cell, -1n)
    texts.delete(part)
  }
  for (const [part, theirs] of cells) {
    for (const cell of theirs) add(cell, 1n)
    texts.set(part, JSON.stringify(theirs))
  }
  for (const [name, values] of sums) if (values.every((value) => value === 0n)) sums.delete(name)
  return { texts, sums }
}
type Cell = [part: number, cells: (string | number)[][]]

function forgetSome(kept: Map<string, Kept>) {
  const sizeOf = ({ blocks, weeks }: Kept) =>
    [...blocks.texts.values(), ...weeks.texts.values()].reduce((sum, text) => sum + text.length, 0)
  let all = [...kept.values()].reduce((sum, each) => sum + sizeOf(each), 0)
  for (const [key, each] of kept) {
    if (all <= most || kept.size === 1) break
    kept.delete(key)
    all -= sizeOf(each)
  }
}

/** As JSON for a following statement: each row begins with the fields of its key. */
export const sumsAsJson = (sums: Sums): string =>
  JSON.stringify([...sums].map(([name, values]) => [...name.split('|'), ...values.map(decimalOf)]))

/** How many parts to cache for this many records; 1 means none. */
export function partsOf({ memory: { partsOf } }: Tenant, records: number): number {
  let parts = 1
  while (records > partsOf.atLeast && parts < maxParts && parts * partsOf.each < records) parts *= 2
  return parts
}

interface Change {
  is_none: boolean
  /** At most half of the parts or weeks: then looking up each row is faster than reading all. */
  is_few: boolean
  beside: unknown
  snapshot: string | null
}

async function changeSince({ db, organization_id }: Tenant, question: Question, known: Kept): Promise<Change> {
  const { rows } = await sql<Change>`
    ${question.isUsual ? prepared : sql``} with ${dirty(organization_id, question, known)}
    select isempty(blocks) and isempty(weeks) as is_none, (
      select count(distinct b >> ${known.shift}::int) from generate_series(0, 255) b where b <@ blocks) <= ${Math.floor(known.blocks.texts.size / 2)}
      and (select count(*) from unnest(${[...known.weeks.texts.keys()]}::int[]) w where w <@ weeks) <= ${Math.floor(known.weeks.texts.size / 2)} as is_few,
      (${question.beside ?? sql`null`}) as beside, ${snapshotNow} as snapshot, set_config('enable_nestloop', 'on', true)
    from dirty`.execute(db)
  return rows[0]!
}

/** What has changed: by the transactions that are committed now and were not in the cached snapshot. */
function dirty(organization_id: string, { of, byDue = false, context }: Question, known: Kept): RawBuilder<unknown> {
  const all = sql`'{(,)}'::int4multirange`
  const changed = (parts: RawBuilder<unknown>) =>
    sql`case when is_other then ${all} else coalesce((select range_agg(r) from changed, unnest(${parts}) r), '{}') end`
  const weeks = byDue ? sql`weeks + weeks_if_due` : sql`weeks`
  return sql`
    changed as materialized (
      select * from changed_parts where organization_id = ${organization_id}
        and xid >= pg_snapshot_xmin(${known.snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${known.snapshot}::pg_snapshot)),
    dirty as materialized (
      select ${changed(sql.ref(of))} as blocks, ${of === 'people' ? sql`'{}'::int4multirange` : changed(weeks)} as weeks
      from (select ${isNewerSnapshot(known.snapshot)} or ${known.at}::timestamptz < now() - ${keptFor}::interval or (${context(known.context)})::text is distinct from ${known.context}::text
        as is_other) o)`
}

interface Row {
  blocks: Cell[]
  weeks: Cell[]
  beside: unknown
  parts: number[]
  moved: number[]
  context: string
  at: string
  snapshot: string | null
}

/** One statement, so of one instant: what changed, and its new sums. */
function statement(
  { organization_id }: Tenant,
  question: Question,
  known: Kept | undefined,
  shift: number,
): RawBuilder<Row> {
  const part = (block: RawBuilder<unknown>) => sql`${block} >> ${shift}::int`
  const cut: Cut = known
    ? {
        ...{ context: known.context, isFew: true, part, first: sql`offset 0` },
        // These first, then what they belong to: without "offset 0" the planner starts with what it assumes to be short.
        transactions: sql`(
          select t.* from dirty_weeks w join transactions t on t.settled_on >= w.first and t.settled_on <= w.last
          where t.organization_id = ${organization_id} and t.state = 'settled' and t.deleted_at is null offset 0) t`,
        inParts: (block) => sql`${block} = any (array(select block from dirty_blocks))`,
      }
    : {
        context: undefined,
        isFew: false,
        part,
        first: sql``,
        transactions: sql`transactions t`,
        inParts: () => sql`true`,
      }
  const { tables, blocks, weeks } = question.count(cut)
  const what = known
    ? sql`${dirty(organization_id, question, known)},
      dirty_blocks as materialized (
        select b as block from generate_series(0, 255) b
        where b >> ${shift}::int in (select c >> ${shift}::int from generate_series(0, 255) c, dirty where c <@ dirty.blocks)),
      dirty_weeks as materialized (
        select w, date '2000-01-03' + 7 * w as first, date '2000-01-03' + 7 * w + 6 as last
        from (select week_of(min(settled_on)) as first, week_of(max(settled_on)) as last from transactions
          where organization_id = ${organization_id} and state = 'settled' and deleted_at is null) ends,
          dirty, generate_series(ends.first, ends.last) w where w <@ dirty.weeks),`
    : sql``
  const cells = (of: RawBuilder<unknown>) =>
    sql`(select coalesce(json_agg(json_build_array(part, cells)), '[]') from (select part, json_agg(cell) as cells from (${of}) c group by part) p)`
  return sql<Row>`
    ${known && question.isUsual ? prepared : sql``} with ${what} ${tables}
    select ${cells(blocks)} as blocks, ${weeks ? cells(weeks) : sql`'[]'::json`} as weeks, (${question.beside ?? sql`null`}) as beside,
      ${known ? sql`array(select distinct block >> ${shift}::int from dirty_blocks)` : sql`'{}'::int[]`} as parts,
      ${known ? sql`coalesce((select array_agg(x) from unnest(${[...known.weeks.texts.keys()]}::int[]) x, dirty where x <@ dirty.weeks), '{}')` : sql`'{}'::int[]`} as moved,
      (${question.context(known?.context)})::text as context, now()::text as at, ${snapshotNow} as snapshot`
}

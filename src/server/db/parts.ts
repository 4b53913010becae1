// Sums over all records of an organization, remembered in parts: after a change only those that it touched are counted again.
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { isNewerSnapshot, snapshotNow } from './cache.ts'
import { prepared } from './connection-pool.ts'
import { decimalOf, unitsOf } from './decimals.ts'
import type { Kept, Tenant } from './index.ts'

/** Shorter than `changed_parts` are kept. */
const keptFor = '5 hours'
/** Of all questions together, in characters; what was not asked for longest goes first. */
const most = 32_000_000
/** Of 256 blocks. */
const maxParts = 128

/** What is to be counted, as conditions and names in a statement. */
export interface Cut {
  /** That of what is known; undefined when all is counted. */
  context: string | undefined
  /** Only some parts, so that looking up each row is quicker than reading all. */
  isFew: boolean
  /** The number of the part that a block is in. */
  part(block: RawBuilder<unknown>): RawBuilder<unknown>
  /** A condition on a block. */
  inParts(block: RawBuilder<unknown>): RawBuilder<unknown>
  /** Ends a select in a `from` that is to be done before what is joined to it. */
  first: RawBuilder<unknown>
  /** Stands for `transactions t` in a `from`: those of the weeks that are to be counted, if they are settled. */
  transactions: RawBuilder<unknown>
}

/** What one statement counts, each row of a part being a key and its sums: `["IDR", "12.5", 3]`. */
export interface Counting {
  /** Common table expressions, with a comma between them. */
  tables: RawBuilder<unknown>
  /** Selects `part` and `cell`, a JSON array. */
  blocks: RawBuilder<unknown>
  /** The same, a part being a week as `week_of` counts them. */
  weeks?: RawBuilder<unknown>
}

interface Question {
  /** All that the answer depends on besides the records. */
  name: RawBuilder<unknown>
  /** Which changes count: of what investments are worth, or of who can be reached. */
  of: 'blocks' | 'people'
  /** Whether what is due decides on what counts: then a transaction changes more weeks than its own. */
  byDue?: boolean
  /** Whether many ask it in the same words: then it is planned once for each connection. */
  isUsual?: boolean
  /** A text: when it is another one than `known`, that of before, all is counted again. */
  context: (known: string | undefined) => RawBuilder<unknown>
  /** What else is to be known of the same instant, as JSON. */
  beside?: RawBuilder<unknown>
  /** Whether there is so much of it that it is worth being kept in parts, and how many parts then. Asked when all is counted. */
  size: () => Promise<number>
  count: (cut: Cut) => Counting
  /** Whether sums of parts that were counted under this context still say what they are asked for. */
  holds?: (answer: Answer, context: string) => boolean
}

/** Sums by their keys, unrounded. */
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

/** What changed of what is `known`, else all. */
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

/** These parts with what was counted of them now, and all of them added up. */
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

/** As JSON for a statement that goes on with them: each with its key's words in front. */
export const sumsAsJson = (sums: Sums): string =>
  JSON.stringify([...sums].map(([name, values]) => [...name.split('|'), ...values.map(decimalOf)]))

/** How many parts are worth being kept of so many records; 1 is not kept. */
export function partsOf({ memory: { partsOf } }: Tenant, records: number): number {
  let parts = 1
  while (records > partsOf.atLeast && parts < maxParts && parts * partsOf.each < records) parts *= 2
  return parts
}

interface Change {
  is_none: boolean
  /** Half of the parts or weeks at most: then looking up each row is quicker than reading all. */
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

/** What changed since: the transactions that are done now and were not in the snapshot of then. */
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

/** One statement, and so of one instant: what changed, and what is counted of that. */
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
        // First these, then what they belong to: without "offset 0" the planner begins with whatever it takes for short.
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

// All SQL of the search over everything.
import { type RawBuilder, sql } from 'kysely'
import type { Found, FoundKind } from '../../contract/search.ts'
import { prepared } from '../db/connection-pool.ts'
import type { Tenant } from '../db/index.ts'
import { isShort, type Terms } from './terms.ts'

export interface SearchInput extends Terms {
  /** The parts of numbers that the search means, if it means one. */
  pieces: string[]
  /** How the numbers begin that it may mean, with + and the country's code. */
  beginnings: string[]
}

export type FoundRow = Omit<Found, 'phone_text'> & { kind: FoundKind; rank: number; phone: string | null }

interface SearchKind {
  kind: FoundKind
  table: string
  /** Which rows there are besides those that are deleted; `r` is the row. */
  besides?: RawBuilder<unknown>
  /** So many that a word of all of them is looked for among the last changed ones before an index is asked. */
  isLarge?: boolean
  /** Of `r`, each under its name in `FoundRow`; what is missing is null. */
  shown: Partial<Record<'code' | 'phone' | 'details' | 'amount' | 'currency' | 'status' | 'state', RawBuilder<unknown>>>
  name?: string
}

const filled = (...columns: string[]) =>
  sql`array_remove(array[${sql.join(columns.map((column) => sql.ref(`r.${column}`)))}], '')`

const kinds: SearchKind[] = [
  {
    ...{ kind: 'contact', table: 'contacts', isLarge: true },
    shown: { phone: sql`r.phone`, details: filled('company', 'email') },
  },
  {
    ...{ kind: 'investor', table: 'investors', isLarge: true },
    shown: {
      code: sql`r.code`,
      details: filled('city', 'email'),
      state: sql`case when r.archived_at is not null then 'archived' end`,
    },
  },
  {
    ...{ kind: 'investment', table: 'investments', isLarge: true, name: 'title' },
    shown: {
      code: sql`r.reference`,
      amount: sql`money(coalesce(r.committed_amount, r.expected_amount), r.currency)::text`,
      currency: sql`r.currency`,
      status: sql`(select json_build_object('name', s.name, 'color', s.color) from investment_statuses s
        where s.organization_id = r.organization_id and s.id = r.status_id)`,
    },
  },
  {
    ...{ kind: 'offering', table: 'offerings' },
    shown: { state: sql`case when r.state = 'closed' then 'closed' end`, currency: sql`r.currency` },
  },
  { kind: 'template', table: 'templates', shown: {} },
  {
    ...{ kind: 'broadcast', table: 'broadcasts', besides: sql`r.test_of is null` },
    shown: { state: sql`r.status` },
  },
  { kind: 'broadcast_group', table: 'broadcast_groups', shown: {} },
]

/** Of so many that were changed last those are taken that have the words where words begin. */
const recent = 150
/** Of these: then so many more have them that reading the index costs more than the best of them are worth. */
const often = 15
/** As many as are compared, where more have the words. */
const compared = 200

/** At most `most` of each kind, the best first, all in one statement. */
export async function everywhere(tenant: Tenant, { pieces, ...terms }: SearchInput, most: number): Promise<FoundRow[]> {
  // Of a number always two, so that all numbers are asked for with the same words.
  const asked = { ...terms, pieces: pieces.length === 1 ? [...pieces, ...pieces] : pieces }
  const found = kinds.map((kind, place) => {
    const { shown, name = 'name' } = kind
    const column = (value: RawBuilder<unknown> | undefined, type: string, as: string) =>
      sql`${value ?? sql`null`}::${sql.raw(type)} as ${sql.ref(as)}`
    return sql`
      select ${sql.lit(place)} as place, ${sql.lit(kind.kind)} as kind, h.rank, h.name_key, r.id, ${sql.ref(`r.${name}`)} as name,
        ${column(shown.code, 'text', 'code')}, ${column(shown.phone, 'text', 'phone')},
        coalesce(${shown.details ?? sql`null`}, '{}'::text[]) as details, ${column(shown.amount, 'text', 'amount')},
        ${column(shown.currency, 'text', 'currency')}, ${column(shown.status, 'json', 'status')}, ${column(shown.state, 'text', 'state')}
      from (${best(tenant, kind, asked, most)}) h
      join ${sql.table(kind.table)} r on r.organization_id = ${tenant.organization_id} and r.id = h.id`
  })
  const { rows } = await sql<FoundRow>`
    ${isUsual(asked) ? prepared : sql``} with asked as materialized (${termsIn(asked)})
    select kind, rank, id, name, code, phone, details, amount, currency, status, state
    from (${sql.join(found, sql` union all `)}) every_kind
    order by place, rank, name_key, id`.execute(tenant.db)
  return rows
}

/**
 * What is typed most: nothing long enough, one word, two, one and the beginning of the next, or a number. Planned anew
 * each time, that alone takes as long as finding or longer; but each plan that is kept takes up to 3 MB of each connection, and
 * with numbers, amounts and six words of either length there are some hundred of them (40: 137 MB; these five: 10).
 */
function isUsual({ words, pieces, amounts }: SearchInput): boolean {
  if (pieces.length > 0) return words.length === 1 && !isShort(words[0]!)
  if (amounts.length > 0) return false
  return words.length === 0 || (words.length <= 2 && !isShort(words[0]!))
}

/**
 * The ids of a kind, each with how well it matches. A kind is asked three times at most, as long as there are too few:
 *
 * 1. whose name, number or amount begins so or is it: one stretch of an index;
 * 2. who has the words where words begin, of those that were changed last: what very many records have is found there,
 *    where the index of trigrams would have to be read for all of them before the first is seen;
 * 3. who has the words anywhere, by that index.
 */
function best(tenant: Tenant, kind: SearchKind, asked: SearchInput, most: number): RawBuilder<unknown> {
  const { table, besides = sql`true`, isLarge = false } = kind
  const live = sql`r.organization_id = ${tenant.organization_id} and r.deleted_at is null and ${besides}`
  const rows = sql`${sql.table(table)} r where ${live}`
  const limit = sql`limit ${sql.lit(most)}`
  const atOnce = sql.join(
    [
      sql`(select r.id, 0 as rank, r.name_key from ${rows} and r.name_key >= ${term('whole')} and r.name_key < ${term('after_whole')}
        and ${term('can_begin')} order by r.name_key, r.id ${limit})`,
      ...(table === 'contacts' && asked.pieces.length > 0 ? [byNumber(rows, limit)] : []),
      ...(table === 'investments' && asked.pieces.length + asked.amounts.length > 0 ? [byAmount(rows, limit)] : []),
    ],
    sql` union all `,
  )
  if (asked.words.length === 0) return sql`select * from (${atOnce}) t ${limit}`
  const atStarts = (record: string) =>
    sql.join(
      asked.words.map((_, nth) => {
        const text = sql`translate(${sql.ref(`${record}.search`)}, ${sql.lit(separators)}, ${sql.lit(spaces)})`
        return sql`' ' || ${text} like ${term(starts(nth))}`
      }),
      sql` and `,
    )
  const fewer = (...parts: string[]) =>
    sql`${sql.join(
      parts.map((name) => sql`(select count(*) from ${sql.ref(name)})`),
      sql` + `,
    )} < ${sql.lit(most)}`
  const rank = sql`case when ${atStarts('l')} then 1 else 2 end as rank`
  const ofRecent = sql`
    recent as materialized (
      select id, rank, name_key from (
        select l.id, ${rank}, l.name_key, count(*) over () as often from (
          select r.id, r.name_key, r.search from ${rows} and ${fewer('at_once')}
          order by r.updated_at desc, r.id desc limit ${sql.lit(recent)}) l
        where ${sql.join(waysOf(kind, asked, 'l'), sql` or `)}) n
      where (rank = 1 or often >= ${sql.lit(often)}) and id not in (select id from at_once) order by rank, name_key ${limit}),`
  const isNeeded = isLarge ? fewer('at_once', 'recent') : fewer('at_once')
  const ways = sql.join(
    waysOf(kind, asked, 'r').map(
      (way) =>
        sql`(select r.id, r.name_key, r.search from ${rows} and ${way} and ${isNeeded} limit ${sql.lit(compared)})`,
    ),
    sql` union all `,
  )
  return sql`
    with at_once as materialized (select * from (${atOnce}) t ${limit}),
    ${isLarge ? ofRecent : sql``}
    inside as materialized (
      select l.id, ${rank}, l.name_key from (${ways}) l)
    select id, min(rank) as rank, min(name_key) as name_key from (
      select * from at_once ${isLarge ? sql`union all select * from recent` : sql``} union all select * from inside) every_way
    group by id order by rank, name_key, id ${limit}`
}

/**
 * Every word is somewhere, or the whole is part of a number: each way apart, so that each is one scan of the index. In
 * a word of one or two characters there are no trigrams, but where it begins one there are; else all would be read that
 * has the other words. Only one of them can be the first of the record.
 */
function waysOf({ table }: SearchKind, { words, pieces }: SearchInput, record: string): RawBuilder<unknown>[] {
  const text = sql.ref(`${record}.search`)
  const shortOnes = words.flatMap((word, nth) => (isShort(word) ? [nth] : []))
  const withFirst = (first: number | undefined) =>
    sql.join(
      words.map(
        (word, nth) => sql`${text} like ${term((isShort(word) ? (nth === first ? begins : after) : has)(nth))}`,
      ),
      sql` and `,
    )
  const numbers = table === 'contacts' ? pieces : []
  return [...[undefined, ...shortOnes].map(withFirst), ...numbers.map((_, nth) => sql`${text} like ${term(part(nth))}`)]
}

function byNumber(rows: RawBuilder<unknown>, limit: RawBuilder<unknown>) {
  return sql`(select n.id, 0, n.name_key from (select unnest(beginnings) as beginning from asked) b
    cross join lateral (select r.id, r.name_key from ${rows}
      and r.phone collate "C" >= b.beginning and r.phone collate "C" < b.beginning || ':'
      order by r.phone collate "C", r.id ${limit}) n ${limit})`
}

function byAmount(rows: RawBuilder<unknown>, limit: RawBuilder<unknown>) {
  return sql`(select r.id, 0, r.name_key from ${rows} and r.amount_key = any ((select amounts from asked)::text[])
    order by r.name_key, r.id ${limit})`
}

/** Folded as the columns are, once for the whole statement. Folding may make a wildcard, so it comes before the escaping. */
function termsIn({ whole, words, pieces, beginnings, amounts }: SearchInput): RawBuilder<unknown> {
  const escaped = (text: string) => sql`regexp_replace(fold(${text}), '([\\\\%_])', '\\\\\\1', 'g')`
  return sql`select ${sql.join([
    sql`${whole.length <= keyLength}::boolean as can_begin, fold(${whole}) as whole, fold(${whole}) || ${last}::text as after_whole`,
    sql`array(select trim_scale(amount)::text from unnest(${amounts}::numeric[]) amount) as amounts, ${beginnings}::text[] as beginnings`,
    ...words.flatMap((word, nth) => [
      sql`'%' || ${escaped(word)} || '%' as ${has(nth)}`,
      ...(isShort(word)
        ? [sql`${escaped(word)} || '%' as ${begins(nth)}`, sql`'% ' || ${escaped(word)} || '%' as ${after(nth)}`]
        : []),
      sql`'% ' || translate(${escaped(word)}, ${sql.lit(separators)}, ${sql.lit(spaces)}) || '%' as ${starts(nth)}`,
    ]),
    ...pieces.map((piece, nth) => sql`'%' || ${piece}::text || '%' as ${part(nth)}`),
  ])}`
}

const term = (name: RawBuilder<unknown> | string) =>
  sql`(select ${typeof name === 'string' ? sql.ref(name) : name} from asked)`
const has = (nth: number) => sql.ref(`has${nth}`)
const starts = (nth: number) => sql.ref(`starts${nth}`)
const begins = (nth: number) => sql.ref(`begins${nth}`)
const after = (nth: number) => sql.ref(`after${nth}`)
const part = (nth: number) => sql.ref(`part${nth}`)
/** A name's key has more; folding makes some texts longer. */
const keyLength = 40
/** No text that goes on comes after it. */
const last = '\u{10ffff}'
/** What stands before a word besides a space. */
const separators = '@.-_/,()"–'
const spaces = ' '.repeat(separators.length)

// All SQL of the global search.
import { type RawBuilder, sql } from 'kysely'
import type { Found, FoundKind } from '../../../contract/search.ts'
import { prepared } from '../../platform/db/connection-pool.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { shownName } from '../../records/master-data/service.ts'
import { isShort, type Terms } from './terms.ts'

export interface SearchInput extends Terms {
  /** Substrings of phone numbers that the search matches, if it is a number. */
  pieces: string[]
  /** Possible beginnings of the number, with + and calling code. */
  beginnings: string[]
}

export type FoundRow = Omit<Found, 'phone_text'> & { kind: FoundKind; rank: number; phone: string | null }

interface SearchKind {
  kind: FoundKind
  table: string
  /** Condition on row `r` in addition to not being deleted. */
  besides?: RawBuilder<unknown>
  /** Large tables: words are looked up among the recently changed rows before the trigram index is read. */
  isLarge?: boolean
  /** Columns of `r` by their name in `FoundRow`; absent ones are null. */
  shown: Partial<Record<'code' | 'phone' | 'details' | 'amount' | 'currency' | 'status' | 'state', RawBuilder<unknown>>>
  name?: string
}

const filled = (...columns: string[]) =>
  sql`array_remove(array[${sql.join(columns.map((column) => sql.ref(`r.${column}`)))}], '')`

const kindsFor = (tenant: Tenant): SearchKind[] => [
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
      status: sql`(select json_build_object('name', ${shownName(tenant, 's')}, 'color', s.color) from investment_statuses s
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
  {
    ...{ kind: 'task', table: 'tasks', name: 'title' },
    shown: { state: sql`case when r.done_at is not null then 'done' end` },
  },
]

/** Number of recently changed rows that are searched for words at word starts. */
const recent = 150
/** With this many matches among them, reading the whole index would cost more than better matches are worth. */
const often = 15
/** Number of index matches that are ranked. */
const compared = 200

/** At most `maxPerKind` of each kind, best first, in a single statement. */
export async function everywhere(
  tenant: Tenant,
  { pieces, ...terms }: SearchInput,
  maxPerKind: number,
): Promise<FoundRow[]> {
  // Always two pieces, so that all numbers share one prepared statement.
  const input = { ...terms, pieces: pieces.length === 1 ? [...pieces, ...pieces] : pieces }
  const found = kindsFor(tenant).map((kind, place) => {
    const { shown, name = 'name' } = kind
    const column = (value: RawBuilder<unknown> | undefined, type: string, as: string) =>
      sql`${value ?? sql`null`}::${sql.raw(type)} as ${sql.ref(as)}`
    return sql`
      select ${sql.lit(place)} as place, ${sql.lit(kind.kind)} as kind, h.rank, h.name_key, r.id, ${sql.ref(`r.${name}`)} as name,
        ${column(shown.code, 'text', 'code')}, ${column(shown.phone, 'text', 'phone')},
        coalesce(${shown.details ?? sql`null`}, '{}'::text[]) as details, ${column(shown.amount, 'text', 'amount')},
        ${column(shown.currency, 'text', 'currency')}, ${column(shown.status, 'json', 'status')}, ${column(shown.state, 'text', 'state')}
      from (${best(tenant, kind, input, maxPerKind)}) h
      join ${sql.table(kind.table)} r on r.organization_id = ${tenant.organization_id} and r.id = h.id`
  })
  const { rows } = await sql<FoundRow>`
    ${isUsual(input) ? prepared : sql``} with terms as materialized (${termsIn(input)})
    select kind, rank, id, name, code, phone, details, amount, currency, status, state
    from (${sql.join(found, sql` union all `)}) every_kind
    order by place, rank, name_key, id`.execute(tenant.db)
  return rows
}

/**
 * The most common searches use prepared statements: nothing long enough, one word, two, one and the beginning
 * of the next, or a number. Planning takes as long as the search or longer, but each cached plan takes up to
 * 3 MB per connection, and all combinations are about a hundred (40 plans: 137 MB; these five: 10).
 */
function isUsual({ words, pieces, amounts }: SearchInput): boolean {
  if (pieces.length > 0) return words.length === 1 && !isShort(words[0]!)
  if (amounts.length > 0) return false
  return words.length === 0 || (words.length <= 2 && !isShort(words[0]!))
}

/**
 * Ids of one kind with their rank. Runs up to three searches, while there are too few results:
 *
 * 1. name, number or amount starts with or equals the text: one index range;
 * 2. words at word starts, among the recently changed rows: finds very common words, for which the trigram index would
 *    read every match first;
 * 3. words anywhere, by the trigram index.
 */
function best(tenant: Tenant, kind: SearchKind, input: SearchInput, maxPerKind: number): RawBuilder<unknown> {
  const { table, besides = sql`true`, isLarge = false } = kind
  const live = sql`r.organization_id = ${tenant.organization_id} and r.deleted_at is null and ${besides}`
  const rows = sql`${sql.table(table)} r where ${live}`
  const limit = sql`limit ${sql.lit(maxPerKind)}`
  const atOnce = sql.join(
    [
      sql`(select r.id, 0 as rank, r.name_key from ${rows} and r.name_key >= ${term('whole')} and r.name_key < ${term('after_whole')}
        and ${term('can_begin')} order by r.name_key, r.id ${limit})`,
      ...(table === 'contacts' && input.pieces.length > 0 ? [byNumber(rows, limit)] : []),
      ...(table === 'investments' && input.pieces.length + input.amounts.length > 0 ? [byAmount(rows, limit)] : []),
    ],
    sql` union all `,
  )
  if (input.words.length === 0) return sql`select * from (${atOnce}) t ${limit}`
  const atStarts = (record: string) =>
    sql.join(
      input.words.map((_, nth) => {
        const text = sql`translate(${sql.ref(`${record}.search`)}, ${sql.lit(separators)}, ${sql.lit(spaces)})`
        return sql`' ' || ${text} like ${term(starts(nth))}`
      }),
      sql` and `,
    )
  const fewer = (...parts: string[]) =>
    sql`${sql.join(
      parts.map((name) => sql`(select count(*) from ${sql.ref(name)})`),
      sql` + `,
    )} < ${sql.lit(maxPerKind)}`
  const rank = sql`case when ${atStarts('l')} then 1 else 2 end as rank`
  const ofRecent = sql`
    recent as materialized (
      select id, rank, name_key from (
        select l.id, ${rank}, l.name_key, count(*) over () as often from (
          select r.id, r.name_key, r.search from ${rows} and ${fewer('at_once')}
          order by r.updated_at desc, r.id desc limit ${sql.lit(recent)}) l
        where ${sql.join(waysOf(kind, input, 'l'), sql` or `)}) n
      where (rank = 1 or often >= ${sql.lit(often)}) and id not in (select id from at_once) order by rank, name_key ${limit}),`
  const isNeeded = isLarge ? fewer('at_once', 'recent') : fewer('at_once')
  const ways = sql.join(
    waysOf(kind, input, 'r').map(
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
 * Every word must occur in the record, or the whole text in its number: each alternative separately, so that
 * each is one index scan. A word of one or two characters has trigrams only at a word start, so it must be
 * there; otherwise all rows with the other words would be read. Only one such word can be at the start of the
 * record.
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
  return sql`(select n.id, 0, n.name_key from (select unnest(beginnings) as beginning from terms) b
    cross join lateral (select r.id, r.name_key from ${rows}
      and r.phone collate "C" >= b.beginning and r.phone collate "C" < b.beginning || ':'
      order by r.phone collate "C", r.id ${limit}) n ${limit})`
}

function byAmount(rows: RawBuilder<unknown>, limit: RawBuilder<unknown>) {
  return sql`(select r.id, 0, r.name_key from ${rows} and r.amount_key = any ((select amounts from terms)::text[])
    order by r.name_key, r.id ${limit})`
}

/**
 * Folded like the columns, once per statement. Folding may produce a wildcard, so it comes before the
 * escaping.
 */
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
  sql`(select ${typeof name === 'string' ? sql.ref(name) : name} from terms)`
const has = (nth: number) => sql.ref(`has${nth}`)
const starts = (nth: number) => sql.ref(`starts${nth}`)
const begins = (nth: number) => sql.ref(`begins${nth}`)
const after = (nth: number) => sql.ref(`after${nth}`)
const part = (nth: number) => sql.ref(`part${nth}`)
/** Longest text compared with name keys: they store more, but folding lengthens some texts. */
const keyLength = 40
/** Sorts after every continuation of a text. */
const last = '\u{10ffff}'
/** Characters before a word, apart from a space. */
const separators = '@.-_/,()"–'
const spaces = ' '.repeat(separators.length)

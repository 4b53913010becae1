// Guesses which column fills which field, by its header in several languages, else by its contents.
import type { CustomColumn } from '../../../contract/exports.ts'
import { type ImportField, type ImportKind, isOwnHeader, reimportFields } from '../../../contract/imports.ts'
import { type Guess, general, nameOf, normalize, phoneField } from './headers.ts'
import { reimportFieldsOf } from './reimport-headers.ts'

export interface Column {
  header: string
  field: ImportField | null
}

export interface Layout {
  columns: Column[]
  /** The columns of each field, in order. */
  places: Map<ImportField, number[]>
  /** Columns with numbers, the one most likely mobile first; `label` is the column with the kind of each row's number. */
  phones: { column: number; label: number | undefined }[]
  /** True for a file that Kabar exported. */
  isOwn: boolean
}

/** Records that may be above the header: a title, or a line that groups columns. */
const maxAbove = 10

/** Finds the custom field that a header names. */
export type CustomOf = (header: string) => CustomColumn | undefined

/** Uses the first records. `body`: the number of records above the rows. `isPhone` tells whether a cell reads as a phone number. */
export function guessColumns(
  kind: ImportKind,
  head: string[][],
  isPhone: (cell: string) => boolean,
  customOf: CustomOf = () => undefined,
): { body: number; columns: Column[] } {
  const at = headerOf(kind, head, customOf)
  const header = head[at] ?? []
  if (isOwnHeader(kind, header)) return { body: at + 1, columns: reimportFieldsOf(kind, header, customOf) }
  const named = nameColumns(kind, header, customOf)
  const hasHeader = named.some(({ field }) => field) || !header.some((cell) => isPhone(cell) || isEmail(cell))
  const body = hasHeader ? at + 1 : at
  const columns = hasHeader ? named : header.map((_, index) => ({ header: `Column ${index + 1}`, field: null }))
  if (kind === 'contacts') guessByContent(columns, head.slice(body), isPhone)
  return { body, columns }
}

/** The first record, unless a later one names more fields: at least two, which no row of people or money does. */
function headerOf(kind: ImportKind, head: string[][], customOf: CustomOf): number {
  const named = head
    .slice(0, maxAbove + 1)
    .map((cells) => new Set(cells.flatMap((cell) => customOf(cell) ?? nameOf(kind, cell)?.field ?? [])).size)
  const most = Math.max(...named, 0)
  return most < 2 ? 0 : named.indexOf(most)
}

/** No contact has more numbers or addresses, and each one costs time. */
const maxPlaces = 20

/** Which columns of a row hold which field. */
export function layoutOf(kind: ImportKind, columns: Column[]): Layout {
  const places = new Map<ImportField, number[]>()
  const isOwn = isOwnHeader(
    kind,
    columns.map(({ header }) => header),
  )
  const unread: readonly string[] = isOwn ? [] : reimportFields[kind]
  for (const [column, { field }] of columns.entries()) {
    if (field && unread.includes(field)) continue
    const others = (field && places.get(field)) ?? []
    if (field && others.length < maxPlaces) places.set(field, [...others, column])
  }
  const phones = (places.get(phoneField(kind)) ?? [])
    .map((column) => ({ column, label: labelOf(columns, column), rank: nameOf(kind, columns[column]!.header)?.rank }))
    .sort((a, b) => (a.rank ?? general) - (b.rank ?? general))
    .map(({ column, label }) => ({ column, label }))
  return { columns, places, phones, isOwn }
}

/** Longer texts are no addresses, and the pattern would try every point in them. */
const isEmail = (cell: string) => cell.length < 400 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell.trim())

function nameColumns(kind: ImportKind, header: string[], customOf: CustomOf): Column[] {
  // The name of a custom field counts more than the words that other programs use.
  const guesses = header.map((cell): Pick<Guess, 'field' | 'order'> | undefined => {
    const field = customOf(cell)
    return field ? { field, order: 0 } : nameOf(kind, cell)
  })
  // Several columns may hold phones and addresses; for any other field the best name wins.
  const best = new Map<ImportField, number>()
  for (const guess of guesses)
    if (guess && guess.order < (best.get(guess.field) ?? Infinity)) best.set(guess.field, guess.order)
  const taken = new Set<ImportField>()
  return header.map((cell, index) => {
    const guess = guesses[index]
    const text = cell.trim().slice(0, 200).toWellFormed() || `Column ${index + 1}`
    if (!guess) return { header: text, field: null }
    const counts = mayRepeat(guess.field) || (best.get(guess.field) === guess.order && !taken.has(guess.field))
    if (counts) taken.add(guess.field)
    return { header: text, field: counts ? guess.field : null }
  })
}

/** A person may have several numbers and addresses; one of each is stored. */
export const mayRepeat = (field: ImportField) => /^(contact_)?(phone|email)$/.test(field)

/** Google writes the kind of a number in the column before it: "Phone 1 - Label", "Phone 1 - Value". */
function labelOf(columns: Column[], column: number): number | undefined {
  const before = normalize(columns[column - 1]?.header ?? '')
  return before === 'phone label' || before === 'phone type' ? column - 1 : undefined
}

/** For tables without a header, or with an unknown one: most cells of the column decide. */
function guessByContent(columns: Column[], rows: string[][], isPhone: (cell: string) => boolean) {
  const share = (column: number, test: (cell: string) => boolean) => {
    const cells = rows.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '')
    return cells.length === 0 ? 0 : cells.filter(test).length / cells.length
  }
  const give = (field: ImportField, test: (cell: string) => boolean) => {
    if (columns.some((column) => column.field === field)) return
    const shares = columns.map((column, index) => (column.field ? 0 : share(index, test)))
    const best = Math.max(...shares, 0)
    if (best >= 0.5) columns[shares.indexOf(best)]!.field = field
  }
  give('phone', isPhone)
  give('email', isEmail)
  if (!columns.some(({ field }) => field === 'name' || field === 'first_name' || field === 'last_name')) {
    give('name', (cell) => /\p{L}{2}/u.test(cell) && !isEmail(cell))
  }
}

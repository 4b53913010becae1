// Texts of the cells in a row, cleaned so that they can be stored.
import type { ImportField } from '../../../contract/imports.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { isBlank, plainLine } from '../../../contract/text.ts'
import { unescapeFormula } from '../../platform/downloads/service.ts'
import type { Layout } from './columns.ts'
import type { CellNote } from './csv.ts'
import { maxCellText } from './limits.ts'

/** All values of a field: from several columns, and from cells with several values as Google writes them. */
export function textsOf(cells: string[], layout: Layout, field: ImportField): string[] {
  return (layout.places.get(field) ?? []).flatMap((column) => valuesIn(cells[column] ?? ''))
}

/** The first value, or undefined. */
export const textOf = (cells: string[], layout: Layout, field: ImportField) => textsOf(cells, layout, field)[0] ?? ''

/** A text that may have several lines. */
export function proseOf(cells: string[], layout: Layout, field: ImportField): string {
  const column = layout.places.get(field)?.[0]
  return column === undefined ? '' : plain(cells[column] ?? '').trim()
}

/** Values that are read from one cell. */
const maxValues = 10

export function valuesIn(cell: string): string[] {
  if (cell === '') return []
  // Returned whole, so that every field rejects it as too long: a part of a cut text could pass as a value.
  if (isCut(cell)) return [cell]
  return cell.split(' ::: ', maxValues).map(oneLine).filter(Boolean)
}

function oneLine(cell: string): string {
  return isPlain(cell) ? cell : plainLine(plain(cell)).replace(/\s+/g, ' ').trim()
}

/** Most cells need no cleaning. Checking first halves the time of reading a row. */
const isPlain = (cell: string) => /^(?!["'=])[!-~]+(?: [!-~]+)*$/.test(cell) && !cell.includes(";'")

/** Longer than any field accepts even without the mark at its end, so that no field accepts it. */
const isCut = (cell: string) => cell.length > maxCellText

export function cutCell(cell: string): string {
  if (!isCut(cell)) return cell
  const text = cell.trim()
  if (!isCut(text)) return text
  const isSplit = /[\uD800-\uDBFF]/.test(text[maxCellText - 1]!)
  // Two characters replace half of one, so that a cut text stays recognizable by its length.
  return isSplit ? `${text.slice(0, maxCellText - 1)}……` : `${text.slice(0, maxCellText)}…`
}

/** Shown in the preview, whatever the outcome of the row: the columns whose text is too long to be stored whole. */
export function cutRemarks(cells: string[], layout: Layout): Message[] {
  return cells.flatMap((cell, column) =>
    isCut(cell) ? message('row.cell_shortened', { column: headerOf(layout, column), max: maxCellText }) : [],
  )
}

const headerOf = ({ columns }: Pick<Layout, 'columns'>, column: number): string | Message =>
  columns[column]?.header ?? message('place.column', { number: column + 1 })

/** Columns that are added up: one value for several rows would count several times. */
const summed = new Set<ImportField>(['expected_amount', 'committed_amount', 'transaction_amount', 'amount', 'units'])

/** What the notes on a workbook's cells mean for a row: remarks, and problems that prevent its import. */
export function notedIn(line: number, notes: CellNote[], { columns, places }: Layout) {
  const remarks: Message[] = []
  const problems: Message[] = []
  const fields = new Map([...places].flatMap(([field, of]) => of.map((column) => [column, field] as const)))
  const isOneReference = ([first, last]: readonly [number, number]) =>
    notes.some(
      (note) =>
        'merged' in note &&
        fields.get(note.column) === 'reference' &&
        note.merged[0] <= first &&
        note.merged[1] >= last,
    )
  for (const note of notes) {
    const field = fields.get(note.column)
    const column = headerOf({ columns }, note.column)
    if ('uncalculated' in note) (field ? problems : remarks).push(message('row.formula_without_result', { column }))
    else if (field) {
      const [first, last] = note.merged
      const block = { column, first, last }
      // Rows with one reference are one investment, whose amount counts once.
      const countsOnce = !summed.has(field) || (field.endsWith('ed_amount') && isOneReference(note.merged))
      if (countsOnce) remarks.push(message('row.merged_value', block))
      else if (line === first) remarks.push(message('row.merged_amount_here', block))
      else problems.push(message('row.merged_amount_elsewhere', block))
    }
  }
  return { remarks, problems }
}

/** Removes the sign that marks a cell as text in a spreadsheet, and characters that cannot be stored. */
function plain(cell: string): string {
  if (isPlain(cell)) return cell
  const text = unescapeFormula(unquoted(cell.trim()))
    .replace(/(?![\t\n\r])\p{Cc}/gu, ' ')
    .toWellFormed()
    .normalize('NFC')
  return isBlank(text) ? '' : text
}

/** `="0812"` tells a spreadsheet that the cell is not a number. Parsed by hand: a pattern would try each of a million quotes. */
function unquoted(cell: string): string {
  if (!cell.startsWith('="')) return cell
  let [from, to] = [1, cell.length]
  while (cell[from] === '"') from++
  while (to > from && cell[to - 1] === '"') to--
  const inside = cell.slice(from, to)
  return to === cell.length || inside.includes('"') ? cell : inside
}

export function tooManyCells(cells: string[], layout: Layout): Message | null {
  const extra = cells.slice(layout.columns.length).some((cell) => cell.trim() !== '')
  return extra ? message('row.too_many_cells', { cells: cells.length, count: layout.columns.length }) : null
}

/** Labels in the last row of a table that mark it as a total. */
const totals =
  /^((grand|sub)[ -]?)?total( (umum|keseluruhan|akhir))?$|^(jumlah|sum|summe|suma|subtotal)( (total|keseluruhan))?$|^الإجمالي$/i
export const isTotal = (name: string) => totals.test(name.replace(/\s*:$/, ''))
export const totalRow = message('row.total')

/** Each message once. */
export const distinct = (messages: readonly (Message | null | undefined)[]): Message[] => [
  ...new Map(messages.flatMap((each) => (each ? [[JSON.stringify(each), each] as const] : []))).values(),
]

export const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text)

// Texts of the cells in a row, cleaned so that they can be stored.
import type { ImportField } from '../../contract/imports.ts'
import { isBlank, plainLine } from '../../contract/text.ts'
import { unescapeFormula } from '../downloads/service.ts'
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
export function cutRemarks(cells: string[], layout: Layout): string[] {
  return cells.flatMap((cell, column) =>
    isCut(cell)
      ? `“${layout.columns[column]?.header ?? `Column ${column + 1}`}” has more than ${maxCellText.toLocaleString('en')} characters. Kabar saved only the beginning.`
      : [],
  )
}

/** Columns that are added up: one value for several rows would count several times. */
const summed = new Set<ImportField>(['expected_amount', 'committed_amount', 'transaction_amount', 'amount', 'units'])

/** What the notes on a workbook's cells mean for a row: remarks, and problems that prevent its import. */
export function notedIn(line: number, notes: CellNote[], { columns, places }: Layout) {
  const remarks: string[] = []
  const problems: string[] = []
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
    const header = columns[note.column]?.header ?? `Column ${note.column + 1}`
    if ('uncalculated' in note)
      (field ? problems : remarks).push(
        `The formula in “${header}” has no stored result: open the file in Excel and save it again.`,
      )
    else if (field) {
      const [first, last] = note.merged
      const block = `“${header}” is one merged cell over rows ${first}–${last}`
      // Rows with one reference are one investment, whose amount counts once.
      const countsOnce = !summed.has(field) || (field.endsWith('ed_amount') && isOneReference(note.merged))
      if (countsOnce) remarks.push(`${block}: its value is used for each of them.`)
      else if (line === first) remarks.push(`${block}: its amount is used for this row only.`)
      else problems.push(`${block}. Write the amount of this row, or - for none.`)
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

export function tooManyCells(cells: string[], layout: Layout): string | null {
  const extra = cells.slice(layout.columns.length).some((cell) => cell.trim() !== '')
  if (!extra) return null
  return layout.columns.length === 1
    ? `This row has ${cells.length} cells, but there is 1 column. Put quotes around texts that contain the separator.`
    : `This row has ${cells.length} cells, but there are ${layout.columns.length} columns. Put quotes around texts that contain the separator.`
}

/** Labels in the last row of a table that mark it as a total. */
const totals =
  /^((grand|sub)[ -]?)?total( (umum|keseluruhan|akhir))?$|^(jumlah|sum|summe|suma|subtotal)( (total|keseluruhan))?$|^الإجمالي$/i
export const isTotal = (name: string) => totals.test(name.replace(/\s*:$/, ''))
export const totalRow = 'This looks like a total row: skipped.'

/** All problems of a row, one per line. Null: there are none. */
export const reasonOf = (problems: readonly string[]) => [...new Set(problems)].filter(Boolean).join('\n') || null

/** "a", "a and b", "a, b and c". */
export function enumerate(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

export const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text)

// Parses a table of rates: `day, from, to, rate`. An invalid line reports its error and does not stop the
// others.

import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { Day } from '../../../contract/common.ts'
import { type NumberStyle, Rate } from '../../../contract/currencies.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { currencyCodes } from '../../../contract/money.ts'
import { AppError } from '../../errors.ts'
import { timeSlices } from '../../time-slices.ts'

export interface FileRow {
  line: number
  day: string
  from_currency: string
  to_currency: string
  /** As written if it cannot be parsed. */
  rate: string
  message: Message | null
}

const columnNames = {
  day: ['day', 'date', 'tanggal', 'tgl', 'hari'],
  from_currency: ['from', 'fromcurrency', 'base', 'dari', 'asal', 'matauangasal'],
  to_currency: ['to', 'tocurrency', 'quote', 'ke', 'menjadi', 'tujuan', 'matauangtujuan'],
  rate: ['rate', 'exchangerate', 'kurs', 'nilaitukar', 'nilai', 'value'],
}
type Column = keyof typeof columnNames
const columns = Object.keys(columnNames) as Column[]
const maxRows = 20_000

/** `style` null: some numbers are ambiguous and nothing in the file decides their format. */
export async function readRateFile(
  text: string,
  requestedStyle?: NumberStyle,
): Promise<{ style: NumberStyle | null; rows: FileRow[] }> {
  const records = await recordsOf(text)
  const first = records[0]
  if (!first) throw unreadable(message('file.empty'))
  const places = placesOf(first.cells)
  const body = places.hasHeader ? records.slice(1) : records
  if (body.length > maxRows) throw tooManyRows()
  const numbers = await timeSlices.map(body, ({ cells }) => plain(cells[places.rate] ?? ''))
  const style = requestedStyle ?? styleOf(numbers)
  const seen = new Map<string, FileRow>()
  const rows = await timeSlices.map(body, ({ line, cells }, index) => {
    const cell = (column: Column) => (cells[places[column]] ?? '').trim()
    const row: FileRow = {
      line,
      day: cell('day'),
      from_currency: cell('from_currency').toUpperCase(),
      to_currency: cell('to_currency').toUpperCase(),
      rate: (style && numberOf(numbers[index]!, style)) ?? cell('rate'),
      message: null,
    }
    row.message = faultOf(row, cells.length, first.cells.length, numbers[index]!, style)
    if (row.message) return row
    const key = `${row.day} ${row.from_currency} ${row.to_currency}`
    const before = seen.get(key)
    if (before) row.message = message('rate_file.repeated', { line: before.line })
    else seen.set(key, row)
    return row
  })
  return { style, rows }
}

function faultOf(row: FileRow, cells: number, wanted: number, number: string, style: NumberStyle | null) {
  const { day, from_currency, to_currency, rate } = row
  if (cells !== wanted) {
    return message('rate_file.cells', { count: cells, wanted })
  }
  if (!Day.safeParse(day).success) return message('value.not_date', { text: short(day) })
  const unknown = [from_currency, to_currency].find((code) => !currencyCodes.includes(code))
  if (unknown !== undefined) return message('value.not_currency', { text: short(unknown) })
  if (from_currency === to_currency) return message('rate_file.same_currency')
  if (!style && isAmbiguous(number)) return message('rate_file.number_ambiguous')
  if (!Rate.safeParse(rate).success) return message('value.not_rate', { text: short(rate) })
  return null
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

async function recordsOf(text: string): Promise<{ line: number; cells: string[] }[]> {
  const head = text
    .replace(/^\ufeff/, '')
    .trimStart()
    .split(/\r?\n/, 1)[0]!
  const delimiter = ['\t', ';', ','].find((sign) => head.includes(sign)) ?? ','
  const parser = parse({
    delimiter,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    info: true,
  })
  const records: { line: number; cells: string[] }[] = []
  try {
    const read = Readable.from(piecesOf(text)).pipe(parser) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>
    for await (const { record, info } of read) {
      if (timeSlices.isOver()) await timeSlices.next()
      records.push({ line: info.lines, cells: record })
      // Plus one for the header.
      if (records.length > maxRows + 1) throw tooManyRows()
    }
    return records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unreadable(message('rate_file.quote_open'))
  }
}

/**
 * Parsed in pieces of a few milliseconds. Yields here too, because a line of a million cells yields no record
 * for long.
 */
const pieceLength = 16 * 1024
async function* piecesOf(text: string) {
  for (let at = 0; at < text.length; at += pieceLength) {
    if (timeSlices.isOver()) await timeSlices.next()
    yield text.slice(at, at + pieceLength)
  }
}

const tooManyRows = () => unreadable(message('rate_file.too_long', { max: maxRows }))

/** Column positions: from the header, or the usual order without one. */
function placesOf(cells: string[]): Record<Column, number> & { hasHeader: boolean } {
  const names = cells.map((cell) => cell.toLowerCase().replace(/\P{L}/gu, ''))
  const found = columns.map((column) => names.findIndex((name) => columnNames[column].includes(name)))
  const missing = columns.filter((_, index) => found[index]! < 0)
  const hasHeader = missing.length < columns.length
  if (!hasHeader && (cells.length !== 4 || !/^\s*\d/.test(cells[0]!))) {
    throw unreadable(message('rate_file.no_header'))
  }
  if (hasHeader && missing.length > 0) {
    throw unreadable(
      message('rate_file.columns_missing', {
        columns: missing.map((column) => column.replace('_currency', '')).join(', '),
      }),
    )
  }
  const [day, from_currency, to_currency, rate] = hasHeader ? found : [0, 1, 2, 3]
  return { day: day!, from_currency: from_currency!, to_currency: to_currency!, rate: rate!, hasHeader }
}

/**
 * Normalizes characters and removes spaces between thousands. Other spaced digits and footnote marks are not
 * part of a number.
 */
function plain(cell: string): string {
  const text = cell
    .replace(/\p{No}/gu, '?')
    .normalize('NFKC')
    .trim()
  return /^[1-9]\d{0,2}([\s'’]\d{3})+([.,]\d+)?$/.test(text) ? text.replace(/[\s'’]/g, '') : text
}

/** One separator, once, with three digits after it and one to three before: 16.400 or 16,400. */
const isAmbiguous = (number: string) => /^[1-9]\d{0,2}[.,]\d{3}$/.test(number)

/** Number format of the file: one unambiguous number decides for all. */
function styleOf(numbers: string[]): NumberStyle | null {
  const said = new Set(numbers.map(styleOfOne))
  if (said.has('point') !== said.has('comma')) return said.has('point') ? 'point' : 'comma'
  return said.has('point') || numbers.some(isAmbiguous) ? null : 'point'
}

function styleOfOne(number: string): NumberStyle | undefined {
  if (isAmbiguous(number)) return undefined
  if (numberOf(number, 'point') !== undefined && /[.,]/.test(number)) return 'point'
  return numberOf(number, 'comma') !== undefined && /[.,]/.test(number) ? 'comma' : undefined
}

/** A leading zero cannot start a group of thousands: `0,012` is twelve thousandths. */
function numberOf(number: string, style: NumberStyle): string | undefined {
  const text = style === 'point' ? number : number.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
  return /^(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : undefined
}

function unreadable(detail: Message): AppError {
  return new AppError('file_unreadable', detail)
}

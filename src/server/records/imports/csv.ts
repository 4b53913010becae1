// Parses a CSV file: encoding, delimiter, and records with the line they begin on. Rejects what is not text.

import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Message, message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import { detectEncoding, type Encoding, newDecoder } from './encoding.ts'

export interface SourceRow {
  line: number
  cells: string[]
  /** Only for workbooks, and only where a cell needs a note. */
  notes?: CellNote[] | null
}

/** A note on a cell of a workbook: the first and last row of its merged block, or a formula without a stored result. */
export type CellNote =
  | { column: number; merged: readonly [first: number, last: number] }
  | { column: number; uncalculated: true }

/** Bytes that are examined to detect the format of a file. */
const headBytes = 64 * 1024
/** Parsed in one go, in a few milliseconds. */
const turnBytes = 16 * 1024
/** Longest row: twelve notes of 20,000 characters fit. It limits the memory that a quote without its closing one takes. */
const maxRecordBytes = 256 * 1024

export async function* readRows(file: Buffer): AsyncGenerator<SourceRow> {
  refuseForeign(file)
  const encoding = detectEncoding(file)
  const head = newDecoder(encoding).decode(file.subarray(0, headBytes), { stream: true })
  // Excel's own first line, `sep=;`, is a setting and not a row.
  const setting = /^sep=(.)\r?\n/i.exec(head)
  const parser = parse({
    delimiter: setting?.[1] ?? detectDelimiter(head),
    record_delimiter: '\n',
    from_line: setting ? 2 : 1,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: maxRecordBytes,
    info: true,
  })
  try {
    // The pipeline passes errors of the source on to the parser and its reader.
    const source = pipeline(Readable.from(decode(file, encoding)), parser, () => undefined) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>
    for await (const { record: cells, info } of source) yield { line: info.lines - breaksIn(cells), cells }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = Number(error.records) + 1
    throw unreadable(
      error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
        ? message('csv.quote_open', { row })
        : message('csv.not_table', { row }),
    )
  }
}

export function unreadable(detail: Message): AppError {
  return new AppError('file_unreadable', detail)
}

function refuseForeign(file: Buffer) {
  const start = file.toString('latin1', 0, 256).replace(/^\u00ef\u00bb\u00bf/, '')
  const match = foreign.find(([sign]) => (typeof sign === 'string' ? start.startsWith(sign) : sign.test(start)))
  if (match) throw unreadable(match[1])
  if (detectEncoding(file).startsWith('utf-16')) return
  if (file.subarray(0, headBytes).includes(0)) throw unreadable(message('file.not_text'))
}

const foreign: [start: string | RegExp, detail: Message][] = [
  ['\u00d0\u00cf\u0011\u00e0', message('file.is_xls')],
  ['%PDF', message('file.is_pdf')],
  [/^\s*<(!doctype|html|head|body|table)/i, message('file.is_web_page')],
  [/^\s*<\?xml/i, message('file.is_xml')],
  [/^\s*[[{]\s*["{[]/, message('file.is_json')],
]

/** Decodes in slices and normalizes all line ends, because some files mix them. */
function* decode(file: Buffer, encoding: Encoding): Generator<string> {
  const decoder = newDecoder(encoding)
  let held = ''
  let line = 0
  for (let at = 0; at < file.length; at += turnBytes) {
    const text = held + decoder.decode(file.subarray(at, at + turnBytes), { stream: at + turnBytes < file.length })
    // A CRLF may be split between two slices.
    held = text.endsWith('\r') ? '\r' : ''
    const whole = (held ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n')
    // The parser does not count separators, and a row may consist of a million of them. The parser lags behind by some
    // slices and reports its own errors more precisely.
    const end = whole.lastIndexOf('\n')
    line = end < 0 ? line + whole.length : whole.length - end
    if (line > 3 * maxRecordBytes) throw unreadable(message('csv.row_too_long'))
    if (whole) yield whole
  }
  if (held) yield '\n'
}

const delimiters = [',', ';', '\t', '|']

/** The delimiter that splits the first lines into the same number of cells, outside of quotes; the more cells the better. */
export function detectDelimiter(head: string): string {
  const lines = countPerLine(head)
  const score = (index: number) => {
    const first = lines[0]?.[index] ?? 0
    return first === 0 ? 0 : lines.filter((counts) => counts[index] === first).length * 1000 + first
  }
  const scores = delimiters.map((_, index) => score(index))
  const best = Math.max(...scores)
  return best === 0 ? ',' : delimiters[scores.indexOf(best)]!
}

function countPerLine(head: string): number[][] {
  const lines: number[][] = []
  let counts = delimiters.map(() => 0)
  let quoted = false
  let empty = true
  for (const character of head) {
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '\n' || character === '\r')) {
      if (!empty) lines.push(counts)
      if (lines.length === 20) return lines
      counts = delimiters.map(() => 0)
      empty = true
      continue
    } else if (!quoted) {
      const index = delimiters.indexOf(character)
      if (index >= 0) counts[index] = counts[index]! + 1
    }
    empty = false
  }
  // The last line of the head may be incomplete; it counts only if it is the only one.
  if (!empty && lines.length === 0) lines.push(counts)
  return lines
}

function breaksIn(cells: string[]): number {
  let breaks = 0
  for (const cell of cells) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) breaks++
  return breaks
}

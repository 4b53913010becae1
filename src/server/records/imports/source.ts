// Detects the type of an uploaded file by its content, not its name: workbook, vCards or text table.
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError } from '../../errors.ts'
import { timeSlices } from '../../time-slices.ts'
import { isZip } from './archive.ts'
import { cutCell } from './cells.ts'
import { readRows, type SourceRow, unreadable } from './csv.ts'
import { decodeText } from './encoding.ts'
import { maxCells, maxCellText, maxColumns, maxRows, maxText } from './limits.ts'
import { fillMerged } from './merged.ts'
import { isVcard, readVcards } from './vcard.ts'
import { openWorkbook } from './xlsx.ts'

export interface Source {
  /** The sheets of a workbook and the one that is read; empty and null for other files. */
  sheets: string[]
  sheet: string | null
  /** May be called several times. The first record may hold the headers. Text is parsed again each time, sheets are kept. */
  records(): AsyncIterable<SourceRow>
}

export async function openFile(file: Buffer, sheet?: string): Promise<Source> {
  if (isZip(file)) {
    const workbook = await openWorkbook(file, sheet)
    if (workbook.sheet === null) throw fieldError('invalid_request', 'sheet', message('workbook.no_sheet'))
    const records: SourceRow[] = []
    let [filled, length] = [0, 0]
    for await (const record of within(workbook.records())) {
      for (const cell of record.cells) {
        if (cell !== '') filled++
        length += cell.length
      }
      filled += record.notes?.length ?? 0
      if (filled > maxCells) throw tooManyCells()
      records.push(record)
    }
    await fillMerged(records, workbook.merges, (text) => {
      if (++filled > maxCells) throw tooManyCells()
      length += text.length
      if (length > maxText) throw tooMuchText()
    })
    const width = records[0]?.cells.length ?? 0
    return { ...workbook, records: () => asWide(records, width) }
  }
  const isCards = isVcard(decodeText(file.subarray(0, 512)))
  return { sheets: [], sheet: null, records: () => within(isCards ? readVcards(file) : readRows(file)) }
}

/** Pads each row to the width of the first, lazily: padding all rows at once could fill the memory. */
async function* asWide(records: SourceRow[], width: number): AsyncGenerator<SourceRow> {
  for (const { cells, ...record } of records) {
    yield { ...record, cells: cells.length < width ? [...cells, ...Array(width - cells.length).fill('')] : cells }
    if (timeSlices.isOver()) await timeSlices.next()
  }
}

/** Cleans rows for storage, enforces the limits and yields to other requests. */
async function* within(records: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  let count = 0
  let length = 0
  for await (const record of records) {
    count += 1
    if (count > maxRows + 1) throw tooManyRows()
    for (const cell of record.cells) length += cell.length
    if (length > maxText) throw tooMuchText()
    if (record.cells.length > maxColumns)
      throw unreadable(message('import.too_many_columns', { row: record.line, max: maxColumns }))
    yield storableRow(record)
    if (timeSlices.isOver()) await timeSlices.next()
  }
}

/** Removes what the database cannot store, and cuts cells to the longest field. */
export function storableRow({ cells, ...record }: SourceRow): SourceRow {
  const isWrong = (cell: string) => cell.length > maxCellText || cell.includes('\0') || !cell.isWellFormed()
  if (!cells.some(isWrong)) return { ...record, cells }
  return {
    ...record,
    cells: cells.map((cell) => (isWrong(cell) ? cutCell(cell).toWellFormed().replaceAll('\0', ' ') : cell)),
  }
}

const tooManyRows = () => new AppError('too_large', message('import.too_many_rows', { max: maxRows }))

const tooManyCells = () => new AppError('too_large', message('import.too_many_filled_cells', { max: maxCells }))

const tooMuchText = () => new AppError('too_large', message('import.too_much_text', { max: maxText / 1_000_000 }))

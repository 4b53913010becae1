// What an uploaded file is, by what is in it and not by its name: a workbook, vCards, or a table of text.
import { fieldError } from '../errors.ts'
import { type Record, readRecords } from './csv.ts'
import { decodeText } from './encoding.ts'
import { isVcard, readVcards } from './vcard.ts'
import { isZip, openWorkbook } from './xlsx.ts'

export interface Source {
  /** Of a workbook, those to choose from and the one that is read; else none. */
  sheets: string[]
  sheet: string | null
  /** May be asked several times. The first record may name the columns. Text is read anew each time, sheets are kept. */
  records(): AsyncIterable<Record> | Iterable<Record>
}

export async function openFile(file: Buffer, sheet?: string): Promise<Source> {
  if (isZip(file)) {
    const workbook = await openWorkbook(file, sheet)
    if (workbook.sheet === null)
      throw fieldError('invalid_request', 'sheet', 'There is no such sheet in this workbook.')
    const records: Record[] = []
    for await (const record of allKeepable(workbook.records())) records.push(record)
    return { ...workbook, records: () => records }
  }
  const isCards = isVcard(decodeText(file.subarray(0, 512)))
  return { sheets: [], sheet: null, records: () => allKeepable(isCards ? readVcards(file) : readRecords(file)) }
}

async function* allKeepable(records: AsyncIterable<Record> | Iterable<Record>) {
  for await (const record of records) yield keepable(record)
}

/** Without what the database cannot hold. */
export function keepable({ line, cells }: Record): Record {
  const isWrong = (cell: string) => cell.includes('\0') || !cell.isWellFormed()
  if (!cells.some(isWrong)) return { line, cells }
  return { line, cells: cells.map((cell) => (isWrong(cell) ? cell.toWellFormed().replaceAll('\0', ' ') : cell)) }
}

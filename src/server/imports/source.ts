// What an uploaded file is, by what is in it and not by its name: a workbook, vCards, or a table of text.
import { type Record, readRecords } from './csv.ts'
import { decodeText } from './encoding.ts'
import { isVcard, readVcards } from './vcard.ts'
import { isZip, readWorkbook } from './xlsx.ts'

/** May be read several times; the first record may name the columns. Text is read anew each time, the rest is kept. */
export async function openFile(file: Buffer): Promise<() => AsyncIterable<Record> | Iterable<Record>> {
  if (isZip(file)) {
    const records: Record[] = []
    for await (const record of readWorkbook(file)) records.push(keepable(record))
    return () => records
  }
  const isCards = isVcard(decodeText(file.subarray(0, 512)))
  return () => allKeepable(isCards ? readVcards(file) : readRecords(file))
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

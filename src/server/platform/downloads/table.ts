// Exports a list as CSV or XLSX, one line per record, streamed.

import type { TableColumn } from '../../../contract/exports.ts'
import { timeSlices } from '../../time-slices.ts'
import { inChunks } from './chunks.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import type { DownloadFile } from './download-file.ts'
import { type Cell, xlsx } from './xlsx.ts'

export type TableFormat = 'csv' | 'xlsx'

export type { TableColumn }

/** `name`: of the file without its extension, and of the sheet. */
export function tableFile<Row>(
  { name, format, columns }: { name: string; format: TableFormat; columns: readonly TableColumn<Row>[] },
  batches: AsyncIterable<readonly Row[]>,
): DownloadFile {
  const head = columns.map(({ header }) => header)
  if (format === 'csv')
    return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', content: csv(head, columns, batches) }
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { name: `${name}.xlsx`, type, content: xlsx(name, head, cellsOf(columns, batches)) }
}

async function* csv<Row>(
  head: string[],
  columns: readonly TableColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(byteOrderMark + csvLine(head))
  for await (const rows of batches) yield* inChunks(rows, (row) => csvLine(columns.map(({ value }) => value(row))))
}

async function* cellsOf<Row>(
  columns: readonly TableColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Cell[]> {
  for await (const rows of batches)
    for (const row of rows) {
      if (timeSlices.isOver()) await timeSlices.next()
      yield columns.map(({ kind, value }) => {
        const raw = value(row)
        if (raw === null || raw === undefined) return undefined
        const text = String(raw)
        return kind === 'decimal' ? { decimal: text } : kind === 'day' ? { day: text } : { text }
      })
    }
}

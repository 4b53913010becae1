// Merged cells of a sheet: every row of a block gets its value.
import { timeSlices } from '../../time-slices.ts'
import type { SourceRow } from './csv.ts'
import { maxColumns } from './limits.ts'

/** A block over several rows. Only its first column has a value. */
export interface Merge {
  column: number
  first: number
  last: number
}

/** Parses `B2:C3`. Undefined for a block of one row, and for a column that is not imported. */
export function mergeOf(ref = ''): Merge | undefined {
  const [, from = '', top = '', bottom = ''] =
    /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?[A-Z]{1,3}\$?(\d{1,7})$/i.exec(ref) ?? []
  const column = columnNumber(from)
  const [first, last] = [Number(top), Number(bottom)]
  return from && column <= maxColumns && first < last ? { column: column - 1, first, last } : undefined
}

/** `B` is 2. */
export function columnNumber(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

/**
 * Skips rows without any cell of their own. Blocks that overlap or have further values are ignored: no
 * spreadsheet program writes them.
 * `count` is called with each value that is filled in, and may throw.
 */
export async function fillMerged(records: SourceRow[], merges: Merge[], count: (text: string) => void): Promise<void> {
  let before: Merge | undefined
  for (const merge of merges.sort((a, b) => a.column - b.column || a.first - b.first)) {
    const { column, first, last } = merge
    if (timeSlices.isOver()) await timeSlices.next()
    if (before?.column === column && first <= before.last) continue
    before = merge
    const from = indexOf(records, first)
    const top = records[from]
    if (top?.line !== first) continue
    const text = top.cells[column] ?? ''
    const uncalculated = top.notes?.find((note) => note.column === column)
    if (text === '' && !uncalculated) continue
    let hasOthers = false
    for (let at = from + 1; !hasOthers && at < records.length && records[at]!.line <= last; at++) {
      hasOthers = Boolean(records[at]!.cells[column])
      if (timeSlices.isOver()) await timeSlices.next()
    }
    if (hasOthers) continue
    const note = uncalculated ?? { column, merged: [first, last] as const }
    for (let at = from; at < records.length && records[at]!.line <= last; at++) {
      const record = records[at]!
      if (record !== top) {
        count(text)
        while (record.cells.length < column) record.cells.push('')
        record.cells[column] = text
      }
      record.notes ??= []
      if (record !== top || !uncalculated) record.notes.push(note)
      if (timeSlices.isOver()) await timeSlices.next()
    }
  }
}

/** A block that begins in the header or above it is a title: it has no value for the rows of the body. */
export function withoutTitles(record: SourceRow, header: number): SourceRow {
  const isTitle = (note: NonNullable<SourceRow['notes']>[number]) => 'merged' in note && note.merged[0] <= header
  const columns = (record.notes ?? []).filter(isTitle).map(({ column }) => column)
  if (columns.length === 0) return record
  return {
    ...record,
    cells: record.cells.map((cell, column) => (columns.includes(column) ? '' : cell)),
    notes: record.notes!.filter((note) => !isTitle(note)),
  }
}

/** Index of the first record on that line or below. */
function indexOf(records: SourceRow[], line: number): number {
  let [low, high] = [0, records.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (records[middle]!.line < line) low = middle + 1
    else high = middle
  }
  return low
}

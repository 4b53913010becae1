// Responsive table columns: hides the least important ones when space is short and keeps the others readable.
import type { RowData } from '@tanstack/react-table'
import { useLayoutEffect, useMemo, useState } from 'react'
import type { ColumnMeta, Columns } from './data-columns.ts'

type Fitted = { meta?: ColumnMeta | undefined }

/** `ref` goes on the table's container. All columns are shown until it has been measured. */
export function useColumnWidths<Row extends RowData>(columns: Columns<Row>) {
  const [element, ref] = useState<HTMLElement | null>(null)
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    if (!element) return
    // In rem, like the column widths, so that a larger font size shows fewer columns.
    const measure = () =>
      setRoom(element.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return useMemo(() => {
    const fitted = columnWidths(columns, room)
    const isTooWide = leastWidth(fitted) > room
    const shown = placed(fitted, isTooWide)
    return { ref, fitted: shown, least: leastWidth(shown), isTooWide }
  }, [columns, room])
}

/** Removes columns from the end, those with `wide: 'very'` first. */
export function columnWidths<Column extends Fitted>(columns: readonly Column[], room: number): Column[] {
  const remaining = [...columns]
  for (const wide of ['very', true] as const) {
    while (leastWidth(remaining) > room) {
      const spare = remaining.findLastIndex(({ meta }) => meta?.wide === wide)
      if (spare < 0) break
      remaining.splice(spare, 1)
    }
  }
  return remaining
}

export const leastWidth = (columns: readonly Fitted[]) => columns.reduce((sum, column) => sum + leastOf(column), 0)

/**
 * The title column gets all extra width: shared equally, narrow columns would take it from the name. A table that
 * scrolls sideways has no need to save width there.
 */
function placed<Row extends RowData>(columns: Columns<Row>, isTooWide: boolean): Columns<Row> {
  const isTitleFree = columns.some(({ meta }) => meta?.card === 'title' && !meta.width)
  return columns.map((column) => {
    const { card, width: declared = '' } = column.meta ?? {}
    const isTitle = card === 'title'
    const isPlaced = isTooWide ? !declared.endsWith('rem') : isTitleFree && !isTitle && declared === ''
    if (!isPlaced) return column
    const width = isTitle ? Math.max(leastOf(column), 16) : leastOf(column)
    return { ...column, meta: { ...column.meta, width: `${width}rem` } }
  })
}

/** The title identifies the row. */
function leastOf({ meta = {} }: Fitted) {
  const width = /^([\d.]+)rem$/.exec(meta.width ?? '')?.[1]
  return width ? Number(width) : (meta.least ?? (meta.card === 'title' ? 14 : 8))
}

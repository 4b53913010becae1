// Responsive table columns: hides the least important ones when space is short and keeps the others readable.
import type { RowData } from '@tanstack/react-table'
import { useLayoutEffect, useMemo, useState } from 'react'
import type { ColumnMeta, Columns } from './data-columns.ts'

type Fitted = { meta?: ColumnMeta | undefined }

/** `ref` goes on the table's container. All columns are shown until it has been measured. `reserved`: width in rem of other columns, such as the check boxes. */
export function useColumnWidths<Row extends RowData>(columns: Columns<Row>, reserved = 0) {
  const [element, ref] = useState<HTMLElement | null>(null)
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    if (!element) return
    // In rem, like the column widths, so that a larger font size shows fewer columns.
    const measure = () =>
      setRoom(element.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize) - reserved)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, reserved])
  return useMemo(() => {
    const fitted = columnWidths(columns, room)
    const isTooWide = leastWidth(fitted) > room
    const shown = placed(fitted, isTooWide, room)
    // No minimum before measuring: Chromium keeps a table's width if its minimum shrinks before the first paint.
    const isMeasured = Number.isFinite(room)
    return { ref, fitted: shown, least: isMeasured ? leastWidth(shown) + reserved : 0, isTooWide, isMeasured }
  }, [columns, room, reserved])
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

/** In rem: wide enough for names. A wider title column would only move the figures away from them. */
const widestTitle = 28

/**
 * Gives extra width to the title column, because names need it most; beyond `widestTitle` the other columns get the rest.
 * A table that scrolls sideways has no extra width.
 */
function placed<Row extends RowData>(columns: Columns<Row>, isTooWide: boolean, room: number): Columns<Row> {
  const isTitleFree = columns.some(({ meta }) => meta?.card === 'title' && !meta.width)
  const extra = isTitleFree && !isTooWide && Number.isFinite(room) ? room - leastWidth(columns) : 0
  const title = columns.find(({ meta }) => meta?.card === 'title')
  const others = leastWidth(columns) - (title ? leastOf(title) : 0)
  // Width that the title does not need, as a fraction by which each other column grows.
  const share = title ? Math.max(0, leastOf(title) + extra - widestTitle) / others : 0
  return columns.map((column) => {
    const { card, width: declared = '' } = column.meta ?? {}
    const isTitle = card === 'title'
    if (isTitle && !isTooWide) return column
    const isPlaced = isTooWide ? !declared.endsWith('rem') : isTitleFree && (declared === '' || share > 0)
    if (!isPlaced) return column
    const width = isTitle ? Math.max(leastOf(column), 16) : leastOf(column) * (1 + share)
    return { ...column, meta: { ...column.meta, width: `${width}rem` } }
  })
}

/** The title identifies the row. */
function leastOf({ meta = {} }: Fitted) {
  const width = /^([\d.]+)rem$/.exec(meta.width ?? '')?.[1]
  return width ? Number(width) : (meta.least ?? (meta.card === 'title' ? 14 : 8))
}

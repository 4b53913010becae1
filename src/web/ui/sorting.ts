// Geometry of drag and drop: where a dragged row lands.
export interface RowRect {
  top: number
  height: number
}

/** Drop index of row `from` after it moved by `moved` pixels: it passes a row at the row's middle. */
export function dropIndex(rows: readonly RowRect[], from: number, moved: number): number {
  const { top, height } = rows[from]!
  const middle = (row: RowRect) => row.top + row.height / 2
  const above = rows.filter((row, index) => index < from && top + moved < middle(row)).length
  const below = rows.filter((row, index) => index > from && top + height + moved > middle(row)).length
  return from - above + below
}

/** How far each other row shifts. */
export function shiftedBy(rows: readonly RowRect[], from: number, to: number): number[] {
  const { height } = rows[from]!
  return rows.map((_, index) => {
    if (index > from && index <= to) return -height
    if (index < from && index >= to) return height
    return 0
  })
}

export function reordered<T>(rows: readonly T[], from: number, to: number): T[] {
  const rest = rows.filter((_, index) => index !== from)
  return [...rest.slice(0, to), rows[from]!, ...rest.slice(to)]
}

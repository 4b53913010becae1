// The order of the inbox while somebody works in it. Pure.

interface Ordered {
  id: string
  unanswered: number
}

/**
 * Rows stay where they are when they are answered, so that the next one is still below; who writes moves to the top. `kept`
 * stays even if the filter does not match it any more.
 */
export function inStableOrder<Row extends Ordered>(before: readonly Row[], now: readonly Row[], kept?: string): Row[] {
  const next = new Map(now.map((row) => [row.id, row]))
  const last = new Map(before.map((row) => [row.id, row]))
  const isNew = (row: Row) => !last.has(row.id)
  const hasWritten = (row: Row) => row.unanswered > (last.get(row.id)?.unanswered ?? 0)
  const stay = before
    .flatMap((row) => next.get(row.id) ?? (row.id === kept ? row : []))
    .filter((row) => !hasWritten(row))
  const lastKnown = now.findLastIndex((row) => !isNew(row))
  // Rows after all known ones belong to a further page.
  const further = now.filter((row, at) => isNew(row) && at > lastKnown)
  const first = now.filter((row, at) => at <= lastKnown && (isNew(row) || hasWritten(row)))
  return before.length === 0 ? [...now] : [...first, ...stay, ...further]
}

/** The row `steps` below the chosen one; undefined beyond the ends. */
export function rowAt<Row extends Ordered>(rows: readonly Row[], id: string | undefined, steps: number) {
  const at = rows.findIndex((row) => row.id === id)
  return at < 0 ? rows[0] : rows[at + steps]
}

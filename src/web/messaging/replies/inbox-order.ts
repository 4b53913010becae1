// Keeps the order of the inbox stable while somebody works in it. Pure.

interface Ordered {
  id: string
  unanswered: number
}

/**
 * An answered row keeps its place, so that the next one is still below; a row with a new message moves to the top. `kept`: id of a row
 * that stays even if the filter no longer matches.
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
  // New rows after the last known one belong to a later page.
  const further = now.filter((row, at) => isNew(row) && at > lastKnown)
  const first = now.filter((row, at) => at <= lastKnown && (isNew(row) || hasWritten(row)))
  return before.length === 0 ? [...now] : [...first, ...stay, ...further]
}

/** The row `steps` below the chosen one (above if negative); undefined past either end. */
export function rowAt<Row extends Ordered>(rows: readonly Row[], id: string | undefined, steps: number) {
  const at = rows.findIndex((row) => row.id === id)
  return at < 0 ? rows[0] : rows[at + steps]
}

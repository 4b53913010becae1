// Selection of rows in a list: some by id, or all that match except some. Pure.

export interface Selection {
  /** True: all that match the filters are selected, and `ids` are the exceptions. */
  isAll: boolean
  ids: ReadonlySet<string>
  /** The row that was toggled last, where a range begins. */
  anchor?: string | undefined
}

export const nothing: Selection = { isAll: false, ids: new Set() }
export const everything: Selection = { isAll: true, ids: new Set() }

export const isSelected = ({ isAll, ids }: Selection, id: string) => ids.has(id) !== isAll

/** How many rows are selected. `total`: how many match the filters. */
export const countOf = ({ isAll, ids }: Selection, total: number) => (isAll ? Math.max(0, total - ids.size) : ids.size)

/** Selects or deselects these rows. */
export function withRows({ isAll, ids, anchor }: Selection, rows: readonly string[], selected: boolean): Selection {
  const next = new Set(ids)
  for (const id of rows) {
    if (selected !== isAll) next.add(id)
    else next.delete(id)
  }
  return { isAll, ids: next, anchor }
}

/** Toggles a row. `isRange`: all rows between the last toggled one and this one get its new state. `page`: the rows shown, in order. */
export function chosen(before: Selection, id: string, isRange: boolean, page: readonly string[]): Selection {
  const selected = !isSelected(before, id)
  const [from, to] = [page.indexOf(before.anchor ?? ''), page.indexOf(id)]
  const rows = isRange && from >= 0 && to >= 0 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
  return { ...withRows(before, rows, selected), anchor: id }
}

/** How many rows of a page are selected. */
export function pageState(selection: Selection, page: readonly string[]): 'all' | 'some' | 'none' {
  const count = page.filter((id) => isSelected(selection, id)).length
  if (count === 0) return 'none'
  return count === page.length ? 'all' : 'some'
}

/** The selection as a request of the API. */
export function requestOf<F>({ isAll, ids }: Selection, filters: F, total: number) {
  return isAll ? { filters, except_ids: [...ids], expected_count: countOf({ isAll, ids }, total) } : { ids: [...ids] }
}

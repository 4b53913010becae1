// Which columns a list shows. The view menu changes the choice, and this device remembers it.
import type { RowData } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { type Columns, columnId } from './data-columns.ts'

/** `name` is the list's key in local storage. Columns added later are visible until the user hides them. */
export function useColumns<Row extends RowData>(name: string, all: Columns<Row>) {
  const [said, setSaid] = useState(() => read(name))
  const chosen = useMemo(
    () =>
      all
        .filter((column) => column.meta?.card === 'title' || (said[columnId(column)] ?? !column.meta?.optional))
        // A column that the user chose is shown even when it does not fit.
        .map((column) => (said[columnId(column)] ? { ...column, meta: { ...column.meta, wide: false } } : column)),
    [all, said],
  )
  const choose = (id: string, isWanted: boolean) => {
    const next = { ...said, [id]: isWanted }
    setSaid(next)
    write(name, next)
  }
  const reset = () => {
    setSaid({})
    write(name, {})
  }
  return { columns: chosen, ids: chosen.map(columnId), choice: { all, choose, reset } }
}

export interface ColumnChoice<Row extends RowData> {
  all: Columns<Row>
  /** The chosen columns that fit. */
  shown: Columns<Row>
  choose: (id: string, isWanted: boolean) => void
  reset: () => void
}

type ColumnOverrides = Record<string, boolean>
const keyOf = (name: string) => `columns:${name}`

function read(name: string): ColumnOverrides {
  try {
    const said: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}')
    return said && typeof said === 'object' ? (said as ColumnOverrides) : {}
  } catch {
    return {}
  }
}

function write(name: string, said: ColumnOverrides) {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(said))
  } catch {
    // Storage is full or blocked: the choice lasts until the page is left.
  }
}

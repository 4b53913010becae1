// Which columns a list shows. The view menu changes the choice, and this device remembers it.
import type { RowData } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { type Columns, columnId } from './data-columns.ts'

const usual: ColumnOverrides = {}

/**
 * `name` is the key of the choice in local storage, `base` what it is without one: a saved view's columns. Columns added later are
 * visible until the user hides them.
 */
export function useColumns<Row extends RowData>(name: string, all: Columns<Row>, base: ColumnOverrides = usual) {
  const [stored, setStored] = useState(() => ({ name, said: read(name) }))
  const own = stored.name === name ? stored.said : read(name)
  const said = own ?? base
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
    setStored({ name, said: next })
    write(name, next)
  }
  const reset = () => {
    setStored({ name, said: undefined })
    write(name, undefined)
  }
  return {
    columns: chosen,
    ids: chosen.map(columnId),
    choice: { all, choose, reset },
    /** Columns shown or hidden against their default, and whether the user has changed them since `base`. */
    overrides: said,
    isChosen: own !== undefined && Object.keys({ ...own, ...base }).some((id) => own[id] !== base[id]),
  }
}

export interface ColumnChoice<Row extends RowData> {
  all: Columns<Row>
  /** The chosen columns that fit. */
  shown: Columns<Row>
  choose: (id: string, isWanted: boolean) => void
  reset: () => void
}

export type ColumnOverrides = Record<string, boolean>
const keyOf = (name: string) => `columns:${name}`

function read(name: string): ColumnOverrides | undefined {
  try {
    const said: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null')
    return said && typeof said === 'object' ? (said as ColumnOverrides) : undefined
  } catch {
    return undefined
  }
}

function write(name: string, said: ColumnOverrides | undefined) {
  try {
    if (said) localStorage.setItem(keyOf(name), JSON.stringify(said))
    else localStorage.removeItem(keyOf(name))
  } catch {
    // Storage is full or blocked: the choice lasts until the page is left.
  }
}

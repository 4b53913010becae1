// State of the selected rows of a list. It is kept while the user pages and sorts, and dropped when the filters change.
import { useEffect, useRef, useState } from 'react'
import { useChoice } from '../lib/device-choice.ts'
import {
  chosen,
  countOf,
  everything,
  isSelected,
  nothing,
  pageState,
  type Selection,
  withRows,
} from '../lib/selection.ts'

/** What rows, cards and their headers need. */
export interface RowSelection {
  has: (id: string) => boolean
  choose: (id: string, isRange: boolean) => void
  page: 'all' | 'some' | 'none'
  choosePage: () => void
  /** On a phone: cards show check boxes, and a tap selects. */
  isMode: boolean
}

export function useRowSelection({ ids, total, key }: { ids: readonly string[]; total: number; key: string }) {
  const [state, setState] = useState<{ selection: Selection; key: string; isMode: boolean }>({
    selection: nothing,
    key,
    isMode: false,
  })
  const current = state.key === key ? state : { selection: nothing, key, isMode: false }
  const { selection, isMode } = current
  const put = (next: Selection, mode = true) => setState({ selection: next, key, isMode: mode })
  const page = pageState(selection, ids)
  return {
    selection,
    count: countOf(selection, total),
    start: () => put(selection),
    clear: () => put(nothing, false),
    selectAll: () => put(everything),
    rows: {
      has: (id: string) => isSelected(selection, id),
      choose: (id: string, isRange: boolean) => put(chosen(selection, id, isRange, ids)),
      page,
      choosePage: () => put(withRows(selection, ids, page !== 'all')),
      isMode,
    } satisfies RowSelection,
  }
}

/** Keys of a list: `x` selects the row that has the focus or the pointer, `j` and `k` move, Esc deselects. */
export function useRowKeys(rows: RowSelection | undefined, clear: () => void) {
  const isOn = useChoice('shortcuts') !== 'off'
  const latest = useRef({ rows, clear })
  latest.current = { rows, clear }
  const hasRows = rows !== undefined
  useEffect(() => {
    if (!hasRows) return
    let wentAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element
      // After `g` the next key opens a page.
      const isAfterG = event.timeStamp - wentAt < 1_500
      wentAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (isAfterG) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if (target.closest(typing) || document.querySelector('[role="dialog"], [role="menu"]')) return
      if (event.key === 'Escape') return latest.current.clear()
      const row = target.closest('[data-row]') ?? document.querySelector('main [data-row]:hover')
      const key = event.key.toLowerCase()
      const isSpace = event.key === ' ' && target.matches('[data-row] a')
      if ((isOn && key === 'x') || isSpace) {
        const id = row?.getAttribute('data-row')
        if (!id) return
        event.preventDefault()
        latest.current.rows!.choose(id, event.shiftKey)
      } else if (isOn && (key === 'j' || key === 'k')) {
        event.preventDefault()
        const links = [...document.querySelectorAll<HTMLElement>('[data-row] a[data-open]')]
        const at = links.findIndex((link) => row?.contains(link))
        links[key === 'j' ? at + 1 : Math.max(0, at - 1)]?.focus()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [hasRows, isOn])
}

const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="listbox"], [role="combobox"]'

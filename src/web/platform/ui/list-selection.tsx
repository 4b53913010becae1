// Lets the user select rows of a list, and shows the bar with the actions for the selected ones.
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useBulkActivity } from '../lib/bulk-activity.ts'
import type { BulkPanelProps } from '../lib/page-parts.ts'
import { requestOf } from '../lib/selection.ts'
import { t } from '../lib/text.ts'
import type { DataTableProps } from './data-columns.ts'
import type { Filter } from './filter-bar.tsx'
import { useRowKeys, useRowSelection } from './row-selection.ts'

export interface Bulk<Row> {
  Panel: ComponentType<BulkPanelProps>
  nameOf: (row: Row) => string
  /** The filters of the list, of which the selection is a part. */
  filters: Readonly<Record<string, unknown>>
  /** The export of the selected rows, as the list shows them. */
  exportOf: BulkPanelProps['exportOf']
}

interface ListSelection<Row extends { id: string }> {
  /** For the table; absent if rows cannot be selected. */
  rows: DataTableProps<Row>['selection']
  /** On a phone: shows the check boxes. */
  start: (() => void) | undefined
  bar: ReactNode
}

export function useListSelection<Row extends { id: string }>({
  bulk,
  page,
  sort,
}: Pick<DataTableProps<Row>, 'page'> & { bulk: Bulk<Row> | undefined; sort: string | undefined }): ListSelection<Row> {
  const total = page.data?.pagination.total ?? 0
  const key = JSON.stringify(bulk?.filters)
  const state = useRowSelection({ ids: page.data?.data.map(({ id }) => id) ?? [], total, key })
  const isActive = useBulkActivity()
  useRowKeys(bulk && state.rows, state.clear)
  if (!bulk) return { rows: undefined, start: undefined, bar: false }
  const { filters, exportOf, nameOf, Panel } = bulk
  const bar = (state.count > 0 || state.rows.isMode || isActive) && (
    <Suspense>
      <Panel
        count={state.count}
        total={total}
        isAll={state.selection.isAll && state.selection.ids.size === 0}
        request={requestOf(state.selection, filters, total)}
        sort={sort}
        exportOf={exportOf}
        selectAll={state.selectAll}
        clear={state.clear}
      />
    </Suspense>
  )
  return { rows: { ...state.rows, nameOf }, start: state.start, bar }
}

/** The chip of a list that shows the records of a selection. */
export const selectedFilter = (): Filter => ({
  key: 'bulk_change_id',
  label: t('Selection'),
  text: () => t('earlier selection'),
  useChoices: () => [],
})

// Types of a data table: its columns, their place on a card, the page from the server, and the search parameters.
import {
  type ColumnDef,
  createColumnHelper,
  metaHelper,
  type RowData,
  tableFeatures,
  type useTable,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { Pagination } from './pager.tsx'
import type { RowSelection } from './row-selection.ts'

export interface ColumnMeta {
  /** The API's sort key of this column. */
  sort?: string
  align?: 'end'
  /** CSS width; columns without one share the rest. */
  width?: string
  /** Minimum width in rem of a column that shares the rest; below it the table scrolls sideways. */
  least?: number
  /** Hidden when it does not fit, unless the user chose it; `very`: hidden before the others. */
  wide?: boolean | 'very'
  /** Hidden until the user chooses it. */
  optional?: boolean
  /** Text that wraps to a second line before it is truncated; the default for columns without a renderer. */
  words?: boolean
  /** Place on a card: the title (also the row's link), next to the title, a labelled line, or hidden. */
  card?: 'title' | 'aside' | 'line' | 'hidden'
}
export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() })
// biome-ignore lint/suspicious/noExplicitAny: each column has a value type of its own
export type Columns<Row extends RowData> = ColumnDef<typeof features, Row, any>[]
export const columnsOf = <Row extends RowData>() => createColumnHelper<typeof features, Row>()

export function columnId<Row extends RowData>(column: Columns<Row>[number]): string {
  return String(column.id ?? ('accessorKey' in column ? column.accessorKey : column.header))
}

/** The ids of the columns, for a footer. */
export const footColumns = <Row extends RowData>(columns: Columns<Row>) =>
  columns.map((column) => ({ id: columnId(column), meta: column.meta }))

export interface DataTableProps<Row extends { id: string }> {
  /** Accessible name of the table. */
  label: string
  columns: Columns<Row>
  /** The result of useQuery. */
  page: {
    data: { data: Row[]; pagination: Pagination } | undefined
    error: unknown
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  search: { page?: number; per_page?: number; sort?: string }
  onSearch: (change: { page?: number; sort?: string; per_page?: number }) => void
  /** The server's default order. */
  defaultSort?: string
  /** Address of a row; `at` is its index in the whole list, from 0. */
  rowTo?: (row: Row, at: number) => string
  /** Shown when the list is empty. */
  empty: ReactNode
  /** Shown when no row matches the search. */
  noMatch: ReactNode
  isFiltered: boolean
  /** Rendered below the rows, such as `Totals`. In a table it gets the columns to align with; below cards it gets none. */
  footer?: (columns: Columns<Row> | undefined) => ReactNode
  /** Rendered beside the number of rows, to explain the order. */
  note?: ReactNode
  /** Set if rows can be selected. `nameOf`: for the names of the check boxes. */
  selection?: (RowSelection & { nameOf: (row: Row) => string }) | undefined
}

/** The column of the check boxes, for skeletons and footers. */
export const checkColumn = { id: 'selected', header: '', meta: { width: '2.75rem' } }
/** Its width in rem. */
export const checkWidth = 2.75

export type DataTableModel<Row extends RowData> = ReturnType<typeof useTable<typeof features, Row>>
export type DataTableRows<Row extends RowData> = ReturnType<DataTableModel<Row>['getRowModel']>['rows']

/** Props of the row renderers: the table's props with what was derived from them. */
export type DataTableParts<Row extends { id: string }> = Omit<DataTableProps<Row>, 'rowTo'> & {
  rowTo?: (row: Row) => string
  rows: DataTableRows<Row>
  table: DataTableModel<Row>
}

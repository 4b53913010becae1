// What a table is told: its columns, their place on a card, the page from the server, and the search it shows.
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

export interface ColumnMeta {
  /** The server's name for sorting by this column. */
  sort?: string
  align?: 'end'
  /** Of the table's width, in CSS; the others share the rest. */
  width?: string
  /** What one that shares the rest keeps of it, in rem: the table is moved sideways before that is lost. */
  least?: number
  /** Left out where there is no room for it, unless somebody has chosen it; `very`: before the others. */
  wide?: boolean | 'very'
  /** Not shown until somebody chooses it. */
  optional?: boolean
  /** Told in words, which take a second line before they are cut short; so is every column that draws nothing of its own. */
  words?: boolean
  /** Its place on a card: the title (also the row's link), beside the title, a labelled line, or nowhere. */
  card?: 'title' | 'aside' | 'line' | 'hidden'
}
export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() })
// biome-ignore lint/suspicious/noExplicitAny: each column has a value type of its own
export type Columns<Row extends RowData> = ColumnDef<typeof features, Row, any>[]
export const columnsOf = <Row extends RowData>() => createColumnHelper<typeof features, Row>()

export function columnId<Row extends RowData>(column: Columns<Row>[number]): string {
  return String(column.id ?? ('accessorKey' in column ? column.accessorKey : column.header))
}

export interface DataTableProps<Row extends { id: string }> {
  /** What the table holds, for those who do not see it. */
  label: string
  columns: Columns<Row>
  /** The answer of useQuery. */
  page: {
    data: { data: Row[]; pagination: Pagination } | undefined
    error: unknown
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  search: { page?: number; per_page?: number; sort?: string }
  onSearch: (change: { page?: number; sort?: string }) => void
  /** The order that the server uses when none is asked for. */
  defaultSort?: string
  /** Where a row opens; `at` is its place in the whole list, from 0. */
  rowTo?: (row: Row, at: number) => string
  /** Nothing there at all. */
  empty: ReactNode
  /** Something is there, but not for this search. */
  noMatch: ReactNode
  isFiltered: boolean
  /** Below the rows, part of the table: a `Totals`. */
  footer?: ReactNode
}

export type DataTableModel<Row extends RowData> = ReturnType<typeof useTable<typeof features, Row>>
export type DataTableRows<Row extends RowData> = ReturnType<DataTableModel<Row>['getRowModel']>['rows']

/** What draws the rows: as in the table's own properties, with what was made of them. */
export type DataTableParts<Row extends { id: string }> = Omit<DataTableProps<Row>, 'rowTo'> & {
  rowTo?: (row: Row) => string
  rows: DataTableRows<Row>
  table: DataTableModel<Row>
}

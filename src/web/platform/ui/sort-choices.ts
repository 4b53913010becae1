// Derives the choices of a list's order from its columns.
import type { RowData } from '@tanstack/react-table'
import { t } from '../lib/text.ts'
import type { ColumnMeta, Columns } from './data-columns.ts'

export interface Sorted<Row extends RowData> {
  columns: Columns<Row>
  search: { per_page?: number; sort?: string }
  /** The server's default order. */
  defaultSort?: string | undefined
}

export function sortChoices<Row extends RowData>({ columns, search, defaultSort = '' }: Sorted<Row>) {
  const fields = columns.flatMap(({ header, meta }) => {
    const value = (meta as ColumnMeta | undefined)?.sort
    return value ? [{ value, label: String(header) }] : []
  })
  const order = search.sort ?? defaultSort
  const field = order.replace('-', '')
  // The list does not show the column of its default order, so that choice is added.
  const unshown = { created_at: t('Added'), updated_at: t('Changed') }[field]
  if (unshown && !fields.some(({ value }) => value === field)) fields.unshift({ value: field, label: unshown })
  return { fields, field, isDescending: order.startsWith('-') }
}

// Data table: a server-side list as a table, or as cards on a phone. The caller owns sorting and paging.
import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useTable } from '@tanstack/react-table'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useDensity } from '../lib/device-choice.ts'
import { t } from '../lib/text.ts'
import { Text } from './box.tsx'
import { useIsPhone } from './breakpoints.ts'
import { useColumnWidths } from './column-widths.ts'
import { DataCards } from './data-cards.tsx'
import {
  type ColumnMeta,
  checkColumn,
  checkWidth,
  columnId,
  type DataTableParts,
  type DataTableProps,
  features,
} from './data-columns.ts'
import styles from './data-table.module.css'
import { ErrorState, NoMatch } from './empty.tsx'
import { Pager } from './pager.tsx'
import { RowCheck } from './row-check.tsx'
import { Table } from './table.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

export { type Columns, columnsOf, type DataTableProps } from './data-columns.ts'

const noRows: never[] = []

export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { columns, page, search, onSearch, empty, noMatch, isFiltered } = props
  const isPhone = useIsPhone()
  const density = useDensity()
  const { ref, fitted, least, isTooWide, isMeasured } = useColumnWidths(
    columns,
    props.selection && !isPhone ? checkWidth : 0,
  )
  const shown = props.selection ? [checkColumn as (typeof fitted)[number], ...fitted] : fitted
  const table = useTable({
    features,
    // Cards show all columns.
    columns: isPhone ? columns : fitted,
    data: page.data?.data ?? (noRows as Row[]),
    getRowId: (row) => row.id,
  })

  if (!page.data && page.error) return surface(<ErrorState error={page.error} onRetry={() => page.refetch()} />)
  if (page.data?.pagination.total === 0) return surface(isFiltered ? noMatch : empty)
  const { page: nth = 1, per_page = 20, total_pages = 1 } = page.data?.pagination ?? {}
  // The page number comes from an old address, or the last row of the page was deleted.
  if (nth > total_pages && !page.isPlaceholderData)
    return surface(
      <NoMatch
        title={t('This page is empty')}
        text={t('The list is shorter now.')}
        clearLabel={t('Go to the last page')}
        onClear={() => onSearch({ page: total_pages })}
      />,
    )
  const rows = table.getRowModel().rows
  const rowTo =
    props.rowTo && ((row: Row) => props.rowTo!(row, (nth - 1) * per_page + rows.findIndex(({ id }) => id === row.id)))
  return (
    <div
      ref={ref}
      className={styles.list}
      // Hides the table until its width is measured: a slow browser could otherwise show other columns first, which would jump.
      data-unmeasured={!isMeasured || undefined}
      data-stale={page.isPlaceholderData || undefined}
      data-density={isPhone ? undefined : density}
    >
      {isPhone ? (
        <>
          <DataCards {...props} rowTo={rowTo} rows={rows} table={table} />
          {/* The placeholder cards are shorter than the loaded ones, so sums below them would jump: they wait for the data. */}
          {props.footer && page.data && (
            <Text as="div" mt={12}>
              {surface(props.footer(undefined))}
            </Text>
          )}
        </>
      ) : (
        surface(
          <Sideways label={props.label} isTooWide={isTooWide}>
            {page.data ? (
              <Rows {...props} rowTo={rowTo} rows={rows} table={table} least={least} foot={props.footer?.(shown)} />
            ) : (
              <TableSkeleton columns={shown} rows={search.per_page} least={least} foot={props.footer?.(shown)} />
            )}
          </Sideways>,
        )
      )}
      {page.data && (
        <Pager
          label={props.label}
          pagination={page.data.pagination}
          note={props.note}
          onPage={(next) => onSearch({ page: next })}
        />
      )}
    </div>
  )
}

function surface(content: ReactNode) {
  return (
    <Text as="div" surface className={styles.surface}>
      {content}
    </Text>
  )
}

/** A table that is too wide scrolls next to its fixed title column: by touch, wheel or arrow keys. */
function Sideways({ label, isTooWide, children }: { label: string; isTooWide: boolean; children: ReactNode }) {
  const moving = isTooWide && { 'data-moves': true, 'aria-label': t('{list}, scrolls sideways', { list: label }) }
  return (
    <section
      className={styles.sideways}
      // The arrow keys scroll the focused element.
      tabIndex={isTooWide ? 0 : undefined}
      {...moving}
    >
      {children}
    </section>
  )
}

function Rows<Row extends { id: string }>(props: DataTableParts<Row> & { least: number; foot: ReactNode }) {
  const { table, rows, label, rowTo, least, columns, foot, selection } = props
  const drawn = new Set(columns.filter(({ cell, meta }) => cell && !meta?.words).map(columnId))
  const navigate = useNavigate()
  const open = (event: MouseEvent, row: Row) => {
    // Clicks on a link or button in the row, and text selection, keep their default behavior.
    if ((event.target as Element).closest('a, button, input, label') || getSelection()?.toString()) return
    if (!rowTo) return
    if (event.ctrlKey || event.metaKey) window.open(rowTo(row))
    else navigate(rowTo(row))
  }
  return (
    <Table className={styles.table} style={{ minWidth: `${least}rem` }} aria-label={label}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {selection && (
              <th className={styles.check} style={{ width: checkColumn.meta.width }}>
                <RowCheck
                  label={t('Select all rows of this page')}
                  checked={selection.page === 'all'}
                  isMixed={selection.page === 'some'}
                  onChange={selection.choosePage}
                />
              </th>
            )}
            {group.headers.map((header) => (
              <HeaderCell key={header.id} {...props} meta={header.column.columnDef.meta ?? {}}>
                <table.FlexRender header={header} />
              </HeaderCell>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.id}
            data-row={row.id}
            data-opens={rowTo ? true : undefined}
            data-selected={selection?.has(row.id) || undefined}
            onClick={(event) => open(event, row.original)}
          >
            {selection && (
              <td className={styles.check}>
                <RowCheck
                  label={t('Select {name}', { name: selection.nameOf(row.original) })}
                  checked={selection.has(row.id)}
                  onChange={(isRange) => selection.choose(row.id, isRange)}
                />
              </td>
            )}
            {row.getAllCells().map((cell) => {
              const meta = cell.column.columnDef.meta ?? {}
              const content = drawn.has(cell.column.id) ? (
                <table.FlexRender cell={cell} />
              ) : (
                <Text as="span" mt={4} mb={4} breakWords lines={2} className={styles.words}>
                  <table.FlexRender cell={cell} />
                </Text>
              )
              return (
                <td key={cell.id} {...placeOf(meta)}>
                  {rowTo && meta.card === 'title' ? (
                    <Link to={rowTo(row.original)} className={styles.open} data-open>
                      {content}
                    </Link>
                  ) : (
                    content
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
      {foot}
    </Table>
  )
}

function HeaderCell<Row extends { id: string }>({
  meta,
  search,
  onSearch,
  defaultSort,
  children,
}: DataTableParts<Row> & { meta: ColumnMeta; children: ReactNode }) {
  const { sort: field } = meta
  if (!field) return <th {...placeOf(meta)}>{children}</th>
  const order = search.sort ?? defaultSort
  const direction = order === field ? 'ascending' : order === `-${field}` ? 'descending' : undefined
  const Icon = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort
  return (
    <th {...placeOf(meta)} aria-sort={direction ?? 'none'}>
      <UnstyledButton
        className={styles.sort}
        data-active={direction && true}
        onClick={() => onSearch({ sort: direction === 'ascending' ? `-${field}` : field })}
      >
        {children}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </th>
  )
}

const placeOf = ({ align, width, card }: ColumnMeta) => ({
  style: { width },
  'data-align': align,
  'data-title': card === 'title' || undefined,
})

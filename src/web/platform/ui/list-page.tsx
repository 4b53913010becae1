// List page: search, filters, columns, export and add button above the table, totals in its footer.
import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import type { $ZodType, output } from 'zod/v4/core'
import { t } from '../lib/text.ts'
import { recordLink } from '../lib/use-record-pager.ts'
import { useSearch } from '../lib/use-search.ts'
import { ColumnChoice, useColumns } from './column-choice.tsx'
import { useColumnWidths } from './column-widths.ts'
import type { Columns, DataTableProps } from './data-columns.ts'
import { DataTable } from './data-table.tsx'
import { NoMatch } from './empty.tsx'
import { type Filter, FilterBar, isFiltered, withoutFilters } from './filter-bar.tsx'
import { Page, Toolbar } from './page.tsx'
import { SearchField } from './search-field.tsx'

type ListSearch = { page?: number; per_page?: number; sort?: string; q?: string }

/** State of a list: search parameters from the address and chosen columns. `name` is its key on this device. */
export function useList<S extends $ZodType<ListSearch>, Row extends RowData>(
  name: string,
  schema: S,
  columns: () => Columns<Row>,
) {
  const [search, setSearch] = useSearch(schema)
  const { page: _page, per_page: _perPage, ...exported } = search
  const { sort: _sort, ...matching } = exported
  return {
    search,
    setSearch,
    /** Parameters of an export: all pages, in order. */
    exported: exported as Omit<output<S>, 'page' | 'per_page'>,
    /** Parameters of totals: all pages. */
    matching: matching as Omit<output<S>, 'page' | 'per_page' | 'sort'>,
    ...useColumns(name, useMemo(columns, [columns])),
  }
}

interface ListPageProps<Row extends { id: string }>
  extends Pick<DataTableProps<Row>, 'page' | 'defaultSort' | 'empty' | 'footer'> {
  title: string
  searchLabel: string
  /** The result of `useList`. */
  list: {
    search: ListSearch & Record<string, unknown>
    setSearch: (change: Record<string, string | number | undefined>, options?: { replace?: boolean }) => void
    columns: Columns<Row>
    choice: ReturnType<typeof useColumns<Row>>['choice']
  }
  filters: readonly Filter[]
  /** Export, import, add. */
  actions: ReactNode
  /** Path of a record without its id: `/contacts`. */
  path: string
  noMatch: { title: string; text: string }
  /** The list's dialogs. */
  children?: ReactNode
}

export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { title, searchLabel, list, filters, actions, path, noMatch, children, ...table } = props
  const { search, setSearch, columns, choice } = list
  const { ref, fitted } = useColumnWidths(columns)
  return (
    <Page title={title} quietTitle actions={actions}>
      <Toolbar>
        <SearchField label={searchLabel} value={search.q ?? ''} onChange={(q) => setSearch({ q }, { replace: true })} />
        <FilterBar filters={filters} search={search} onSearch={setSearch} />
        <ColumnChoice choice={choice} shown={fitted} />
      </Toolbar>
      <div ref={ref} />
      <DataTable
        {...table}
        label={title}
        columns={columns}
        search={search}
        onSearch={setSearch}
        rowTo={({ id }, at) => recordLink(`${path}/${id}`, search, at)}
        isFiltered={Boolean(search.q) || isFiltered(filters, search)}
        noMatch={
          <NoMatch
            title={noMatch.title}
            text={noMatch.text}
            clearLabel={t('Clear search')}
            onClear={() => setSearch(withoutFilters(filters))}
          />
        }
      />
      {children}
    </Page>
  )
}

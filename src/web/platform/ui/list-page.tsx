// List page: search, filters, view, export and add button above the table, totals in its foot.
import type { Menu } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { $ZodType, output } from 'zod/v4/core'
import type { ImportParts } from '../lib/page-parts.ts'
import { useMay } from '../lib/permissions.ts'
import { t } from '../lib/text.ts'
import { recordLink } from '../lib/use-record-pager.ts'
import { useSearch } from '../lib/use-search.ts'
import { useIsMedium, useIsPhone } from './breakpoints.ts'
import { useColumns } from './column-choice.ts'
import { useColumnWidths } from './column-widths.ts'
import { type Columns, checkWidth, type DataTableProps } from './data-columns.ts'
import { DataTable } from './data-table.tsx'
import { NoMatch } from './empty.tsx'
import { type Filter, FilterBar, isFiltered, withoutFilters } from './filter-bar.tsx'
import { LayoutSwitch } from './layout-switch.tsx'
import { type Bulk, selectedFilter, useListSelection } from './list-selection.tsx'
import { Page, Toolbar } from './page.tsx'
import { SearchField } from './search-field.tsx'
import { ViewMenu } from './view-menu.tsx'

type ListSearch = { page?: number; per_page?: number; sort?: string; q?: string }

/** The saved view that the address names. */
export interface SavedView {
  /** `none` if the user has left the default view. */
  id: string | undefined
  columns: Record<string, boolean> | undefined
  /** The default view is about to open. Until then the list shows no rows, because they would be replaced at once. */
  isOpening: boolean
  /** Value of `saved` that every change adds to the address, because an empty address opens the default view. */
  mark: string | undefined
}

/** State of a list: search parameters from the address and chosen columns. `name` is its key on this device. */
export function useList<S extends $ZodType<ListSearch>, Row extends RowData>(
  name: string,
  schema: S,
  columns: () => Columns<Row>,
  saved?: SavedView,
) {
  const [search, change] = useSearch(schema)
  const setSearch = useCallback<typeof change>(
    // Without the mark, removing the last filter would empty the address and open the default view.
    (next, options) => change(saved?.mark ? { ...next, saved: saved.mark } : next, options),
    [change, saved?.mark],
  )
  const view = saved?.columns ? { name: `${name}:${saved.id}`, columns: saved.columns } : { name, columns: undefined }
  const { page: _page, per_page: _perPage, ...exported } = search
  const { sort: _sort, ...matching } = exported
  return {
    search,
    setSearch,
    /** Parameters of an export: all pages, in order. */
    exported: exported as Omit<output<S>, 'page' | 'per_page'>,
    /** Parameters of totals: all pages. */
    matching: matching as Omit<output<S>, 'page' | 'per_page' | 'sort'>,
    savedId: saved?.id,
    isOpening: saved?.isOpening ?? false,
    ...useColumns(view.name, useMemo(columns, [columns]), view.columns),
  }
}

export interface BoardLayout {
  isShown: boolean
  onShow: (isShown: boolean) => void
  /** Choices of the board: buttons where there is room, on a phone items of the view menu. */
  button: ReactNode
  items: (menu: typeof Menu) => ReactNode
  /** What is shown instead of the table, also while it loads. */
  content: ReactNode
}

interface ListPageProps<Row extends { id: string }>
  extends Pick<DataTableProps<Row>, 'page' | 'defaultSort' | 'empty' | 'footer' | 'note'> {
  title: string
  searchLabel: string
  /** The result of `useList`. */
  list: {
    search: ListSearch & Record<string, unknown>
    setSearch: (change: Record<string, string | number | undefined>, options?: { replace?: boolean }) => void
    columns: Columns<Row>
    choice: ReturnType<typeof useColumns<Row>>['choice']
    savedId: string | undefined
    isOpening: boolean
  }
  filters: readonly Filter[]
  /** Actions for all matches of a search: buttons where there is room, otherwise items of the view menu. */
  onward?: { button: ReactNode; items: (menu: typeof Menu) => ReactNode } | undefined
  /** Buttons shown at every width. */
  actions?: ReactNode
  /** Export and import: buttons where there is room, otherwise items of the view menu. */
  file: { button: ReactNode; items: (menu: typeof Menu) => ReactNode }
  imports?: Pick<ImportParts, 'ImportPanel' | 'ImportItem'>
  /** The button that adds a record. */
  add: ReactNode
  /** Path of a record without its id: `/contacts`. */
  path: string
  noMatch: { title: string; text: string }
  /** Saved views: beside the title where there is room, on a phone items of the view menu. */
  views?: { button: ReactNode; items: (menu: typeof Menu) => ReactNode }
  /** Set if the list can be shown as a board. */
  board?: BoardLayout
  /** Set if rows can be selected: the bar with the actions for them. */
  bulk?: Bulk<Row> | undefined
  /** The list's dialogs. */
  children?: ReactNode
}

/** Removes what the user's role does not allow. */
function useAllowed<Row extends { id: string }>(props: ListPageProps<Row>): ListPageProps<Row> {
  const mayEdit = useMay('edit')
  const { imports: _imports, bulk: _bulk, onward: _onward, ...rest } = props
  return mayEdit ? props : { ...rest, add: null }
}

export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const {
    title,
    searchLabel,
    list,
    onward,
    actions,
    file,
    imports,
    add,
    path,
    noMatch,
    views,
    board,
    bulk,
    children,
    ...table
  } = useAllowed(props)
  const { search, setSearch, columns, choice } = list
  const filters = search.bulk_change_id ? [...props.filters, selectedFilter()] : props.filters
  const isNarrow = useIsMedium()
  const isPhone = useIsPhone()
  const { ref, fitted } = useColumnWidths(columns, bulk && !isPhone ? checkWidth : 0)
  const selection = useListSelection({ bulk, page: props.page, sort: search.sort })
  const isSearch = Boolean(search.q) || isFiltered(filters, search)
  // The empty state has the add button itself.
  const isEmpty = !isSearch && props.page.data?.pagination.total === 0
  const leads = onward !== undefined && isSearch
  const page = list.isOpening ? { ...props.page, data: undefined, error: null } : props.page
  const { data, error } = page
  const isBoard = board?.isShown === true && (data ? data.pagination.total > 0 : !error)
  return (
    <Page
      title={title}
      quietTitle
      beside={isPhone ? undefined : views?.button}
      width="wide"
      actions={
        isPhone ? undefined : (
          <>
            {actions}
            {!isNarrow && file.button}
            {imports && <imports.ImportPanel button={!isNarrow} />}
            {add}
          </>
        )
      }
    >
      <Toolbar
        sticky
        actions={
          <>
            {isPhone && actions}
            {isPhone && imports && <imports.ImportPanel button={false} />}
            {leads && !isNarrow && onward.button}
            {board && !isPhone && (
              <>
                {board.isShown && board.button}
                <LayoutSwitch isBoard={board.isShown} onShow={board.onShow} />
              </>
            )}
            <ViewMenu
              board={board}
              columns={columns}
              search={search}
              defaultSort={props.defaultSort}
              onSearch={setSearch}
              choice={{ ...choice, shown: fitted }}
              items={
                isNarrow
                  ? (Menu) => (
                      <>
                        {isPhone && selection.start && (
                          <Menu.Item
                            leftSection={<IconListCheck size={16} aria-hidden />}
                            closeMenuOnClick
                            onClick={selection.start}
                          >
                            {t('Select')}
                          </Menu.Item>
                        )}
                        {isPhone && views && (
                          <>
                            <Menu.Label>{t('Views')}</Menu.Label>
                            {views.items(Menu)}
                            <Menu.Divider />
                          </>
                        )}
                        {leads && onward.items(Menu)}
                        {imports && <imports.ImportItem item={Menu.Item} />}
                        {file.items(Menu)}
                      </>
                    )
                  : undefined
              }
            />
          </>
        }
        add={isPhone && !isEmpty && !selection.bar && add}
      >
        <SearchField label={searchLabel} value={search.q ?? ''} onChange={(q) => setSearch({ q }, { replace: true })} />
        <FilterBar filters={filters} search={search} onSearch={setSearch} />
      </Toolbar>
      <div ref={ref} />
      {isBoard && board.content}
      {!isBoard && (
        <DataTable
          {...table}
          page={page}
          selection={selection.rows}
          label={title}
          columns={columns}
          search={search}
          onSearch={setSearch}
          rowTo={({ id }, at) => recordLink(`${path}/${id}`, { ...search, saved: list.savedId }, at)}
          isFiltered={isSearch}
          noMatch={
            <NoMatch
              title={noMatch.title}
              text={noMatch.text}
              clearLabel={t('Clear search')}
              onClear={() => setSearch(withoutFilters(filters))}
            />
          }
        />
      )}
      {selection.bar}
      {children}
    </Page>
  )
}

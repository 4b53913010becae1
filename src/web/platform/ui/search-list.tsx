// Page of a short list: a search field and an add button above the table. Lists with filters and columns use ListPage.
import type { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMay } from '../lib/permissions.ts'
import { t } from '../lib/text.ts'
import { useIsPhone } from './breakpoints.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { NoMatch } from './empty.tsx'
import { Page, Toolbar } from './page.tsx'
import { SearchField } from './search-field.tsx'
import styles from './search-list.module.css'
import { ViewMenu } from './view-menu.tsx'

interface SearchListProps<Row extends { id: string }>
  extends Omit<DataTableProps<Row>, 'label' | 'isFiltered' | 'noMatch'> {
  title: string
  searchLabel: string
  /** The search text. */
  text: string | undefined
  onText: (text: string) => void
  /**
   * Next to the search: another filter field, whether it is set, the hint when nothing matches, and how to clear it.
   */
  choice?: { field: ReactNode; isMade: boolean; hint: string; onClear: () => void }
  /** The add button; hidden from users who may not edit. */
  actions: ReactNode
  noMatch: string
  /** Saved views: a button beside the title, or on a phone items of the view menu. */
  views?: { button: ReactNode; items: (menu: typeof Menu) => ReactNode }
  /** The list's dialogs. */
  children?: ReactNode
}

export function SearchList<Row extends { id: string }>(props: SearchListProps<Row>) {
  const { title, searchLabel, text = '', onText, choice, noMatch, views, children, ...table } = props
  const actions = useMay('edit') ? props.actions : null
  const isPhone = useIsPhone()
  const isFiltered = text !== '' || choice?.isMade === true
  // The empty state has the add button itself.
  const isEmpty = !isFiltered && table.page.data?.pagination.total === 0
  return (
    <Page
      title={title}
      quietTitle
      beside={isPhone ? undefined : views?.button}
      width="wide"
      actions={isPhone ? undefined : actions}
    >
      <Toolbar
        sticky
        actions={
          <ViewMenu
            columns={table.columns}
            search={table.search}
            defaultSort={table.defaultSort}
            onSearch={table.onSearch}
            items={isPhone ? views?.items : undefined}
          />
        }
        add={isPhone && !isEmpty && actions}
      >
        <SearchField label={searchLabel} value={text} onChange={onText} isShort={isPhone && choice !== undefined} />
        {choice && <div className={styles.choice}>{choice.field}</div>}
      </Toolbar>
      <DataTable
        {...table}
        label={title}
        isFiltered={isFiltered}
        noMatch={
          <NoMatch
            title={noMatch}
            text={choice?.hint}
            clearLabel={t('Clear search')}
            onClear={choice?.onClear ?? (() => onText(''))}
          />
        }
      />
      {children}
    </Page>
  )
}

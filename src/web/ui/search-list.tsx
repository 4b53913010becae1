// The page of a short list: a search and the way to add above its table. One with filters and chosen columns is a ListPage.
import type { ReactNode } from 'react'
import { t } from '../lib/text.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { NoMatch } from './empty.tsx'
import { Page, Toolbar } from './page.tsx'
import { SearchField } from './search-field.tsx'

interface SearchListProps<Row extends { id: string }>
  extends Omit<DataTableProps<Row>, 'label' | 'isFiltered' | 'noMatch'> {
  title: string
  searchLabel: string
  /** What is looked for. */
  text: string | undefined
  onText: (text: string) => void
  /** Beside the search: a field that leaves out more, whether it does, what to try instead, and the way back to all. */
  choice?: { field: ReactNode; isMade: boolean; hint: string; onClear: () => void }
  /** The way to add. */
  actions: ReactNode
  noMatch: string
  /** The list's dialogs. */
  children?: ReactNode
}

export function SearchList<Row extends { id: string }>(props: SearchListProps<Row>) {
  const { title, searchLabel, text = '', onText, choice, actions, noMatch, children, ...table } = props
  return (
    <Page title={title} quietTitle>
      <Toolbar actions={actions}>
        <SearchField label={searchLabel} value={text} onChange={onText} />
        {choice?.field}
      </Toolbar>
      <DataTable
        {...table}
        label={title}
        isFiltered={text !== '' || choice?.isMade === true}
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

// Panels that routes.tsx passes to pages. Their features import the page's feature, so the page cannot import them.
import type { Menu } from '@mantine/core'
import type { ComponentType } from 'react'

/** The timeline of a record. */
export interface ActivityPart<Subject> {
  ActivityPanel: ComponentType<{ about: Subject }>
}

/** The bar for the selected rows of a list. */
export interface BulkPanelProps {
  /** How many rows are selected, and how many match. */
  count: number
  total: number
  /** Every row that matches is selected. */
  isAll: boolean
  /** The selection as the API takes it. */
  request: object
  /** The order of the list. */
  sort: string | undefined
  /** The export of the list with this query, as a request for a download. */
  exportOf: (format: 'csv' | 'xlsx', query: object) => object
  selectAll: () => void
  clear: () => void
}

export interface BulkPart {
  BulkPanel: ComponentType<BulkPanelProps>
}

/** What a list shows of imports: a button above the list or an item of its menu, and a button in place of an empty list. */
export interface ImportParts {
  ImportPanel: ComponentType<{ button?: boolean }>
  ImportItem: ComponentType<{ item: typeof Menu.Item }>
  ImportStart: ComponentType<{ variant?: 'filled' | 'default' }>
  /** The filter that shows the records of one import. */
  useImportFilter: () => {
    key: string
    label: string
    text: (value: string) => string
    useChoices: () => readonly { value: string; label: string }[] | undefined
  }
}

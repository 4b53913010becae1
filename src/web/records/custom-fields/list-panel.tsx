// Custom fields in a list: columns, filters and order. Their code is loaded only if the organization has such fields.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { CustomRecord } from '../../../contract/custom-fields.ts'
import type { Columns } from '../../platform/ui/data-columns.ts'
import type { Filter } from '../../platform/ui/filter-bar.tsx'
import { useCustomFields } from './use-custom-fields.ts'

const none: [] = []

function useParts(record: CustomRecord) {
  const all = useCustomFields(record)
  const fields = useMemo(() => all.filter(({ is_active }) => is_active), [all])
  const { data: parts } = useQuery({
    queryKey: ['custom-list-columns'],
    queryFn: () => import('./list-columns.tsx'),
    enabled: fields.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { fields, parts }
}

/** For `useList`: a list's own columns, followed by those of custom fields. */
export function useCustomColumns<Row extends { id: string }>(
  record: CustomRecord,
  own: () => Columns<Row>,
): () => Columns<Row> {
  const { fields, parts } = useParts(record)
  return useCallback(() => [...own(), ...((parts?.columnsOf(fields) ?? none) as Columns<Row>)], [fields, parts, own])
}

interface ListState {
  search: { custom?: string | undefined }
  setSearch: (change: Record<string, string | number | undefined>, options?: { replace?: boolean }) => void
}

/**
 * Filters by custom fields, and the state of their list. The state has one parameter per filter, such as `custom.tier`; the address
 * has a single one for all.
 */
export function useCustomFilters<L extends ListState>(record: CustomRecord, list: L): { list: L; filters: Filter[] } {
  const { fields, parts } = useParts(record)
  if (!parts || fields.length === 0) return { list, filters: none }
  const { search, setSearch } = list
  return {
    list: {
      ...list,
      search: { ...search, ...parts.expanded(fields, search.custom) },
      setSearch: (change, options) => setSearch(parts.folded(search.custom, change), options),
    },
    filters: parts.filtersOf(fields),
  }
}

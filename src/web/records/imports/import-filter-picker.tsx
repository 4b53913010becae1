// Filters a list by import. Offers the latest imports and the one named in the address.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Import, ImportKind } from '../../../contract/imports.ts'
import { call } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { useMayOrWait } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import type { FilterChoice } from '../../platform/ui/filter-bar.tsx'

const latest = 20

/** Loaded on first use, because every list has this filter but few users need it. */
const contract = async () => (await import('../../../contract/imports.ts')).imports

export function useImportFilter(kind: ImportKind) {
  const named = useNamedImport()
  return {
    key: 'import_id',
    label: t('From import'),
    text: () => (named ? nameOf(named) : '…'),
    useChoices: () => useChoices(kind),
  }
}

function useChoices(kind: ImportKind): FilterChoice[] | undefined {
  const named = useNamedImport()
  const mayList = useMayOrWait('see_amounts')
  const { data, error } = useQuery({
    enabled: mayList === true,
    queryKey: ['/v1/imports', { kind, latest }],
    queryFn: async ({ signal }) =>
      call((await contract()).list, { query: { kind, status: 'done', per_page: latest } }, { signal }),
  })
  const listed = data?.data ?? (error || mayList === false ? [] : undefined)
  const others = listed?.filter(({ id }) => id !== named?.id)
  return others && [...(named ? [named] : []), ...others].map((each) => ({ value: each.id, label: nameOf(each) }))
}

/** Loads the import that the address names. */
function useNamedImport() {
  const id = useSearchParams()[0].get('import_id')
  const mayList = useMayOrWait('see_amounts')
  return useQuery({
    queryKey: ['/v1/imports/:id', { params: { id } }],
    queryFn: async ({ signal }) => call((await contract()).get, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null && mayList === true,
  }).data
}

const nameOf = ({ file_name, created_at }: Pick<Import, 'file_name' | 'created_at'>) =>
  `${file_name ?? t('Pasted cells')}, ${day(created_at)}`

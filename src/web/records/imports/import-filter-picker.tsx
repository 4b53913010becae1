// Filter of a list by an import: the latest ones, and the one that the address names.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type ImportKind, imports } from '../../../contract/imports.ts'
import { query } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'

const latest = 20

export function useImportFilter(kind: ImportKind) {
  const id = useSearchParams()[0].get('import_id')
  const { data } = useQuery(query(imports.list, { query: { kind, status: 'done', per_page: latest } }))
  const { data: named } = useQuery({ ...query(imports.get, { params: { id: id ?? '' } }), enabled: id !== null })
  const listed = data?.data ?? []
  const shown = named && !listed.some((each) => each.id === named.id) ? [named, ...listed] : listed
  return {
    key: 'import_id',
    label: t('From import'),
    choices: shown.map(({ id, file_name, created_at }) => ({
      value: id,
      label: `${file_name ?? t('Pasted cells')}, ${day(created_at)}`,
    })),
  }
}

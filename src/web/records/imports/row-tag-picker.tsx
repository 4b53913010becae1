// Tags for all rows of an import, chosen before it starts.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { tags } from '../../../contract/tags.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { TagPicker } from '../tags/tag-picker.tsx'

interface RowTagPickerProps {
  /** By name, as rows have them. */
  names: string[]
  onChange: (names: string[]) => void
}

export function RowTagPicker({ names, onChange }: RowTagPickerProps) {
  const client = useQueryClient()
  const { data } = useQuery(query(tags.list))
  const ids = (data?.data ?? []).filter(({ name }) => names.includes(name)).map(({ id }) => id)
  const change = (chosen: string[]) => {
    // The cache has a tag that was created a moment ago.
    const all = client.getQueryData(query(tags.list).queryKey)?.data ?? []
    onChange(chosen.flatMap((id) => all.find((tag) => tag.id === id)?.name ?? []))
  }
  return <TagPicker label={t('Tag all rows')} value={ids} onChange={change} />
}

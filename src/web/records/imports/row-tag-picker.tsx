// Chooses tags for all rows of an import before it starts.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { tags } from '../../../contract/tags.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { TagPicker } from '../tags/tag-picker.tsx'

interface RowTagPickerProps {
  /** Names instead of ids, because the rows of a file name their tags. */
  names: string[]
  onChange: (names: string[]) => void
}

export function RowTagPicker({ names, onChange }: RowTagPickerProps) {
  const client = useQueryClient()
  const { data } = useQuery(query(tags.list))
  const ids = (data?.data ?? []).filter(({ name }) => names.includes(name)).map(({ id }) => id)
  const change = (chosen: string[]) => {
    // Reads the cache, because `data` may not have a tag that was created a moment ago.
    const all = client.getQueryData(query(tags.list).queryKey)?.data ?? []
    onChange(chosen.flatMap((id) => all.find((tag) => tag.id === id)?.name ?? []))
  }
  return <TagPicker label={t('Tag all rows')} value={ids} onChange={change} />
}

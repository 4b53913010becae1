// Picks imported WhatsApp groups by name, with server-side search.
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type ImportedGroup, waGroups } from '../../../contract/wa-groups.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { remoteSelectProps } from '../../platform/ui/remote-select.ts'

type PickedGroup = Pick<ImportedGroup, 'id' | 'session_name' | 'name' | 'participants_count' | 'reason'> & {
  session_id?: string
}

interface WaGroupPickerProps {
  label: string
  value: string[]
  onChange: (ids: string[]) => void
  /** The session: only its groups can be chosen. Without one, each group is sent to by its own session. */
  sessionId?: string
  /** Groups that the caller knows. */
  known?: readonly PickedGroup[]
  error?: ReactNode
  description?: ReactNode
}

export function WaGroupPicker({ value, onChange, sessionId, known = [], ...field }: WaGroupPickerProps) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const [q] = useDebouncedValue(text, 200)
  const { data, isFetching } = useQuery({
    ...query(waGroups.imported, { query: { per_page: 50, ...(q && { name: q }) } }),
    placeholderData: keepPreviousData,
  })
  const found: readonly PickedGroup[] = data?.groups ?? []
  const isSearching = isFetching || q !== text
  const [seen, setSeen] = useState<ReadonlyMap<string, PickedGroup>>(new Map())
  const groups = new Map([
    ...known.map((group) => [group.id, group] as const),
    ...seen,
    ...found.map((group) => [group.id, group] as const),
  ])
  const optionOf = (id: string) => ({ value: id, label: groups.get(id)?.name ?? '…' })
  const options = found.map(({ id }) => optionOf(id))
  const missing = value.filter((id) => !found.some((group) => group.id === id))
  const mute = value.flatMap((id) => {
    const group = groups.get(id)
    return group && whyNot(group, sessionId)
      ? [t('“{name}”: {why}', { name: group.name, why: whyNot(group, sessionId)! })]
      : []
  })
  return (
    <div>
      <MultiSelect
        {...field}
        data={[...missing.map(optionOf), ...options]}
        value={value}
        onChange={(ids) => {
          // Picked groups keep their names when another search removes them from the results.
          setSeen(new Map(ids.flatMap((id) => (groups.has(id) ? [[id, groups.get(id)!] as const] : []))))
          onChange(ids)
        }}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        hidePickedOptions
        searchValue={typed}
        onSearchChange={setTyped}
        {...remoteSelectProps(options, text, isSearching)}
        renderOption={({ option }) => <Option group={groups.get(option.value)} sessionId={sessionId} />}
        placeholder={value.length > 0 ? undefined : t('Search groups')}
        nothingFoundMessage={isSearching ? t('Searching…') : t('No imported groups match')}
        maxDropdownHeight={280}
      />
      {mute.length > 0 && (
        <Text mt={6} size={13} tone="warning" role="status">
          {mute.join(' ')}
        </Text>
      )}
    </div>
  )
}

function Option({ group, sessionId }: { group: PickedGroup | undefined; sessionId: string | undefined }) {
  if (!group) return '…'
  const why = whyNot(group, sessionId)
  return (
    <Stack as="span">
      <span>{group.name}</span>
      <Text as="span" size={13} dimmed tone={why ? 'warning' : undefined}>
        {why ?? t.plural(group.participants_count, '{count} member', '{count} members')}
      </Text>
    </Stack>
  )
}

function whyNot({ session_id, session_name, reason }: PickedGroup, sessionId: string | undefined): string | undefined {
  if (sessionId !== undefined && session_id !== sessionId)
    return t('Belongs to the session “{name}”: the group would be skipped.', { name: session_name })
  if (!reason) return undefined
  return reason === 'not_in_group'
    ? t('This account is not in the group: the group would be skipped.')
    : t('This account is not allowed to post here: the group would be skipped.')
}

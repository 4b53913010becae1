// Picks broadcast groups by name, with server-side search.
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type BroadcastGroup, broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { remoteSelectProps } from '../../platform/ui/remote-select.ts'
import { CountBadge } from './count-badge.tsx'

interface BroadcastGroupPickerProps {
  label: string
  value: string[]
  onChange: (ids: string[]) => void
  /** Groups whose names the caller knows: a broadcast's `audience.broadcast_groups`. */
  known?: readonly { id: string; name: string; is_deleted?: boolean }[]
  error?: ReactNode
  description?: ReactNode
  placeholder?: string
  autoFocus?: boolean
}

export function BroadcastGroupPicker({
  value,
  onChange,
  known = [],
  placeholder,
  ...field
}: BroadcastGroupPickerProps) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const { found, isSearching } = useFound(text)
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map())
  const names = new Map([
    ...known.map(({ id, name, is_deleted }) => [id, is_deleted ? t('{name} (deleted)', { name }) : name] as const),
    ...seen,
    ...found.map(({ id, name }) => [id, name] as const),
  ])
  const optionOf = (id: string) => ({ value: id, label: names.get(id) ?? '…' })
  const options = found.map(({ id }) => optionOf(id))
  const missing = value.filter((id) => !found.some((group) => group.id === id))
  return (
    <MultiSelect
      {...field}
      data={[...missing.map(optionOf), ...options]}
      value={value}
      onChange={(ids) => {
        // Picked groups keep their names when another search removes them from the results.
        setSeen(new Map(ids.map((id) => [id, names.get(id) ?? '…'])))
        onChange(ids)
      }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      hidePickedOptions
      // Without a portal the list stays inside the main landmark, where screen readers look for it.
      comboboxProps={{ withinPortal: false }}
      // A focused field does not open its list when the page opens, because the list would cover the fields below.
      openOnFocus={!field.autoFocus}
      searchValue={typed}
      onSearchChange={setTyped}
      {...remoteSelectProps(options, text, isSearching)}
      renderOption={({ option }) => <Option label={option.label} group={found.find(({ id }) => id === option.value)} />}
      placeholder={value.length > 0 ? undefined : (placeholder ?? t('Search broadcast groups'))}
      nothingFoundMessage={isSearching ? t('Searching…') : t('No broadcast groups match')}
      maxDropdownHeight={280}
    />
  )
}

function Option({ label, group }: { label: string; group: BroadcastGroup | undefined }) {
  return (
    <Row as="span" gap={16} rowGap={0} justify="between" wrap grow>
      <span>{label}</span>
      <Text as="span" size={13} dimmed>
        {group && (group.broken_rules.length > 0 ? t('Broken rules') : <CountBadge group={group} inWords />)}
      </Text>
    </Row>
  )
}

function useFound(text: string) {
  const [q] = useDebouncedValue(text, 200)
  const { data, isFetching } = useQuery({
    ...query(broadcastGroups.list, { query: { per_page: 20, sort: 'name', ...(q && { q }) } }),
    placeholderData: keepPreviousData,
  })
  return { found: data?.data ?? [], isSearching: isFetching || q !== text }
}

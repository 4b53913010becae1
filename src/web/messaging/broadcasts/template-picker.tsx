// Picks a template by name, with server-side search.
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { templates } from '../../../contract/templates.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { excerpt } from '../../platform/lib/whatsapp-text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { remoteSelectProps } from '../../platform/ui/remote-select.ts'

interface TemplatePickerProps {
  label: string
  value: string | null
  /** Its name, if the caller knows it. */
  name: string | undefined
  onChange: (id: string | null) => void
  error?: ReactNode
  description?: ReactNode
}

export function TemplatePicker({ label, value, name, onChange, error, description }: TemplatePickerProps) {
  const [typed, setTyped] = useState('')
  // The field contains the chosen name, which is not a search.
  const text = typed === name ? '' : typed.trim()
  const [q] = useDebouncedValue(text, 200)
  const answer = useQuery({
    ...query(templates.list, { query: { per_page: 50, sort: 'name', ...(q && { q }) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const found = (answer.data?.data ?? []).map((template) => ({ value: template.id, label: template.name }))
  const previews = new Map(answer.data?.data.map(({ id, preview }) => [id, preview]))
  const isSearching = answer.isFetching || q !== text
  const isKnown = value === null || found.some((option) => option.value === value)
  const options = isKnown ? found : [{ value, label: name ?? '…' }, ...found]
  return (
    <Select
      label={label}
      description={description}
      placeholder={t('Search templates')}
      data={options}
      value={value}
      onChange={onChange}
      error={error}
      required
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      searchValue={typed}
      onSearchChange={setTyped}
      renderOption={({ option }) => (
        <Stack as="span" gap={2}>
          {option.label}
          <Text as="span" size={12} dimmed lines={2}>
            {excerpt(previews.get(option.value) ?? '')}
          </Text>
        </Stack>
      )}
      {...remoteSelectProps(options, text, isSearching)}
      nothingFoundMessage={isSearching ? t('Searching…') : t('No templates match')}
      maxDropdownHeight={280}
    />
  )
}

// Picks the record that a task is about, by a search on the server over all kinds.
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FoundKind, search } from '../../../contract/search.ts'
import { type Task, TaskRecordKind } from '../../../contract/tasks.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { remoteSelectProps } from '../../platform/ui/remote-select.ts'
import { recordKindText } from './labels.ts'
import { recordValue } from './values.ts'

interface RecordPickerProps {
  label?: string
  'aria-label'?: string
  /** `investor:<id>`, or empty for no record. */
  value: string
  onChange: (value: string) => void
  error?: React.ReactNode
  /** The record that the task is about now. */
  known?: Task['record']
}

export function RecordPicker({ value, onChange, known, ...field }: RecordPickerProps) {
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState(known ? { value: recordValue(known), label: known.name } : undefined)
  // The input then contains the name of the chosen record, which is not a search.
  const text = typed === picked?.label ? '' : typed.trim()
  const [q] = useDebouncedValue(text, 200)
  const { data, isFetching } = useQuery({
    ...query(search.everywhere, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const isSearching = isFetching || q !== text
  const groups = (text === '' ? [] : (data?.data ?? [])).flatMap(({ kind, results }) =>
    isRecordKind(kind)
      ? [
          {
            group: recordKindText(kind),
            items: results.map(({ id, name }) => ({ value: recordValue({ kind, id }), label: name })),
          },
        ]
      : [],
  )
  const found = groups.flatMap(({ items }) => items)
  const isFound = found.some((item) => item.value === picked?.value)
  return (
    <Select
      {...field}
      data={picked && !isFound ? [{ group: t('Chosen'), items: [picked] }, ...groups] : groups}
      value={value || null}
      onChange={(next) => {
        setPicked(found.find((item) => item.value === next))
        onChange(next ?? '')
      }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      selectFirstOptionOnChange={remoteSelectProps(found, text, isSearching).selectFirstOptionOnChange}
      placeholder={t('Search by name')}
      nothingFoundMessage={text === '' ? t('Type a name') : isSearching ? t('Searching…') : t('No records match')}
      maxDropdownHeight={280}
    />
  )
}

const isRecordKind = (kind: FoundKind): kind is TaskRecordKind & FoundKind =>
  TaskRecordKind.options.some((one) => one === kind)

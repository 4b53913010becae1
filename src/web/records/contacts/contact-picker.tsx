// Contact picker with search by name or number on the server.
import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { contacts } from '../../../contract/contacts.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { remoteSelectProps } from '../../platform/ui/remote-select.ts'

export interface PickedContact {
  id: string
  name: string
  phone_text?: string | null
}

type Choice =
  | { value: string | null; onChange: (id: string | null) => void }
  | { value: string[]; onChange: (ids: string[]) => void }

type ContactPickerProps = Choice & {
  label: string
  description?: ReactNode
  placeholder?: string
  error?: ReactNode
  disabled?: boolean
  required?: boolean
  /** Contacts whose names the caller already has; others are fetched by id. */
  known?: readonly PickedContact[]
  /** In a popover: a separate portal would count as a click outside. */
  isWithin?: boolean
}

/** A list of ids selects many contacts, one id or null selects one. */
export function ContactPicker({ known = [], placeholder, ...props }: ContactPickerProps) {
  const [typed, setTyped] = useState('')
  const isMany = isManyChoice(props)
  const chosen = useChosen(isMany ? props.value : props.value ? [props.value] : [], known)
  // A single-select field shows the chosen name as its search text, which is not a search.
  const text = !isMany && typed === chosen[0]?.name ? '' : typed.trim()
  const { found, isSearching } = useFound(text)
  const people = new Map([...chosen, ...found].map((person) => [person.id, person]))
  const { label, description, error, disabled, required } = props
  const shared = {
    // A popover already shows the label.
    label: props.isWithin ? undefined : label,
    'aria-label': label,
    description,
    error,
    disabled,
    required,
    placeholder: isMany && chosen.length > 0 ? undefined : (placeholder ?? t('Search by name or number')),
    data: [...people.values()].map(optionOf),
    comboboxProps: { withinPortal: !props.isWithin },
    searchable: true,
    clearable: true,
    clearButtonProps: { 'aria-label': t('Clear') },
    searchValue: typed,
    onSearchChange: setTyped,
    ...remoteSelectProps(found.map(optionOf), text, isSearching),
    renderOption: ({ option }: { option: { value: string } }) => <Option person={people.get(option.value)} />,
    nothingFoundMessage: isSearching ? t('Searching…') : t('No contacts match'),
    maxDropdownHeight: 280,
  }
  if (isMany) return <MultiSelect {...shared} value={props.value} onChange={props.onChange} hidePickedOptions />
  return <Select {...shared} value={props.value} onChange={props.onChange} />
}

const isManyChoice = (choice: Choice): choice is Extract<Choice, { value: string[] }> => Array.isArray(choice.value)
const optionOf = ({ id, name }: PickedContact) => ({ value: id, label: name })

function Option({ person }: { person?: PickedContact }) {
  return (
    <Row as="span" gap={16} rowGap={0} justify="between" wrap grow>
      <span>{person?.name}</span>
      <Text as="span" size={13} dimmed figures>
        {person?.phone_text === null ? t('No number') : person?.phone_text}
      </Text>
    </Row>
  )
}

function useFound(text: string) {
  const client = useQueryClient()
  const [q] = useDebouncedValue(text, 200)
  const { data, isFetching } = useQuery({
    ...query(contacts.list, { query: { per_page: 20, sort: 'name', ...(q && { q }) } }),
    placeholderData: keepPreviousData,
  })
  const found = data?.data ?? []
  // Caches found contacts, so that choosing one needs no further request.
  for (const contact of found) {
    const { queryKey } = query(contacts.get, { params: { id: contact.id } })
    if (!client.getQueryData(queryKey)) client.setQueryData(queryKey, contact)
  }
  return { found, isSearching: isFetching || q !== text }
}

function useChosen(ids: string[], known: readonly PickedContact[]): PickedContact[] {
  const names = new Map(known.map((person) => [person.id, person]))
  const missing = ids.filter((id) => !names.has(id))
  const answers = useQueries({ queries: missing.map((id) => query(contacts.get, { params: { id } })) })
  missing.forEach((id, index) => {
    names.set(id, answers[index]?.data ?? { id, name: '…' })
  })
  return ids.map((id) => names.get(id)!)
}

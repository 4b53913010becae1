// Investor picker with search by name or code on the server.
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { investors } from '../../../contract/investors.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { remoteSelectProps } from '../../platform/ui/remote-select.ts'

export interface PickedInvestor {
  id: string
  code: string
  name: string
}

interface InvestorPickerProps {
  label: string
  value: string | null
  onChange: (id: string | null, investor: PickedInvestor | undefined) => void
  description?: ReactNode
  placeholder?: string
  error?: ReactNode
  disabled?: boolean
  required?: boolean
  /** Investors whose names the caller already has; others are fetched by id. */
  known?: readonly PickedInvestor[]
  /** For filters: also finds archived ones. */
  includeArchived?: boolean
  /** In a popover: a separate portal would count as a click outside. */
  isWithin?: boolean
}

export function InvestorPicker(props: InvestorPickerProps) {
  const { label, value, onChange, description, placeholder, error, disabled, required, known = [] } = props
  const [typed, setTyped] = useState('')
  const chosen = useChosen(value, known)
  // The field shows the chosen name as its search text, which is not a search.
  const text = typed === chosen?.name ? '' : typed.trim()
  const { found, isSearching } = useFound(text, props.includeArchived)
  const offered = new Map([...(chosen ? [chosen] : []), ...found].map((investor) => [investor.id, investor]))
  return (
    <Select
      // A popover already shows the label.
      label={props.isWithin ? undefined : label}
      aria-label={label}
      description={description}
      error={error}
      disabled={disabled}
      required={required}
      placeholder={placeholder ?? t('Search by name or code')}
      data={[...offered.values()].map(optionOf)}
      value={value}
      onChange={(id) => onChange(id, id === null ? undefined : offered.get(id))}
      searchable
      clearable={!required}
      clearButtonProps={{ 'aria-label': t('Clear') }}
      allowDeselect={false}
      searchValue={typed}
      onSearchChange={setTyped}
      {...remoteSelectProps(found.map(optionOf), text, isSearching)}
      renderOption={({ option }) => <Option investor={offered.get(option.value)} />}
      nothingFoundMessage={isSearching ? t('Searching…') : t('No investors match')}
      maxDropdownHeight={280}
      comboboxProps={{ withinPortal: !props.isWithin }}
    />
  )
}

const optionOf = ({ id, name }: PickedInvestor) => ({ value: id, label: name })

function Option({ investor }: { investor: PickedInvestor | undefined }) {
  return (
    <Row as="span" gap={16} rowGap={0} justify="between" wrap grow>
      <span>{investor?.name}</span>
      <Text as="span" size={13} dimmed figures>
        {investor?.code}
      </Text>
    </Row>
  )
}

function useFound(text: string, includeArchived = false) {
  const client = useQueryClient()
  const [q] = useDebouncedValue(text, 200)
  const { data, isFetching } = useQuery({
    ...query(investors.list, {
      query: { per_page: 20, sort: 'name', ...(q && { q }), ...(!includeArchived && { is_archived: 'false' }) },
    }),
    placeholderData: keepPreviousData,
  })
  const found = data?.data ?? []
  // Caches found investors, so that choosing one needs no further request.
  for (const investor of found) {
    const { queryKey } = query(investors.get, { params: { id: investor.id } })
    if (!client.getQueryData(queryKey)) client.setQueryData(queryKey, investor)
  }
  return { found, isSearching: isFetching || q !== text }
}

function useChosen(id: string | null, known: readonly PickedInvestor[]): PickedInvestor | undefined {
  const chosen = known.find((investor) => investor.id === id)
  const { data } = useQuery({ ...query(investors.get, { params: { id: id ?? '' } }), enabled: id !== null && !chosen })
  if (id === null) return undefined
  return chosen ?? data ?? { id, code: '', name: '…' }
}

// Offering picker: creates missing offerings while typing, and edits the chosen one in a drawer.
import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Offering, offerings } from '../../../contract/offerings.ts'
import { call, invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { remoteSelectProps } from '../../platform/ui/remote-select.ts'
import styles from './offering-picker.module.css'

const OfferingEditDialog = lazy(() => import('./offering-edit-dialog.tsx'))

interface OfferingPickerProps {
  label: string
  value: string | null
  /** The chosen offering also sets the currency. */
  onChange: (id: string | null, offering: Offering | undefined) => void
  /** Currency of an offering created here. */
  currency: string
  error?: ReactNode
  description?: ReactNode
}

/** Temporary value of an offering until the server assigns its id. */
const toBeMade = 'new'

export function OfferingPicker({ label, value, onChange, currency, error, description }: OfferingPickerProps) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [isEdited, setEdited] = useState(false)
  const chosen = useQuery({ ...query(offerings.get, { params: { id: value ?? '' } }), enabled: value !== null }).data
  const text = typed === chosen?.name ? '' : typed.trim()
  const { found, isSearching } = useFound(text)
  const name = typed.trim().replace(/\s+/g, ' ')
  const offered = found.filter(({ id, state }) => state === 'open' || id === value)
  const isNew = name !== '' && !isSearching && ![...found, chosen].some((other) => other && isSame(other.name, name))

  const keep = (offering: Offering) => {
    client.setQueryData(query(offerings.get, { params: { id: offering.id } }).queryKey, offering)
    void invalidate(client, '/v1/offerings')
    onChange(offering.id, offering)
  }
  async function make() {
    try {
      keep(await call(offerings.create, { body: { name, currency } }))
      notify({ title: t('The offering “{name}” was created', { name }) })
    } catch (refusal) {
      notifyError(refusal, t('The offering “{name}” could not be created', { name }))
    }
  }
  const options = [
    ...offered.map(({ id, name: label }) => ({ value: id, label })),
    // Shown, so that it is clear why it cannot be created again.
    ...found
      .filter((offering) => !offered.includes(offering))
      .map(({ id, name: closed }) => ({ value: id, label: t('{name} (closed)', { name: closed }), disabled: true })),
    ...(isNew ? [{ value: toBeMade, label: t('Create offering “{name}”', { name }) }] : []),
  ]
  const missing = value !== null && !offered.some(({ id }) => id === value)
  return (
    <div>
      <Select
        label={label}
        description={description}
        error={error}
        data={missing ? [{ value, label: chosen?.name ?? '…' }, ...options] : options}
        value={value}
        onChange={(id) => {
          if (id === toBeMade) void make()
          else onChange(id, offered.find((offering) => offering.id === id) ?? undefined)
        }}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        allowDeselect={false}
        searchValue={typed}
        onSearchChange={setTyped}
        {...remoteSelectProps(options, text, isSearching)}
        renderOption={({ option }) => (
          <Row as="span" gap={16} justify="between" grow>
            <span>{option.label}</span>
            <Text as="span" size={13} dimmed>
              {offered.find(({ id }) => id === option.value)?.currency}
            </Text>
          </Row>
        )}
        placeholder={t('Choose, or type a new one')}
        nothingFoundMessage={isSearching ? t('Searching…') : t('Type a name to create the first offering')}
        maxDropdownHeight={280}
      />
      {chosen && value === chosen.id && (
        <Button
          className={styles.edit}
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setEdited(true)}
        >
          {t('Edit offering')}
        </Button>
      )}
      {isEdited && value && (
        <Suspense>
          <OfferingEditDialog
            id={value}
            onSaved={keep}
            onDeleted={() => onChange(null, undefined)}
            onClose={() => setEdited(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function useFound(text: string) {
  const [q] = useDebouncedValue(text, 200)
  const { data, isFetching } = useQuery({
    ...query(offerings.list, { query: { per_page: 20, ...(q && { q }) } }),
    placeholderData: keepPreviousData,
  })
  return { found: data?.data ?? [], isSearching: isFetching || q !== text }
}

const isSame = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase()

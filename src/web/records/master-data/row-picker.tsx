// Master data picker: active rows in the organization's order, and the current value.
import { MultiSelect, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../platform/lib/text.ts'
import { ColorDot, ColorLabel } from '../../platform/ui/color-badge.tsx'

interface PickableRow {
  id: string
  name: string
  color: string
  is_active?: boolean
}

/** A list of ids selects many, one id or null selects one. */
export type Value = string | null | string[]

export interface RowPickerProps<Row extends PickableRow, V extends Value> {
  value: V
  onChange: (picked: V extends string[] ? string[] : string | null, row?: Row) => void
  label: string
  description?: ReactNode
  placeholder?: string
  error?: ReactNode
  disabled?: boolean
  required?: boolean
  /** Single select: whether it can be cleared. */
  clearable?: boolean
  size?: string
  /** Rows of the record: shown even if inactive or deleted. */
  known?: readonly PickableRow[]
  /** For filters: inactive rows can still be searched. */
  includeInactive?: boolean
}

interface RowsGiven<Row> {
  rows: readonly Row[] | undefined
  groupOf?: (row: Row) => string
  nothingFound: string
}

export function RowPicker<Row extends PickableRow, V extends Value>(props: RowPickerProps<Row, V> & RowsGiven<Row>) {
  const { value, label, description, placeholder, error, disabled, required, clearable = true, size } = props
  const { rows = [], known = [], includeInactive, groupOf, nothingFound } = props
  const onChange = props.onChange as (picked: Value, row?: Row) => void
  const isMany = Array.isArray(value)
  const ids: string[] = isMany ? value : value ? [value as string] : []
  const offered = rows.filter((row) => row.is_active || includeInactive || ids.includes(row.id))
  const missing = ids.filter((id) => !rows.some((row) => row.id === id))
  const extra = missing.map((id) => known.find((row) => row.id === id) ?? { id, name: '…', color: 'gray' })
  const byId = new Map<string, PickableRow>([...extra, ...offered].map((row) => [row.id, row]))
  const shared = {
    label,
    description,
    error,
    disabled,
    required,
    size,
    placeholder: isMany && ids.length > 0 ? undefined : placeholder,
    data: [...extra.map(optionOf), ...(groupOf ? grouped(offered, groupOf) : offered.map(optionOf))],
    renderOption: ({ option }: { option: { value: string } }) => <Option row={byId.get(option.value)} />,
    searchable: true,
    clearable,
    clearButtonProps: { 'aria-label': t('Clear') },
    nothingFoundMessage: nothingFound,
    maxDropdownHeight: 320,
  }
  if (isMany) return <MultiSelect {...shared} value={ids} onChange={(picked) => onChange(picked)} hidePickedOptions />
  const chosen = byId.get(ids[0] ?? '')
  const rowOf = (id: string | null) => rows.find((row) => row.id === id)
  return (
    <Select
      {...shared}
      value={ids[0] ?? null}
      onChange={(id) => onChange(id, rowOf(id))}
      leftSection={chosen && <ColorDot color={chosen.color} />}
      allowDeselect={clearable && !required}
    />
  )
}

const optionOf = ({ id, name }: PickableRow) => ({ value: id, label: name })

function grouped<Row extends PickableRow>(rows: readonly Row[], groupOf: (row: Row) => string) {
  const groups = [...new Set(rows.map(groupOf))]
  return groups.map((group) => ({ group, items: rows.filter((row) => groupOf(row) === group).map(optionOf) }))
}

function Option({ row }: { row: PickableRow | undefined }) {
  if (!row) return null
  return (
    <ColorLabel color={row.color}>
      {row.is_active === false ? t('{name} (not active)', { name: row.name }) : row.name}
    </ColorLabel>
  )
}

// Columns and filters of custom fields in a list, and their parameter in the address.
import { TextInput } from '@mantine/core'
import type { CustomField } from '../../../contract/custom-fields.ts'
import {
  customFilterName,
  customFilterParts,
  customFilterText,
  customOperators,
} from '../../../contract/custom-filters.ts'
import type { CustomValues } from '../../../contract/custom-values.ts'
import { useMemberChoices } from '../../identity/account/member-choice-picker.tsx'
import { customName } from '../../platform/lib/custom-form.ts'
import { numberOf } from '../../platform/lib/decimal-text.ts'
import { decimal } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { ColorDot } from '../../platform/ui/color-badge.tsx'
import { type Columns, columnsOf as helperOf } from '../../platform/ui/data-columns.ts'
import type { Filter } from '../../platform/ui/filter-bar.tsx'
import { CustomBadge } from './custom-badge.tsx'

interface Row {
  id: string
  custom: CustomValues
}
const column = helperOf<Row>()

/** The columns, hidden until the user chooses them. */
export const columnsOf = (fields: readonly CustomField[]): Columns<Row> =>
  fields.map((field) =>
    column.accessor(({ custom }) => custom[field.key], {
      id: customName(field.key),
      header: field.name,
      meta: {
        sort: customName(field.key),
        optional: true,
        ...((field.type === 'number' || field.type === 'money') && { align: 'end' as const }),
      },
      cell: ({ getValue }) => {
        const value = getValue()
        return value === undefined ? null : <CustomBadge field={field} value={value} />
      },
    }),
  )

/** Splits the address parameter into one parameter for each filter, such as `custom.tier`. */
export function expanded(fields: readonly CustomField[], text: string | undefined): Record<string, string | string[]> {
  const parts = [...customFilterParts(text)].map(([name, value]) => {
    const { key, operator } = customFilterName(name) ?? {}
    const isKnown = fields.some((field) => field.key === key)
    return isKnown ? [`custom.${name}`, operator === 'any' ? value.split(',') : value] : undefined
  })
  return Object.fromEntries(parts.filter((part) => part !== undefined))
}

/** The reverse of `expanded`, for a change of the search. */
export function folded(
  text: string | undefined,
  change: Record<string, string | number | undefined>,
): Record<string, string | number | undefined> {
  const isCustom = (name: string) => name.startsWith('custom.')
  const names = Object.keys(change).filter(isCustom)
  if (names.length === 0) return change
  const parts = customFilterParts(text)
  for (const name of names) parts.set(name.slice('custom.'.length), String(change[name] ?? ''))
  const others = Object.fromEntries(Object.entries(change).filter(([name]) => !isCustom(name)))
  return { ...others, custom: customFilterText(parts) }
}

export const filtersOf = (fields: readonly CustomField[]): Filter[] =>
  fields.flatMap((field) => [
    ...customOperators[field.type].map((operator) => filterOf(field, operator)),
    presenceFilterOf(field),
  ])

/** Filters by whether there is a value. */
const presenceFilterOf = ({ key, name }: CustomField): Filter => ({
  key: `custom.${key}.is`,
  label: t('{field} filled in', { field: name }),
  choices: [
    { value: 'set', label: t('Yes') },
    { value: 'empty', label: t('No, empty') },
  ],
})

function filterOf({ key, name, type, choices }: CustomField, operator: string): Filter {
  if (operator === 'from' || operator === 'to') {
    const label = operator === 'from' ? t('{field} from', { field: name }) : t('{field} up to', { field: name })
    const named = { key: `custom.${key}.${operator}`, label }
    if (type === 'date') return { ...named, day: true }
    return { ...named, text: decimal, editor: (props) => <BoundField label={label} {...props} /> }
  }
  if (operator === 'has') {
    const editor: Extract<Filter, { editor: unknown }>['editor'] = ({ value, onChange }) => (
      <TextInput
        aria-label={name}
        defaultValue={value ?? ''}
        maxLength={200}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    )
    return { key: `custom.${key}.has`, label: name, text: (value) => value, editor }
  }
  const named = { key: customName(key), label: name }
  if (type === 'person') return { ...named, text: () => t('chosen person'), useChoices: () => useMemberChoices() }
  const yesNo = [
    { value: 'true', label: t('Yes') },
    { value: 'false', label: t('No') },
  ]
  if (type === 'yes_no') return { ...named, choices: yesNo }
  const listed = choices.map((choice) => ({
    value: choice.id,
    label: choice.name,
    mark: <ColorDot color={choice.color} />,
  }))
  return { ...named, many: true, choices: listed }
}

interface BoundFieldProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Ignores input that is not a number yet. */
function BoundField({ label, value, onChange }: BoundFieldProps) {
  return (
    <TextInput
      aria-label={label}
      defaultValue={value === undefined ? '' : decimal(value)}
      inputMode="decimal"
      onChange={({ currentTarget }) => {
        const read = numberOf(currentTarget.value)
        if (!read.startsWith('?')) onChange(read || undefined)
      }}
    />
  )
}

// Input for the value of a rule, by its kind.
import { MultiSelect, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { investmentStages, investmentStatuses, investorTypes } from '../../../contract/master-data.ts'
import { currencyCodes, decimalsOf } from '../../../contract/money.ts'
import { offerings } from '../../../contract/offerings.ts'
import { fieldOf, type Records, valueSchemaOf } from '../../../contract/segments.ts'
import { tags } from '../../../contract/tags.ts'
import { team } from '../../../contract/team.ts'
import { query } from '../../api.ts'
import { countryChoices } from '../../platform/lib/countries.ts'
import { language, t } from '../../platform/lib/text.ts'
import { DateField } from '../../platform/ui/date-field.tsx'
import { DecimalField } from '../../platform/ui/decimal-field.tsx'
import { MoneyField } from '../../platform/ui/money-field.tsx'
import { remoteSelectProps } from '../../platform/ui/remote-select.ts'
import { useCurrencies } from '../../records/currencies/currency-choice-picker.tsx'
import { type EditRule, isThreshold } from './draft.ts'
import { useCustomRules } from './use-custom-rules.ts'
import styles from './value-fields.module.css'
import { optionText } from './words.ts'

interface ValueFieldsProps {
  rule: EditRule
  onChange: (value: EditRule['value']) => void
  error?: string | undefined
}

export function ValueFields({ rule, onChange, error }: ValueFieldsProps) {
  const { kind, records, options } = fieldOf(rule.field)
  const { value } = rule
  const customs = useCustomRules()
  const label = t('Value of “{field}”', { field: customs.nameOf(rule) })
  const shared = { 'aria-label': label, error }
  if (!valueSchemaOf(rule.field, rule.operator)) return null
  if (records) return <RecordValue {...{ records, label, error, onChange }} value={value as string[]} />
  if (kind === 'custom_choice')
    return (
      <Several
        {...{ label, error, onChange }}
        value={value as string[]}
        choices={named(customs.fieldOf(rule)?.choices)}
        isRecord
        isLoading={customs.isLoading}
      />
    )
  if (kind === 'custom_number') return <DecimalField {...shared} value={String(value ?? '')} onChange={onChange} />
  if (kind === 'money' || kind === 'custom_money')
    return <AmountValue {...{ label, error, onChange }} value={isThreshold(value) ? value : undefined} />
  if (kind === 'yes_no' || kind === 'custom_yes_no')
    return (
      <NativeSelect
        {...shared}
        data={[
          { value: 'true', label: t('Yes') },
          { value: 'false', label: t('No') },
        ]}
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value === 'true')}
      />
    )
  if (kind === 'text')
    return (
      <TextInput
        {...shared}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.currentTarget.value)}
        maxLength={200}
        autoComplete="off"
      />
    )
  const isDay = kind === 'day' || kind === 'plan' || kind === 'custom_date'
  if (isDay && rule.operator.startsWith('on_or'))
    return <DateField {...shared} value={String(value ?? '')} onChange={onChange} />
  if (isDay || kind === 'past' || kind === 'coming')
    return (
      <TextInput
        {...shared}
        value={typeof value === 'number' ? value : ''}
        onChange={(event) => {
          const digits = event.currentTarget.value.replace(/\D/g, '')
          onChange(digits === '' ? undefined : Number(digits))
        }}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        rightSectionWidth="4rem"
        rightSection={t('days')}
      />
    )
  const choices =
    kind === 'country'
      ? countryChoices(language())
      : kind === 'language'
        ? languages()
        : kind === 'currency'
          ? currencyCodes.map((code) => ({ value: code, label: code }))
          : (options ?? []).map((option) => ({ value: option, label: optionText(rule.field, option) }))
  return <Several {...{ label, error, onChange, choices }} value={value as string[]} />
}

interface SeveralProps {
  label: string
  value: string[]
  choices: readonly { value: string; label: string }[]
  onChange: (values: string[]) => void
  error: string | undefined
  /** Chosen records that are not among these were deleted. */
  isRecord?: boolean
  /** Until the records are loaded, none is shown as deleted. */
  isLoading?: boolean
  /** Server-side search; without it, the choices are searched. */
  search?: {
    typed: string
    onType: (text: string) => void
    found: readonly { value: string; label: string }[]
    isSearching: boolean
  }
}

function Several({ label, value, choices, onChange, error, isRecord, isLoading, search }: SeveralProps) {
  const unknown = value.filter((each) => !choices.some((choice) => choice.value === each))
  const nameOf = (each: string) => (isLoading ? '…' : isRecord ? t('Deleted') : each)
  return (
    <MultiSelect
      aria-label={label}
      error={
        error ??
        (isRecord && !isLoading && unknown.length > 0 ? t('This record was deleted. Choose another one.') : undefined)
      }
      data={[...unknown.map((each) => ({ value: each, label: nameOf(each) })), ...choices]}
      value={value}
      onChange={onChange}
      placeholder={value.length === 0 ? t('Choose one or more') : undefined}
      searchable
      hidePickedOptions
      nothingFoundMessage={search?.isSearching ? t('Searching…') : t('No matches')}
      {...(search && {
        searchValue: search.typed,
        onSearchChange: search.onType,
        ...remoteSelectProps(
          search.found.filter((each) => !value.includes(each.value)),
          search.typed.trim(),
          search.isSearching,
        ),
      })}
      maxDropdownHeight={280}
      maxValues={100}
      classNames={{ inputField: styles.typed }}
    />
  )
}

function RecordValue({
  records,
  ...field
}: Omit<SeveralProps, 'choices' | 'isRecord' | 'isLoading'> & { records: Records }) {
  const Choices = {
    tags: Tags,
    offerings: Offerings,
    users: Owners,
    investor_types: Types,
    investment_statuses: Statuses,
    investment_stages: Stages,
  }[records]
  return <Choices {...field} />
}

type Field = Omit<SeveralProps, 'choices' | 'isRecord' | 'isLoading'>
const named = (rows: readonly { id: string; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

function Tags(field: Field) {
  const { data } = useQuery(query(tags.list))
  return <Several {...field} isRecord choices={named(data?.data)} isLoading={!data} />
}
/** There may be many, so the server searches them; chosen ones are fetched one by one. */
function Offerings(field: Field) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const [q] = useDebouncedValue(text, 200)
  const { data, isFetching } = useQuery({
    ...query(offerings.list, { query: { per_page: 50, ...(q && { q }) } }),
    placeholderData: keepPreviousData,
  })
  const others = field.value.filter((id) => data && !data.data.some((offering) => offering.id === id))
  const results = useQueries({
    queries: others.map((id) => ({ ...query(offerings.get, { params: { id } }), retry: false })),
  })
  const found = results.flatMap((answer) => answer.data ?? [])
  return (
    <Several
      {...field}
      isRecord
      choices={named([...(data?.data ?? []), ...found])}
      isLoading={!data || results.some(({ isPending }) => isPending)}
      search={{ typed, onType: setTyped, found: named(data?.data), isSearching: isFetching || q !== text }}
    />
  )
}
function Owners(field: Field) {
  const { data } = useQuery(query(team.get))
  return <Several {...field} isRecord choices={named(data?.members)} isLoading={!data} />
}
function Types(field: Field) {
  const { data } = useQuery(query(investorTypes.list))
  return <Several {...field} isRecord choices={named(data?.data)} isLoading={!data} />
}
function Statuses(field: Field) {
  const { data } = useQuery(query(investmentStatuses.list))
  return <Several {...field} isRecord choices={named(data?.data)} isLoading={!data} />
}
function Stages(field: Field) {
  const { data } = useQuery(query(investmentStages.list))
  return <Several {...field} isRecord choices={named(data?.data)} isLoading={!data} />
}

function AmountValue({
  label,
  value = { amount: '', currency: '' },
  onChange,
  error,
}: {
  label: string
  value: { amount: string; currency: string } | undefined
  onChange: (value: { amount: string; currency: string }) => void
  error: string | undefined
}) {
  const { codes, base } = useCurrencies()
  const currency = value.currency || base
  // No default currency: an amount in the wrong currency would match other contacts.
  if (!currency) return <Skeleton height={36} />
  return (
    <MoneyField
      label={label}
      value={value.amount}
      onChange={(amount) => onChange({ amount, currency })}
      currency={currency}
      decimals={decimalsOf(currency)}
      currencies={codes}
      onCurrency={(next) => onChange({ amount: value.amount, currency: next })}
      error={error}
    />
  )
}

const languageCodes = 'en,id,ms,jv,su,zh,hi,ar,fr,de,nl,it,es,pt,ja,ko,ru,tr,th,vi,fil,ta,he,fa,ur,sw,af,pl,uk'.split(
  ',',
)
function languages() {
  const names = new Intl.DisplayNames([language(), 'en'], { type: 'language' })
  return languageCodes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

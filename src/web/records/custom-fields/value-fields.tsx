// The input for a value of a custom field, by its type.
import { MultiSelect, NativeSelect, Select, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { CustomField } from '../../../contract/custom-fields.ts'
import type { CustomValue } from '../../../contract/custom-values.ts'
import { decimalsOf } from '../../../contract/money.ts'
import { MemberPicker } from '../../identity/account/member-picker.tsx'
import { t } from '../../platform/lib/text.ts'
import { DateField } from '../../platform/ui/date-field.tsx'
import { DecimalField } from '../../platform/ui/decimal-field.tsx'
import { MoneyField } from '../../platform/ui/money-field.tsx'
import { useCurrencies } from '../currencies/currency-choice-picker.tsx'

/** With more choices the input has a search, whose text takes a line of its own. */
const fewChoices = 8

export interface ValueFieldProps {
  field: Pick<CustomField, 'type' | 'choices'>
  name?: string
  label: string
  value: CustomValue | null | undefined
  onChange: (value: CustomValue | null) => void
  error?: ReactNode
}

export function ValueField({ field: { type, choices }, value, onChange, ...input }: ValueFieldProps) {
  const text = typeof value === 'string' ? value : ''
  const onText = (typed: string | null) => onChange(typed || null)
  const listed = choices.map(({ id, name }) => ({ value: id, label: name }))
  const clearing = { clearable: true, clearButtonProps: { 'aria-label': t('Clear') } }
  switch (type) {
    case 'number':
      return <DecimalField {...input} value={text} onChange={onText} />
    case 'money':
      return <AmountField {...input} value={value} onChange={onChange} />
    case 'date':
      return <DateField {...input} value={text} onChange={onText} />
    case 'choice':
      return (
        <Select
          {...input}
          {...clearing}
          data={listed}
          value={text || null}
          onChange={onText}
          searchable
          nothingFoundMessage={t('Nothing found')}
        />
      )
    case 'choices':
      return (
        <MultiSelect
          {...input}
          {...clearing}
          data={listed}
          value={Array.isArray(value) ? value : []}
          onChange={(ids) => onChange(ids.length > 0 ? ids : null)}
          searchable={choices.length > fewChoices}
          nothingFoundMessage={t('Nothing found')}
        />
      )
    case 'yes_no':
      return (
        <NativeSelect
          {...input}
          data={[
            { value: '', label: t('Not set') },
            { value: 'true', label: t('Yes') },
            { value: 'false', label: t('No') },
          ]}
          value={typeof value === 'boolean' ? String(value) : ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value === 'true')}
        />
      )
    case 'person':
      return <MemberPicker {...input} value={text || null} onChange={onText} />
    default:
      return (
        <TextInput
          {...input}
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          autoComplete="off"
          {...(type === 'link' && { inputMode: 'url', placeholder: 'https://' })}
        />
      )
  }
}

function AmountField({ value, onChange, ...input }: Omit<ValueFieldProps, 'field'>) {
  const { codes, base } = useCurrencies()
  const given = typeof value === 'object' && value !== null && 'amount' in value ? value : undefined
  const [chosen, setChosen] = useState(given?.currency)
  const currency = given?.currency ?? chosen ?? base ?? ''
  const amountOf = (amount: string, code: string) => (amount ? { amount, currency: code } : null)
  // Without a currency yet, because the base currency is still loading.
  if (currency === '') return <TextInput {...input} value="" readOnly disabled />
  return (
    <MoneyField
      {...input}
      value={given?.amount ?? ''}
      currency={currency}
      decimals={decimalsOf(currency)}
      currencies={codes}
      onChange={(amount) => onChange(amountOf(amount, currency))}
      onCurrency={(code) => {
        setChosen(code)
        if (given) onChange({ ...given, currency: code })
      }}
    />
  )
}

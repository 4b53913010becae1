// Currency picker by code or name, of the enabled currencies or all.
import { Select } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { currencyCodes } from '../../../contract/money.ts'
import { t } from '../../platform/lib/text.ts'
import { useCurrencies } from './currency-choice-picker.tsx'
import { currencyChoices } from './currency-text.ts'

interface CurrencyPickerProps {
  // Props that the form passes to every input.
  name?: string
  label: string
  value: unknown
  onChange: (code: string) => void
  error?: ReactNode
  description?: ReactNode
  placeholder?: string
  required?: boolean
  disabled?: boolean
  clearable?: boolean
  /** `all`: every active currency, not only the enabled ones, except those excluded. */
  among?: 'enabled' | 'all'
  except?: readonly string[]
  autoFocus?: boolean
}

export function CurrencyPicker({
  value,
  onChange,
  among = 'enabled',
  except,
  clearable,
  autoFocus,
  ...props
}: CurrencyPickerProps) {
  const { codes } = useCurrencies()
  const chosen = String(value ?? '')
  const choices = useMemo(() => {
    const offered = among === 'all' ? currencyCodes : codes
    // The current value is shown even if it is no longer offered.
    const shown = chosen && !offered.includes(chosen) ? [chosen, ...offered] : offered
    return currencyChoices(except ? shown.filter((code) => !except.includes(code)) : shown)
  }, [among, codes, chosen, except])
  return (
    <Select
      {...props}
      value={chosen || null}
      onChange={(code) => onChange(code ?? '')}
      data={choices}
      searchable
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t('Clear') }}
      allowDeselect={false}
      nothingFoundMessage={t('No currencies match')}
      maxDropdownHeight={280}
      autoComplete="off"
      data-autofocus={autoFocus || undefined}
    />
  )
}

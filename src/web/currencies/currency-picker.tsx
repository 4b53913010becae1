// Picks a currency by code or name: one of those that the organization has enabled, or of all there are.
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { currencies } from '../../contract/currencies.ts'
import { currencyCodes } from '../../contract/money.ts'
import { query } from '../api.ts'
import { t } from '../lib/text.ts'
import { currencyChoices } from './currency-text.ts'

/** The enabled currencies, and the base among them; nothing until they are known. */
export function useCurrencies(): { codes: readonly string[]; base: string | undefined } {
  const { data } = useQuery({ ...query(currencies.list), staleTime: 60_000 })
  return useMemo(() => {
    const rows = data?.data ?? []
    return { codes: rows.map(({ code }) => code), base: rows.find(({ is_base }) => is_base)?.code }
  }, [data])
}

interface CurrencyPickerProps {
  // What the form hands to any input.
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
  /** Every active one, not only those enabled; without those left out. */
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
    // What a record has stays to be seen, even when it is not offered any more.
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
      nothingFoundMessage={t('No currency has this name')}
      maxDropdownHeight={280}
      autoComplete="off"
      data-autofocus={autoFocus || undefined}
    />
  )
}

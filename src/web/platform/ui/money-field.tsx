// Amount field with a currency. Accepts shorthand (1.5m, 10jt, 2,5 lakh) and echoes the full amount.
import { NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { decimal, type MoneyFault, money, readMoney } from '../lib/money.ts'
import { t } from '../lib/text.ts'
import { FieldNote, Text } from './box.tsx'
import styles from './money-field.module.css'

interface MoneyFieldProps {
  // Input props from the form.
  name?: string
  label: string
  /**
   * A decimal text with all decimals of its currency, or empty. Unreadable input is stored in a form that no schema
   * accepts.
   */
  value: unknown
  onChange: (amount: string) => void
  error?: ReactNode
  currency: string
  /** The number of decimals by ISO 4217. */
  decimals: number
  /** Currencies to choose from; without them the currency is fixed. */
  currencies?: readonly string[]
  onCurrency?: (currency: string) => void
  description?: ReactNode
  required?: boolean
  disabled?: boolean
}

export function MoneyField(props: MoneyFieldProps) {
  const { name, label, error, currency, decimals, currencies, onCurrency, description, required, disabled } = props
  const value = String(props.value ?? '')
  const [typed, setTyped] = useState(() => decimal(value))
  const [isFocused, setFocused] = useState(false)
  const reported = useRef(value)
  const read = typed.trim() === '' ? undefined : readMoney(typed, { currency, decimals })
  const fault = read && 'fault' in read ? read.fault : undefined

  function change(text: string) {
    setTyped(text)
    reported.current = amountOf(text, { currency, decimals })
    if (reported.current !== value) props.onChange(reported.current)
  }

  // The value changed elsewhere: prefilled, undone, merged.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setTyped(decimal(value.replace(unread, '')))
  }, [value])

  // Another currency may have other decimals.
  const shownCurrency = useRef(currency)
  useEffect(() => {
    if (shownCurrency.current === currency) return
    shownCurrency.current = currency
    change(typed)
  })

  return (
    <div>
      <TextInput
        name={name}
        label={label}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false)
          if (read && 'amount' in read) setTyped(decimal(read.amount))
        }}
        // An unfinished suffix, such as the "j" of "10jt", is no error yet.
        error={
          fault && (!isFocused || fault === 'too_precise' || error)
            ? moneyFaultText(fault, { currency, decimals })
            : error
        }
        description={description}
        required={required}
        disabled={disabled}
        inputMode="decimal"
        autoComplete="off"
        maxLength={60}
        classNames={{ input: styles.input }}
        rightSectionWidth={currencies && onCurrency ? '5.25rem' : '3.5rem'}
        rightSection={
          currencies && onCurrency ? (
            <NativeSelect
              variant="unstyled"
              rightSectionWidth={28}
              className={styles.currencies}
              aria-label={t('Currency of {field}', { field: label })}
              data={[...new Set([currency, ...currencies])]}
              value={currency}
              disabled={disabled}
              onChange={(event) => onCurrency(event.currentTarget.value)}
            />
          ) : (
            <Text as="span" size={13} weight={500} dimmed>
              {currency}
            </Text>
          )
        }
      />
      <FieldNote dimmed figures aria-live="polite">
        {read && 'amount' in read && !error && money(read.amount, currency, { exact: true })}
      </FieldNote>
    </div>
  )
}

const unread = /^\? /

/** Unreadable input must not pass as an amount: some of it looks like one (1.234). */
function amountOf(text: string, of: { currency: string; decimals: number }) {
  if (text.trim() === '') return ''
  const read = readMoney(text, of)
  return 'amount' in read ? read.amount : `? ${text}`
}

/** Error message for an amount. */
export function moneyFaultText(fault: MoneyFault, { currency, decimals }: { currency: string; decimals: number }) {
  if (fault === 'ambiguous') return t('This number is ambiguous. Write it without a thousands separator.')
  if (fault === 'too_large') return t('This amount is too large.')
  if (fault === 'unreadable') return t('Not a valid amount. Write it as 1500000, 1.5m or 10jt.')
  if (decimals === 0) return t('{currency} has no decimals.', { currency })
  return t('{currency} has at most {count} decimals.', { currency, count: decimals })
}

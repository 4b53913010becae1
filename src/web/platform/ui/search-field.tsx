// Search field, debounced: reports its text when typing pauses.
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../lib/text.ts'
import styles from './search-field.module.css'

interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  /** Accessible name and placeholder. */
  label: string
}

const pauseMs = 250

export function SearchField({ value, onChange, label }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const reported = useRef(value)
  const report = useRef(onChange)
  report.current = onChange

  // The address changed from outside: back, forward, a link.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setTyped(value)
  }, [value])

  useEffect(() => {
    const text = typed.trim()
    if (text === reported.current) return
    const timer = setTimeout(() => {
      reported.current = text
      report.current(text)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])

  const clear = () => {
    setTyped('')
    // The clear button is removed with the text.
    field.current?.focus()
  }
  return (
    <TextInput
      ref={field}
      className={styles.field}
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label={t('Clear search')} onClick={clear} />}
      maxLength={200}
      autoComplete="off"
    />
  )
}

// Search field, debounced: reports its text when typing pauses.
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { t } from '../lib/text.ts'
import styles from './search-field.module.css'

interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  /** Accessible name and placeholder. */
  label: string
  /** Beside another field on a phone, where the label would be cut off. */
  isShort?: boolean
}

const pauseMs = 250

export function SearchField({ value, onChange, label, isShort }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const reported = useRef(value)
  const report = useRef(onChange)
  report.current = onChange
  const { pathname } = useLocation()
  // The path of this page. `location` has the next page's path as soon as that page is being loaded, `pathname` only once it is shown.
  const address = useRef('')
  useEffect(() => {
    if (pathname) address.current = location.pathname
  }, [pathname])

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
      // Another page is being loaded. Writing the text into the address now would cancel that.
      if (location.pathname !== address.current) return
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
      placeholder={isShort ? t('Search') : label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label={t('Clear search')} onClick={clear} />}
      maxLength={200}
      autoComplete="off"
    />
  )
}

// Search field, debounced: reports its text when typing pauses.
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
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
  const target = useNavigation().location?.pathname
  const isLeaving = target !== undefined && target !== pathname

  // The address changed from outside: back, forward, a link.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setTyped(value)
  }, [value])

  useEffect(() => {
    const text = typed.trim()
    // The text goes into the address of this page, which would cancel the navigation to another one.
    if (text === reported.current || isLeaving) return
    const timer = setTimeout(() => {
      reported.current = text
      report.current(text)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, isLeaving])

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

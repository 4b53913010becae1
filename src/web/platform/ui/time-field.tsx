// Field for a time of day, shown in the language of the app: the browser's own field follows the browser's language.
import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { timeOfDay } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { readTime } from '../lib/time-input.ts'

interface TimeFieldProps {
  label: string
  /** `09:30`, or empty. */
  value: string
  /** Receives only valid times. */
  onChange: (time: string) => void
  disabled?: boolean
  className?: string | undefined
}

export function TimeField({ value, onChange, ...props }: TimeFieldProps) {
  const shown = value && timeOfDay(value)
  const [typed, setTyped] = useState(shown)
  const [isFocused, setFocused] = useState(false)
  const before = useRef(value)
  useEffect(() => {
    if (!isFocused) setTyped(shown)
  }, [shown, isFocused])
  return (
    <TextInput
      {...props}
      value={typed}
      autoComplete="off"
      maxLength={12}
      error={
        isFocused &&
        readTime(typed) === undefined &&
        t('Not a time. Write it as {example}.', { example: timeOfDay('09:30') })
      }
      onFocus={({ currentTarget }) => {
        before.current = value
        setFocused(true)
        currentTarget.select()
      }}
      // Unreadable input gives way to the time from before the edit, not to a time that its first letters happened to form.
      onBlur={() => setFocused(false)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        const time = readTime(currentTarget.value) ?? before.current
        if (time !== value) onChange(time)
      }}
    />
  )
}

// Field for a time of day, shown in the language of the app: the browser's own field follows the browser's language.
import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { timeOfDay } from '../lib/format.ts'
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
  useEffect(() => {
    if (!isFocused) setTyped(shown)
  }, [shown, isFocused])
  return (
    <TextInput
      {...props}
      value={typed}
      autoComplete="off"
      maxLength={12}
      onFocus={({ currentTarget }) => {
        setFocused(true)
        currentTarget.select()
      }}
      // What is no time becomes the last valid one again.
      onBlur={() => setFocused(false)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        const time = readTime(currentTarget.value)
        if (time !== undefined && time !== value) onChange(time)
      }}
    />
  )
}

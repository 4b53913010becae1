// Input for a number in the user's locale. Its value is a decimal text.
import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { numberOf } from '../lib/decimal-text.ts'
import { decimal } from '../lib/money.ts'

interface DecimalFieldProps {
  name?: string
  label?: string
  'aria-label'?: string
  value: string
  onChange: (value: string) => void
  error?: ReactNode
}

export function DecimalField({ value, onChange, ...input }: DecimalFieldProps) {
  const [typed, setTyped] = useState(() => decimal(value))
  const reported = useRef(value)
  // The value changed outside the input, such as by a restored draft or a merge.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setTyped(decimal(value))
  }, [value])
  return (
    <TextInput
      {...input}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        reported.current = numberOf(currentTarget.value)
        onChange(reported.current)
      }}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
    />
  )
}

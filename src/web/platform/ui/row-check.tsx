// Check box that selects a row of a list. Native, because a list shows up to 200 of them.
import { type MouseEvent, useEffect, useRef } from 'react'
import styles from './row-check.module.css'

interface RowCheckProps {
  label: string
  checked: boolean
  /** Some, but not all, of the rows are selected. */
  isMixed?: boolean
  isDisabled?: boolean
  onChange: (isRange: boolean) => void
}

export function RowCheck({ label, checked, isMixed = false, isDisabled = false, onChange }: RowCheckProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = isMixed
  }, [isMixed])
  // With Shift, the browser would also select the text between the two rows.
  const keepText = (event: MouseEvent) => event.shiftKey && event.preventDefault()
  return (
    <label className={styles.check} onMouseDown={keepText}>
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={isDisabled}
        onChange={(event) => onChange((event.nativeEvent as unknown as MouseEvent).shiftKey === true)}
      />
    </label>
  )
}

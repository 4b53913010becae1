// Field for a local date and time: a day in the language of the app, and a clock time.
import type { ComponentProps } from 'react'
import { t } from '../lib/text.ts'
import { Row } from './box.tsx'
import styles from './date-field.module.css'
import { DateField } from './date-field.tsx'
import { TimeField } from './time-field.tsx'

interface DateTimeFieldProps extends Pick<ComponentProps<typeof DateField>, 'label' | 'error' | 'description'> {
  name?: string
  /** `2026-12-05T09:00`, or empty. */
  value: string
  onChange: (value: string) => void
  required?: boolean
}

/** The time that a newly chosen day gets. */
const usualTime = '09:00'

export function DateTimeField({ value, onChange, ...props }: DateTimeFieldProps) {
  const isRead = !value.startsWith('?')
  const day = isRead ? value.slice(0, 10) : value
  const time = isRead ? value.slice(11, 16) : ''
  return (
    <Row gap={8} align="start">
      <DateField
        {...props}
        className={styles.day}
        value={day}
        onChange={(next) => onChange(next === '' || next.startsWith('?') ? next : `${next}T${time || usualTime}`)}
      />
      <TimeField
        label={t('Time')}
        className={styles.time}
        value={time}
        disabled={!isRead || day === ''}
        onChange={(next) => onChange(`${day}T${next}`)}
      />
    </Row>
  )
}

// Field for a calendar day, shown in the language of the app. Users type it in any common form or choose it in a calendar.
import { ActionIcon, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { readDay } from '../lib/day-input.ts'
import { calendarDay, locale, longDay, today } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import type { DateCalendarProps } from './date-calendar.tsx'
import styles from './date-field.module.css'

interface DateFieldProps {
  name?: string
  label?: ReactNode
  'aria-label'?: string
  /** `2026-12-05`, or empty. Unreadable input is reported as a text that no schema accepts. */
  value: unknown
  onChange: (day: string) => void
  /** For filters: reports only valid days and an empty field, because no form would refuse anything else. */
  onlyDays?: boolean
  /** The calendar offers no earlier day than `min` and no later one than `max`. */
  min?: string
  max?: string
  error?: ReactNode
  description?: ReactNode
  required?: boolean
  disabled?: boolean
  autoFocus?: boolean
  'data-autofocus'?: boolean
  size?: string
  className?: string | undefined
  title?: string
  onEnter?: () => void
}

const load = () => import('./date-calendar.tsx')
const isTouched = () => matchMedia('(pointer: coarse)').matches

export function DateField({
  value: given,
  onChange,
  onlyDays,
  min,
  max,
  error,
  onEnter,
  className,
  ...props
}: DateFieldProps) {
  const value = String(given ?? '')
  const [typed, setTyped] = useState(() => shown(value))
  const [isFocused, setFocused] = useState(false)
  const [open, setOpen] = useState<'below' | 'inside'>()
  const [Calendar, setCalendar] = useState<ComponentType<DateCalendarProps>>()
  const reported = useRef(value)
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const reader = { locale: locale(), today: today() }
  const read = readDay(typed, reader)
  const isUnread = typed.trim() !== '' && !read

  function change(text: string) {
    setTyped(text)
    const day = text.trim() === '' ? '' : (readDay(text, reader)?.day ?? `? ${text}`)
    if (day === reported.current || (onlyDays && day.startsWith('?'))) return
    reported.current = day
    onChange(day)
  }

  // Something other than typing changed the value: a prefilled form, Undo, or a merge.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setTyped(shown(value))
  }, [value])

  const near = () =>
    void load().then(
      ({ DateCalendar }) => setCalendar(() => DateCalendar),
      () => undefined,
    )
  const show = (where: 'below' | 'inside') => {
    near()
    setOpen(where)
  }
  const close = () => {
    setOpen(undefined)
    field.current?.focus()
  }
  return (
    <div ref={box} className={className === undefined ? styles.field : `${styles.field} ${className}`}>
      <TextInput
        {...props}
        ref={field}
        value={typed}
        placeholder={calendarDay(today())}
        autoComplete="off"
        maxLength={40}
        // On a phone the calendar opens instead of the keyboard.
        inputMode={isTouched() ? 'none' : undefined}
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={open !== undefined}
        aria-controls={open && id}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onClick={() => show('below')}
        onFocus={() => {
          setFocused(true)
          near()
        }}
        onBlur={({ relatedTarget }) => {
          setFocused(false)
          if (relatedTarget && !document.getElementById(id)?.contains(relatedTarget)) setOpen(undefined)
          if (read) setTyped(calendarDay(read.day))
          else if (onlyDays && isUnread) setTyped(shown(value))
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') show('inside')
          else if (event.key === 'Escape' && open) setOpen(undefined)
          else if (event.key === 'Enter') {
            setOpen(undefined)
            onEnter?.()
          } else return
          if (event.key !== 'Enter' || open) event.preventDefault()
          if (open) event.stopPropagation()
        }}
        error={
          isUnread && !isFocused ? t('Not a date. Write it as {example}.', { example: calendarDay(today()) }) : error
        }
        // Spells the day out while day and month could be swapped.
        description={isFocused && read?.isAmbiguous ? longDay(read.day) : props.description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            tabIndex={-1}
            disabled={props.disabled}
            aria-label={t('Calendar')}
            onPointerEnter={near}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => (open ? setOpen(undefined) : show('inside'))}
          >
            <IconCalendar size={16} aria-hidden />
          </ActionIcon>
        }
      />
      {Calendar && (
        <Calendar
          id={id}
          field={box}
          isOpen={open !== undefined}
          isInside={open === 'inside'}
          value={read?.day}
          {...{ min, max }}
          onPick={(day) => {
            change(day)
            setTyped(calendarDay(day))
            close()
          }}
          onClose={(isBack) => (isBack ? close() : setOpen(undefined))}
        />
      )}
    </div>
  )
}

const shown = (value: string) => (/^\d{4}-/.test(value) ? calendarDay(value) : value.replace(/^\? /, ''))

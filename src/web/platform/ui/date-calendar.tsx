// The lazy-loaded part of `DateField`: one month as a grid, with the keyboard behavior of the ARIA date grid.
import { ActionIcon, NativeSelect, Popover } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { addDays, addMonths, weekOf, weekStart } from '../lib/calendar.ts'
import { locale, longDay, monthName, today, weekdayName } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { Row } from './box.tsx'
import styles from './date-calendar.module.css'

export interface DateCalendarProps {
  id: string
  /** The field's element. Pressing it does not close the calendar. */
  field: RefObject<HTMLElement | null>
  isOpen: boolean
  /** True to move the focus into the grid. */
  isInside: boolean
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onPick: (day: string) => void
  onClose: (isBack: boolean) => void
}

export function DateCalendar({ id, field, isOpen, onClose, ...month }: DateCalendarProps) {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: Event) => {
      const isIn = (element: Element | null | undefined) => target instanceof Node && element?.contains(target)
      if (!isIn(field.current) && !isIn(document.getElementById(id))) close.current(false)
    }
    document.addEventListener('mousedown', onPress)
    return () => document.removeEventListener('mousedown', onPress)
  }, [isOpen, id, field])
  return (
    <Popover
      opened={isOpen}
      trapFocus={month.isInside}
      position="bottom-start"
      withRoles={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      width="auto"
    >
      <Popover.Target>
        <span className={styles.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        className={styles.dropdown}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose(true)
        }}
      >
        <div role="dialog" id={id} aria-label={t('Calendar')}>
          <Month {...month} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

type MonthProps = Pick<DateCalendarProps, 'isInside' | 'value' | 'min' | 'max' | 'onPick'>

function Month({ isInside, value, min = '1900-01-01', max = '2999-12-31', onPick }: MonthProps) {
  const within = (day: string) => (day < min ? min : day > max ? max : day)
  const [at, setAt] = useState(() => within(value ?? today()))
  const isMoved = useRef(isInside)
  const cell = useRef<HTMLButtonElement>(null)
  // Shows the typed day without moving the focus.
  useEffect(() => {
    if (value) setAt(value)
  }, [value])
  useEffect(() => {
    if (isMoved.current) cell.current?.focus()
  }, [at])
  useEffect(() => {
    if (isInside) cell.current?.focus()
  }, [isInside])

  const go = (day: string, isFocused = false) => {
    isMoved.current = isFocused
    setAt(within(day))
  }
  const first = `${at.slice(0, 8)}01`
  const start = weekStart(locale())
  const weeks = Array.from({ length: 6 }, (_, index) => weekOf(addDays(first, index * 7), start))
  const [year, month] = [Number(at.slice(0, 4)), Number(at.slice(5, 7))]
  const years = Array.from({ length: 81 }, (_, index) => year - 40 + index).filter(
    (each) => each >= Number(min.slice(0, 4)) && each <= Number(max.slice(0, 4)),
  )
  function onKey(event: KeyboardEvent) {
    const week = weekOf(at, start)
    const next = {
      ArrowLeft: addDays(at, -1),
      ArrowRight: addDays(at, 1),
      ArrowUp: addDays(at, -7),
      ArrowDown: addDays(at, 7),
      Home: week[0]!,
      End: week[6]!,
      PageUp: addMonths(at, event.shiftKey ? -12 : -1),
      PageDown: addMonths(at, event.shiftKey ? 12 : 1),
    }[event.key]
    if (!next) return
    event.preventDefault()
    go(next, true)
  }
  return (
    <>
      <Row gap={4} justify="between" mb={8}>
        <ActionIcon variant="subtle" aria-label={t('Previous month')} onClick={() => go(addMonths(at, -1))}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <NativeSelect
          size="xs"
          aria-label={t('Month')}
          value={month}
          data={Array.from({ length: 12 }, (_, index) => ({ value: String(index + 1), label: monthName(index + 1) }))}
          onChange={({ currentTarget }) => go(addMonths(at, Number(currentTarget.value) - month))}
        />
        <NativeSelect
          size="xs"
          aria-label={t('Year')}
          value={year}
          data={years.map(String)}
          onChange={({ currentTarget }) => go(addMonths(at, (Number(currentTarget.value) - year) * 12))}
        />
        <ActionIcon variant="subtle" aria-label={t('Next month')} onClick={() => go(addMonths(at, 1))}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Row>
      <table className={styles.grid} aria-label={`${monthName(month)} ${year}`} onKeyDown={onKey}>
        <thead>
          <tr>
            {weeks[0]!.map((day) => (
              <th key={day} scope="col" abbr={weekdayName(day, 'long')}>
                {weekdayName(day, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    ref={day === at ? cell : undefined}
                    data-autofocus={day === at || undefined}
                    tabIndex={day === at ? 0 : -1}
                    className={styles.day}
                    aria-label={longDay(day)}
                    aria-current={day === today() ? 'date' : undefined}
                    aria-pressed={day === value}
                    data-other={day.slice(0, 7) !== at.slice(0, 7) || undefined}
                    disabled={day < min || day > max}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

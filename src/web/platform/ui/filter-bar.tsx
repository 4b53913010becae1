// Filter bar of a list: active filters are removable chips, the others are behind a button.
import { Button, CloseButton, UnstyledButton } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { cloneElement, useRef } from 'react'
import { calendarDay } from '../lib/format.ts'
import { language, t } from '../lib/text.ts'
import { Row } from './box.tsx'
import styles from './filter-bar.module.css'
import type { Filter } from './filter-editor.tsx'
import type { FilterPopoverProps } from './filter-popover.tsx'
import { useLazyLoad } from './lazy-load.ts'

export type { Filter, FilterChoice } from './filter-editor.tsx'

interface FilterBarProps {
  filters: readonly Filter[]
  /** The list's search parameters; a filter's key is one of them. Multiple values are separated by commas. */
  search: Record<string, unknown>
  onSearch: (change: Record<string, string | undefined>) => void
}

export function FilterBar({ filters, search, onSearch }: FilterBarProps) {
  const set = filters.filter(({ key }) => valuesOf(search[key]).length > 0)
  const unset = filters.filter((filter) => !set.includes(filter))
  const add = useRef<HTMLButtonElement>(null)
  const change = (key: string, values: string[]) => onSearch({ [key]: values.join(',') || undefined })
  const remove = (keys: string[]) => {
    onSearch(Object.fromEntries(keys.map((key) => [key, undefined])))
    // The focused chip was removed.
    add.current?.focus()
  }
  return (
    <>
      {/* In front of the chips, so that it never moves. It stays even when all filters are set, because the focus returns to it. */}
      <FilterButton
        filters={unset}
        valuesOf={(key) => valuesOf(search[key])}
        onChange={change}
        button={
          <Button
            ref={add}
            variant="default"
            className={styles.add}
            data-short={set.length > 0 || undefined}
            leftSection={<IconFilter size={16} aria-hidden />}
            disabled={unset.length === 0}
          >
            <span>{t('Add filter')}</span>
          </Button>
        }
      />
      {set.length > 0 && (
        <Row gap={8} rowGap={8} wrap className={styles.chips}>
          {set.map((filter) => (
            <Chip
              key={filter.key}
              filter={filter}
              values={valuesOf(search[filter.key])}
              onChange={(values) => change(filter.key, values)}
              onRemove={() => remove([filter.key])}
            />
          ))}
          {set.length > 1 && (
            <Button variant="subtle" color="gray" onClick={() => remove(set.map(({ key }) => key))}>
              {t('Clear filters')}
            </Button>
          )}
        </Row>
      )}
    </>
  )
}

/** Whether any filter is set: an empty list is then a search without a match. */
export function isFiltered(filters: readonly Filter[], search: Record<string, unknown>) {
  return filters.some(({ key }) => valuesOf(search[key]).length > 0)
}

/** For *Clear search*: the change that removes all filters and the search text. */
export function withoutFilters(filters: readonly Filter[]): Record<string, undefined> {
  return { q: undefined, ...Object.fromEntries(filters.map(({ key }) => [key, undefined])) }
}

const valuesOf = (value: unknown): string[] =>
  value === undefined || value === '' ? [] : Array.isArray(value) ? value.map(String) : [String(value)]

interface ChipProps {
  filter: Filter
  values: string[]
  onChange: (values: string[]) => void
  onRemove: () => void
}

function Chip({ filter, values, onChange, onRemove }: ChipProps) {
  return (
    <Row as="span" inline outlined className={styles.chip}>
      <FilterButton
        filter={filter}
        valuesOf={() => values}
        onChange={(_, next) => onChange(next)}
        button={
          <UnstyledButton className={styles.sentence}>
            {t('{filter}: {value}', { filter: filter.label, value: valueText(filter, values) })}
          </UnstyledButton>
        }
      />
      <CloseButton
        size="sm"
        className={styles.remove}
        aria-label={t('Remove filter: {filter}', { filter: filter.label })}
        onClick={onRemove}
      />
    </Row>
  )
}

const load = () => import('./filter-popover.tsx')

/** The popover is prefetched when the pointer or focus reaches the button. */
function FilterButton(props: FilterPopoverProps) {
  const { part, handlers } = useLazyLoad(load)
  if (part) return <part.FilterPopover {...props} />
  return cloneElement(props.button, { ...handlers, 'aria-haspopup': 'dialog', 'aria-expanded': false })
}

function valueText(filter: Filter, values: string[]) {
  if ('day' in filter) return calendarDay(values[0]!)
  const texts = values.map((value) =>
    'choices' in filter ? (filter.choices.find((choice) => choice.value === value)?.label ?? '…') : filter.text(value),
  )
  return new Intl.ListFormat(language(), { type: 'disjunction' }).format(texts)
}

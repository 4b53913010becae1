// The filters of a list: one that is set reads as a sentence and can be taken away, the others wait under a button.
import { Button, CloseButton, Popover, UnstyledButton } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { calendarDay } from '../lib/format.ts'
import { language, t } from '../lib/text.ts'
import styles from './filter-bar.module.css'
import { type Filter, FilterEditor, onArrow } from './filter-editor.tsx'

export type { Filter } from './filter-editor.tsx'

interface FilterBarProps {
  filters: readonly Filter[]
  /** The list's search; a filter's key is one of its keys. Several values stand in one, parted by commas. */
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
    // The chip that had focus is gone.
    add.current?.focus()
  }
  return (
    <>
      {set.map((filter) => (
        <Chip
          key={filter.key}
          filter={filter}
          values={valuesOf(search[filter.key])}
          onChange={(values) => change(filter.key, values)}
          onRemove={() => remove([filter.key])}
        />
      ))}
      {/* Stays when all are set: focus comes back to it. */}
      <AddFilter ref={add} filters={unset} search={search} onChange={change} />
      {set.length > 1 && (
        <Button variant="subtle" color="gray" onClick={() => remove(set.map(({ key }) => key))}>
          {t('Clear filters')}
        </Button>
      )}
    </>
  )
}

/** Whether any of the filters is set: an empty list is then a search without a match. */
export function isFiltered(filters: readonly Filter[], search: Record<string, unknown>) {
  return filters.some(({ key }) => valuesOf(search[key]).length > 0)
}

/** For *Clear search*: the change that takes all filters and the search text away. */
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
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={styles.chip}>
      <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="bottom-start" width={272}>
        <Popover.Target>
          <UnstyledButton className={styles.sentence} onClick={() => setOpen(!isOpen)}>
            {t('{filter}: {value}', { filter: filter.label, value: valueText(filter, values) })}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={styles.dropdown} aria-label={filter.label}>
          <FilterEditor filter={filter} values={values} onChange={onChange} onClose={() => setOpen(false)} />
        </Popover.Dropdown>
      </Popover>
      <CloseButton
        size="sm"
        className={styles.remove}
        aria-label={t('Remove filter: {filter}', { filter: filter.label })}
        onClick={onRemove}
      />
    </span>
  )
}

function valueText(filter: Filter, values: string[]) {
  if ('day' in filter) return calendarDay(values[0]!)
  const texts = values.map((value) =>
    'choices' in filter ? (filter.choices.find((choice) => choice.value === value)?.label ?? '…') : filter.text(value),
  )
  return new Intl.ListFormat(language(), { type: 'disjunction' }).format(texts)
}

interface AddFilterProps {
  filters: readonly Filter[]
  search: Record<string, unknown>
  onChange: (key: string, values: string[]) => void
  ref: React.Ref<HTMLButtonElement>
}

/** Which filter first, then its value, in the same place. */
function AddFilter({ filters, search, onChange, ref }: AddFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Filter>()
  const open = (next: boolean) => {
    setOpen(next)
    setChosen(undefined)
  }
  return (
    <Popover opened={isOpen} onChange={open} trapFocus returnFocus position="bottom-start" width={272}>
      <Popover.Target>
        <Button
          ref={ref}
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          disabled={filters.length === 0 && !isOpen}
          onClick={() => open(!isOpen)}
        >
          {t('Add filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label={chosen?.label ?? t('Add filter')}>
        {chosen ? (
          <FilterEditor
            filter={chosen}
            values={valuesOf(search[chosen.key])}
            onChange={(values) => onChange(chosen.key, values)}
            onClose={() => open(false)}
          />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: only moves focus among what can be pressed
          <div className={styles.choices} onKeyDown={onArrow}>
            {filters.map((filter, index) => (
              <UnstyledButton
                key={filter.key}
                className={styles.choice}
                data-choice
                data-autofocus={index === 0 || undefined}
                onClick={() => setChosen(filter)}
              >
                {filter.label}
              </UnstyledButton>
            ))}
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

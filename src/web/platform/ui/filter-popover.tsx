// Popover of a filter button: first the choice of a filter, unless it is given, then its value.
import { Popover, UnstyledButton } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type ComponentProps, cloneElement, type ReactElement, Suspense, useState } from 'react'
import { t } from '../lib/text.ts'
import styles from './filter-bar.module.css'
import { type Filter, FilterEditor, onArrow } from './filter-editor.tsx'
import { useOpenOnMount } from './lazy-load.ts'

export interface FilterPopoverProps {
  button: ReactElement<ComponentProps<'button'>>
  /** The filter to edit; otherwise the user first chooses one of `filters`. */
  filter?: Filter
  filters?: readonly Filter[]
  /** The current values of a filter. */
  valuesOf: (key: string) => string[]
  onChange: (key: string, values: string[]) => void
}

export function FilterPopover({ button, filter, filters = [], valuesOf, onChange }: FilterPopoverProps) {
  const [isOpen, setOpen, opener] = useOpenOnMount()
  const [picked, setPicked] = useState<Filter>()
  const ref = useMergedRef(opener, button.props.ref)
  const chosen = filter ?? picked
  const open = (next: boolean) => {
    setOpen(next)
    setPicked(undefined)
  }
  // While the last filter is being set it is not yet missing from the remaining ones.
  const disabled = button.props.disabled && !isOpen
  return (
    <Popover opened={isOpen} onChange={open} trapFocus returnFocus position="bottom-start" width={272}>
      <Popover.Target>{cloneElement(button, { ref, disabled, onClick: () => open(!isOpen) })}</Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label={chosen?.label ?? t('Add filter')}>
        {chosen ? (
          // Custom editors are lazy-loaded.
          <Suspense>
            <FilterEditor
              filter={chosen}
              values={valuesOf(chosen.key)}
              onChange={(next) => onChange(chosen.key, next)}
              onClose={() => open(false)}
            />
          </Suspense>
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: only moves focus among what can be pressed
          <div className={styles.choices} onKeyDown={onArrow}>
            {filters.map((filter, index) => (
              <UnstyledButton
                key={filter.key}
                className={styles.choice}
                data-choice
                data-autofocus={index === 0 || undefined}
                onClick={() => setPicked(filter)}
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

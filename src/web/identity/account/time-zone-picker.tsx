// Chooses a time zone by name or offset, with its current time.
import { Text } from '../../platform/ui/box.tsx'
import '../../platform/ui/styles-choice.ts'
import { Select, type SelectProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { language, t } from '../../platform/lib/text.ts'
import { timeZoneNow, timeZones } from '../../platform/lib/time-zones.ts'
import styles from './time-zone-picker.module.css'

interface TimeZonePickerProps extends Omit<SelectProps, 'data' | 'value'> {
  value: string
  /** The organization's time zone: listed first and marked as such. */
  shared?: string
}

export function TimeZonePicker({ shared, ...field }: TimeZonePickerProps) {
  const { value } = field
  // Four hundred clocks are formatted only when the list opens.
  const [openedAt, setOpenedAt] = useState<Date>()
  const zones = useMemo(() => {
    const names = openedAt ? timeZones([value, ...(shared ? [shared] : [])]) : [value]
    const first = shared && openedAt ? [shared, ...names.filter((name) => name !== shared)] : names
    return new Map(first.map((zone) => [zone, timeZoneNow(zone, language(), openedAt ?? new Date())]))
  }, [openedAt, value, shared])
  return (
    <Select
      {...field}
      data={[...zones].map(([zone, { label }]) => ({ value: zone, label }))}
      renderOption={({ option, checked }) => (
        <>
          <IconCheck size={14} className={styles.check} data-checked={checked || undefined} aria-hidden />
          <Text as="span" grow>
            {option.label}
            {option.value === shared && (
              <Text as="span" size={13} dimmed block>
                {t('Same as organization')}
              </Text>
            )}
          </Text>
          <Text as="span" fixed dimmed figures className={styles.time}>
            {zones.get(option.value)?.time}
          </Text>
        </>
      )}
      onDropdownOpen={() => setOpenedAt(new Date())}
      allowDeselect={false}
      searchable
      nothingFoundMessage={t('No time zones match')}
      autoComplete="off"
    />
  )
}

// Tiles for the statuses next to the funnel: a count each; a click filters the recipients.
import { Tooltip, UnstyledButton } from '@mantine/core'
import type { RecipientCounts, RecipientStatus } from '../../../contract/broadcasts.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { recipientStates } from './recipient-badge.tsx'
import styles from './state-picker.module.css'

interface StatePickerProps {
  counts: RecipientCounts
  value: RecipientStatus | undefined
  onChange: (status: RecipientStatus | undefined) => void
}

const tiles = ['pending', 'failed', 'unknown', 'skipped', 'cancelled'] as const

export function StatePicker({ counts, value, onChange }: StatePickerProps) {
  return (
    <fieldset className={styles.tiles} aria-label={t('Show only')}>
      {tiles.map((status) => {
        const { label, help, icon: Icon, tone } = recipientStates[status]
        return (
          <Tooltip
            key={status}
            label={t(help)}
            multiline
            w={260}
            withinPortal={false}
            events={{ hover: true, focus: true, touch: false }}
          >
            <UnstyledButton
              className={styles.tile}
              data-tone={counts[status] > 0 ? tone : undefined}
              data-none={(counts[status] === 0 && value !== status) || undefined}
              aria-pressed={value === status}
              onClick={() => onChange(value === status ? undefined : status)}
            >
              <Row as="span" gap={6} size={13} dimmed className={styles.label}>
                <Icon size={15} aria-hidden />
                {t(label)}
              </Row>
              <Text as="strong" weight={600} dimmed figures className={styles.count}>
                {number(counts[status])}
              </Text>
            </UnstyledButton>
          </Tooltip>
        )
      })}
    </fieldset>
  )
}

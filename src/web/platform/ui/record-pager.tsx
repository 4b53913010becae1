// Links to the previous and next record of the list that this one was opened from.
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import type { RecordPagerLinks as Steps } from '../lib/use-record-pager.ts'
import { Row, Text } from './box.tsx'
import styles from './pager.module.css'

/** `steps` is undefined while loading; the space is reserved. */
export function RecordPager({ steps }: { steps: Steps | undefined }) {
  return (
    <Row as="nav" gap={10} aria-label={t('List navigation')}>
      <Text as="span" size={13} dimmed figures textAlign="end" className={styles.place}>
        {steps?.isThere && t('{place} of {total}', { place: number(steps.at + 1), total: number(steps.total) })}
      </Text>
      <Step to={steps?.previous} label={t('Previous')}>
        <IconChevronLeft size={16} aria-hidden />
      </Step>
      <Step to={steps?.next} label={t('Next')}>
        <IconChevronRight size={16} aria-hidden />
      </Step>
    </Row>
  )
}

function Step({ to, label, children }: { to: string | undefined; label: string; children: React.ReactNode }) {
  // Replaces the history entry: *Back* leads to the list, however many records were viewed.
  if (to) {
    return (
      <ActionIcon component={Link} to={to} replace variant="default" aria-label={label}>
        {children}
      </ActionIcon>
    )
  }
  return (
    <ActionIcon variant="default" aria-label={label} disabled>
      {children}
    </ActionIcon>
  )
}

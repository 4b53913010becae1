// Ticks of a sent message, as in WhatsApp.
import { IconAlertTriangle, IconCheck, IconChecks, IconClock, type TablerIcon } from '@tabler/icons-react'
import type { RecipientStatus } from '../../../contract/broadcasts.ts'
import { t } from '../../platform/lib/text.ts'
import styles from './tick-badge.module.css'

export function TickBadge({ status }: { status: RecipientStatus }) {
  const { label, icon: Icon } = ticks[status]
  return (
    <span className={styles.tick} data-status={status} role="img" aria-label={t(label)} title={t(label)}>
      <Icon size={15} stroke={2} aria-hidden />
    </span>
  )
}

const waits = { label: 'Waiting to be sent', icon: IconClock }
const leaves = { label: 'Being sent', icon: IconClock }
const failed = { label: 'Not sent', icon: IconAlertTriangle }
const read = { label: 'Read', icon: IconChecks }
const ticks: Record<RecipientStatus, { label: string; icon: TablerIcon }> = {
  pending: waits,
  sending: leaves,
  accepted: leaves,
  unknown: { label: 'Not confirmed', icon: IconClock },
  sent: { label: 'Sent', icon: IconCheck },
  delivered: { label: 'Delivered', icon: IconChecks },
  read,
  played: read,
  failed,
  skipped: failed,
  cancelled: failed,
}

// Status of a recipient: word, icon and color.
import {
  IconAlertTriangle,
  IconArrowUpRight,
  IconBan,
  IconCheck,
  IconChecks,
  IconClock,
  IconEye,
  IconHelpCircle,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconVolume,
  type TablerIcon,
} from '@tabler/icons-react'
import type { RecipientStatus } from '../../../contract/broadcasts.ts'
import { t } from '../../platform/lib/text.ts'
import { type Tone, ToneBadge } from '../../platform/ui/badge.tsx'
import styles from './badge.module.css'

export function RecipientBadge({ status }: { status: RecipientStatus }) {
  const { label, tone, icon: Icon } = recipientStates[status]
  return (
    <ToneBadge tone={tone}>
      <Icon size={13} aria-hidden className={styles.icon} />
      {t(label)}
    </ToneBadge>
  )
}

export const recipientStates: Record<RecipientStatus, { label: string; tone: Tone; icon: TablerIcon; help: string }> = {
  pending: { label: 'Pending', tone: 'neutral', icon: IconClock, help: 'Not sent yet' },
  sending: { label: 'Sending', tone: 'accent', icon: IconArrowUpRight, help: 'Being sent now' },
  accepted: {
    label: 'Accepted',
    tone: 'accent',
    icon: IconPlayerTrackNext,
    help: 'Accepted for sending, not confirmed by WhatsApp yet',
  },
  sent: { label: 'Sent', tone: 'accent', icon: IconCheck, help: 'Received by WhatsApp' },
  delivered: { label: 'Delivered', tone: 'accent', icon: IconChecks, help: 'Arrived on the phone' },
  read: { label: 'Read', tone: 'good', icon: IconEye, help: 'Opened by the recipient' },
  played: { label: 'Played', tone: 'good', icon: IconVolume, help: 'Played by the recipient' },
  failed: { label: 'Failed', tone: 'bad', icon: IconAlertTriangle, help: 'Could not be sent; see the reason' },
  skipped: {
    label: 'Skipped',
    tone: 'warning',
    icon: IconPlayerSkipForward,
    help: 'Skipped; see the reason',
  },
  cancelled: {
    label: 'Cancelled',
    tone: 'neutral',
    icon: IconBan,
    help: 'Not sent before the broadcast was cancelled',
  },
  unknown: {
    label: 'Unknown',
    tone: 'warning',
    icon: IconHelpCircle,
    help: 'Sent, but not confirmed by WhatsApp yet. Kabar waits for confirmation and never sends a second message',
  },
}

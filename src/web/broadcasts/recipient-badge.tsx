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
import type { RecipientStatus } from '../../contract/broadcasts.ts'
import { t } from '../lib/text.ts'
import { type Tone, ToneBadge } from '../ui/badge.tsx'
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
  pending: { label: 'Pending', tone: 'neutral', icon: IconClock, help: 'Has not left yet' },
  sending: { label: 'Sending', tone: 'accent', icon: IconArrowUpRight, help: 'Is leaving now' },
  accepted: {
    label: 'Handed over',
    tone: 'accent',
    icon: IconPlayerTrackNext,
    help: 'Handed over, WhatsApp has not confirmed it yet',
  },
  sent: { label: 'Sent', tone: 'accent', icon: IconCheck, help: 'WhatsApp has it' },
  delivered: { label: 'Delivered', tone: 'accent', icon: IconChecks, help: 'It is on the phone' },
  read: { label: 'Read', tone: 'good', icon: IconEye, help: 'It was opened' },
  played: { label: 'Played', tone: 'good', icon: IconVolume, help: 'It was played' },
  failed: { label: 'Failed', tone: 'bad', icon: IconAlertTriangle, help: 'Could not be sent; the row says why' },
  skipped: {
    label: 'Skipped',
    tone: 'warning',
    icon: IconPlayerSkipForward,
    help: 'Left out on purpose; the row says why',
  },
  cancelled: {
    label: 'Cancelled',
    tone: 'neutral',
    icon: IconBan,
    help: 'Had not left when the broadcast was cancelled',
  },
  unknown: {
    label: 'Unknown',
    tone: 'warning',
    icon: IconHelpCircle,
    help: 'Sent, but WhatsApp has not confirmed it yet: Kabar waits for evidence and never sends a second message',
  },
}

// Status badge of a broadcast, with a short reason.
import type { Broadcast, BroadcastStatus, PauseReason, Waiting } from '../../../contract/broadcasts.ts'
import { t } from '../../platform/lib/text.ts'
import { type Tone, ToneBadge } from '../../platform/ui/badge.tsx'
import { Row, Text } from '../../platform/ui/box.tsx'
import styles from './badge.module.css'

export function BroadcastBadge({ status }: { status: BroadcastStatus }) {
  const { label, tone } = states[status]
  return (
    <ToneBadge tone={tone} dot>
      {t(label)}
    </ToneBadge>
  )
}

/** The badge with a few words next to it if the status alone is not enough. */
export function BroadcastState({ broadcast }: { broadcast: Pick<Broadcast, 'status' | 'pause_reason' | 'waiting'> }) {
  const why = shortWhy(broadcast)
  return (
    <Row as="span" inline gap={8} rowGap={2} wrap className={styles.state}>
      <BroadcastBadge status={broadcast.status} />
      {why && (
        <Text as="span" size={13} dimmed>
          {why}
        </Text>
      )}
    </Row>
  )
}

export const statusLabel = (status: BroadcastStatus) => t(states[status].label)

const states: Record<BroadcastStatus, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  awaiting_approval: { label: 'Awaiting approval', tone: 'warning' },
  scheduled: { label: 'Scheduled', tone: 'accent' },
  preparing: { label: 'Preparing', tone: 'accent' },
  sending: { label: 'Sending', tone: 'accent' },
  paused: { label: 'Paused', tone: 'warning' },
  completed: { label: 'Completed', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'bad' },
}

function shortWhy({ status, pause_reason, waiting }: Pick<Broadcast, 'status' | 'pause_reason' | 'waiting'>) {
  if (status === 'paused' && pause_reason) return t(pauses[pause_reason])
  if (status === 'sending' && waiting) return t(waits[waiting.reason])
  return undefined
}

const pauses: Record<PauseReason, string> = {
  user: 'manually',
  error_threshold: 'too many failures',
  no_acks: 'no acknowledgements',
  logged_out: 'phone unlinked',
  banned: 'account blocked',
  missed_window: 'missed schedule',
  restored: 'restored from a backup',
  needs_approval: 'needs approval',
}

const waits: Record<Waiting['reason'], string> = {
  session: 'waiting for WhatsApp',
  pace: 'spacing out messages',
  rest: 'short break',
  hourly_cap: 'hourly limit reached',
  daily_cap: 'daily limit reached',
  new_chat_cap: 'limit of new chats reached',
  warm_up: 'warming up',
  hours: 'outside sending hours',
  recently_messaged: 'messaged recently',
  hold: 'on hold by WhatsApp',
  other_broadcast: 'in the queue',
  confirmation: 'waiting for confirmation',
}

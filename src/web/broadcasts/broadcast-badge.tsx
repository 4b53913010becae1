// Status badge of a broadcast, with a short reason.
import type { Broadcast, BroadcastStatus, PauseReason, Waiting } from '../../contract/broadcasts.ts'
import { t } from '../lib/text.ts'
import { type Tone, ToneBadge } from '../ui/badge.tsx'
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
    <span className={styles.state}>
      <BroadcastBadge status={broadcast.status} />
      {why && <span className={styles.why}>{why}</span>}
    </span>
  )
}

export const statusLabel = (status: BroadcastStatus) => t(states[status].label)

const states: Record<BroadcastStatus, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
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
  user: 'by a person',
  error_threshold: 'too many failures',
  no_acks: 'no confirmations',
  logged_out: 'phone unlinked',
  banned: 'account blocked',
  missed_window: 'missed its time',
}

const waits: Record<Waiting['reason'], string> = {
  session: 'waits for WhatsApp',
  pace: 'keeps its pace',
  rest: 'takes a rest',
  hourly_cap: 'enough for this hour',
  daily_cap: 'enough for today',
  new_chat_cap: 'enough new chats',
  warm_up: 'warms up',
  hours: 'waits for the day',
  recently_messaged: 'written to lately',
  hold: 'held by WhatsApp',
  turn: 'waits its turn',
  evidence: 'waits for evidence',
}

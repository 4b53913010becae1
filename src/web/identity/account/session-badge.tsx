// The status of a WhatsApp session as a coloured badge.
import type { SessionStatus } from '../../../contract/wa-sessions.ts'
import { t } from '../../platform/lib/text.ts'
import { type Tone, ToneBadge } from '../../platform/ui/badge.tsx'

export function SessionBadge({ status }: { status: SessionStatus }) {
  const { label, tone } = states[status]
  return (
    <ToneBadge tone={tone} dot>
      {t(label)}
    </ToneBadge>
  )
}

const states: Record<SessionStatus, { label: string; tone: Tone }> = {
  stopped: { label: 'Disconnected', tone: 'neutral' },
  starting: { label: 'Connecting', tone: 'accent' },
  scan_qr: { label: 'Waiting for a scan', tone: 'warning' },
  working: { label: 'Connected', tone: 'good' },
  failed: { label: 'Connection lost', tone: 'bad' },
}

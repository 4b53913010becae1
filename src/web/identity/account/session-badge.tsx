// The state of a WhatsApp session as a colored badge.
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { t } from '../../platform/lib/text.ts'
import { type Tone, ToneBadge } from '../../platform/ui/badge.tsx'
import { type SessionState, stateOf } from './session.ts'

export function SessionBadge({ session }: { session: Pick<WaSession, 'status' | 'last_error'> }) {
  const { label, tone } = states[stateOf(session)]
  return (
    <ToneBadge tone={tone} dot>
      {t(label)}
    </ToneBadge>
  )
}

const states: Record<SessionState, { label: string; tone: Tone }> = {
  stopped: { label: 'Disconnected', tone: 'neutral' },
  starting: { label: 'Connecting', tone: 'accent' },
  scan_qr: { label: 'Waiting for a scan', tone: 'warning' },
  working: { label: 'Connected', tone: 'good' },
  failed: { label: 'Connection lost', tone: 'bad' },
  unlinked: { label: 'Unlinked', tone: 'bad' },
  blocked: { label: 'Blocked by WhatsApp', tone: 'bad' },
  not_linked: { label: 'Not linked', tone: 'warning' },
  opened_elsewhere: { label: 'Opened elsewhere', tone: 'bad' },
}

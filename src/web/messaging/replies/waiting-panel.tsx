// Warns, before the user writes an answer, that it would wait for its session to connect, and offers to connect it.
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { StartPanel } from '../../identity/account/start-panel.tsx'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'

/** Renders nothing if the session is connected. */
export function WaitingPanel({ session }: { session: WaSession }) {
  if (session.status === 'working') return null
  return (
    <Row gap={8} rowGap={4} wrap justify="between" size={13} note fill="warning">
      <span>
        {t('{session} is not connected. Your message waits until it is, for a day at most.', { session: session.name })}
      </span>
      <StartPanel session={session} variant="default" size="compact-sm" />
    </Row>
  )
}

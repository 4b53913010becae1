// Says that messages wait because their session is not connected, and starts it.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'

type Session = Pick<WaSession, 'id' | 'name' | 'status' | 'phone_number'>

/** Before sending. Renders nothing if the session is connected. */
export function WaitingPanel({ session }: { session: Session }) {
  if (session.status === 'working') return null
  return (
    <Row gap={8} rowGap={4} wrap justify="between" size={13} note fill="warning">
      <span>
        {t('{session} is not connected. Your message waits until it is, for a day at most.', { session: session.name })}
      </span>
      <StartButton session={session} />
    </Row>
  )
}

export function StartButton({ session }: { session: Session }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { id, status, phone_number } = session
  // Without a phone, one has to be linked first.
  if (phone_number === null || status === 'scan_qr')
    return (
      <Button component={Link} to="/account#whatsapp" variant="default" size="compact-sm">
        {t('Connect')}
      </Button>
    )
  const start = async () => {
    setBusy(true)
    await call(waSessions.start, { params: { id } }).catch((error) =>
      notifyError(error, t('The session could not be started')),
    )
    await invalidate(client, '/v1/whatsapp', '/v1/replies', '/v1/conversations', '/v1/home')
    setBusy(false)
  }
  return (
    <Button variant="default" size="compact-sm" loading={busy || status === 'starting'} onClick={start}>
      {t('Start session')}
    </Button>
  )
}

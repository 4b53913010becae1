// One WhatsApp session: its state with the next action, its sending limits, and folded settings that are rarely needed.
import { Button } from '@mantine/core'
import { IconDeviceMobile, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { May } from '../../platform/ui/may.tsx'
import { ArrivalShow } from './arrival-show.tsx'
import { CodeShow } from './code-show.tsx'
import { HoldShow } from './hold-show.tsx'
import { PacingFold } from './pacing-panel.tsx'
import { PhoneShow } from './phone-show.tsx'
import { QrShow, SimulatedQrShow } from './qr-show.tsx'
import { actionsOf } from './session.ts'
import { SessionBadge } from './session-badge.tsx'
import { SessionNameEdit } from './session-name-edit.tsx'
import { SessionOtherShow } from './session-other-show.tsx'
import styles from './session-show.module.css'
import { SessionUsageShow } from './session-usage-show.tsx'
import { SimulatorPanel } from './simulator-panel.tsx'
import { type Act, useAct, useArrived, usePhoneConnection, useRemoval } from './use-session.ts'

const CodeAskDialog = lazy(() => import('./code-ask-dialog.tsx'))

export function SessionShow({ session, onPressed }: { session: WaSession; onPressed: () => void }) {
  const act = useAct(session, onPressed)
  const removal = useRemoval(session)
  const hasArrived = useArrived(session)
  const { name, driver, status, phone_number_text, push_name, last_error } = session
  const isSimulator = driver === 'simulator'
  return (
    <article className={styles.session} aria-label={name}>
      <Row as="header" gap={16} rowGap={8} align="start" justify="between" wrap>
        <Stack className={styles.names}>
          <SessionNameEdit session={session} />
          <Text as="span" dimmed figures>
            {phone_number_text ? [phone_number_text, push_name].filter(Boolean).join(' · ') : t('No phone linked yet')}
          </Text>
          {isSimulator && (
            <Text as="span" size={13} tone="warning">
              {t('Simulator: nothing reaches a phone')}
            </Text>
          )}
        </Stack>
        <span role="status">
          <SessionBadge session={session} />
        </span>
      </Row>
      <Text>{hasArrived ? t('The phone is connected. You can send messages now.') : sentenceFor(session)}</Text>
      {/* Of one that somebody disconnected, the last error is no longer true. */}
      {last_error && status !== 'stopped' && (
        <Text note fill={status === 'failed' ? 'bad' : 'warning'} role="alert">
          {sentenceOf(last_error)}
        </Text>
      )}
      <HoldShow session={session} />
      <May permission="manage_phones">
        <Linking session={session} act={act} onPressed={onPressed} />
        <Buttons session={session} act={act} onPressed={onPressed} hasArrived={hasArrived} />
      </May>
      <SessionUsageShow session={session} />
      <div className={styles.folds}>
        <PacingFold session={session} />
        <May permission="manage_phones">
          {status === 'working' && isSimulator && (
            <PhoneShow session={session} pending={act.isPending ? act.variables : undefined} onEvent={act.mutate} />
          )}
          <SessionOtherShow session={session} act={act} removal={removal} />
        </May>
      </div>
    </article>
  )
}

interface PartProps {
  session: WaSession
  act: Act
  onPressed: () => void
}

/** The code that links a phone: a QR code, a code to type, or the QR code of the simulated phone. */
function Linking({ session, act, onPressed }: PartProps) {
  const [isAsking, setAsking] = useState(false)
  const { driver, status, pairing_code } = session
  if (status !== 'scan_qr') return null
  if (driver === 'simulator') return <SimulatedQrShow session={session} />
  if (pairing_code) {
    return (
      <CodeShow
        session={session}
        code={pairing_code}
        isChanging={act.isPending && act.variables === 'restart'}
        onQr={() => act.mutate('restart')}
      />
    )
  }
  return (
    <>
      <QrShow session={session} onCode={() => setAsking(true)} />
      {isAsking && (
        <Suspense>
          <CodeAskDialog session={session} onAsked={onPressed} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

function Buttons({ session, act, onPressed, hasArrived }: PartProps & { hasArrived: boolean }) {
  const phone = usePhoneConnection(session, act)
  const { driver, status } = session
  const pending = act.isPending ? act.variables : undefined
  const actions = actionsOf(session)
  const isNext = actions.includes('start')
  return (
    <Row gap={8} wrap fillOnPhone>
      {hasArrived && <ArrivalShow />}
      {driver === 'simulator' && (isNext || status === 'scan_qr' || phone.isConnecting) && (
        <Button
          leftSection={<IconDeviceMobile size={16} aria-hidden />}
          loading={phone.isConnecting}
          disabled={pending === 'stop'}
          onClick={phone.connect}
        >
          {t('Connect the simulated phone')}
        </Button>
      )}
      {driver !== 'simulator' && isNext && (
        <Button
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          loading={pending === 'start'}
          disabled={pending !== undefined && pending !== 'start'}
          onClick={() => act.mutate('start')}
        >
          {status === 'failed' ? t('Reconnect') : t('Connect')}
        </Button>
      )}
      <SimulatorPanel sessions={[session]} onPressed={onPressed} variant="default" disabled={!!pending} />
      {actions.includes('stop') && (
        <Button
          variant="default"
          leftSection={<IconPlugConnectedX size={16} aria-hidden />}
          loading={pending === 'stop'}
          disabled={pending !== undefined && pending !== 'stop'}
          onClick={phone.stop}
        >
          {status === 'working' ? t('Disconnect') : t('Cancel')}
        </Button>
      )}
    </Row>
  )
}

function sentenceFor(session: WaSession): string {
  const { status, last_connected_at } = session
  const last =
    status !== 'working' && last_connected_at
      ? ` ${t('Last connected on {when}.', { when: dateTime(last_connected_at) })}`
      : ''
  return stateSentence(session) + last
}

function stateSentence({ driver, status, phone_number, pairing_code }: WaSession): string {
  const isSimulator = driver === 'simulator'
  switch (status) {
    case 'stopped':
      if (phone_number) return t('Not connected: messages of this session wait.')
      return isSimulator
        ? t('Connect the simulated phone to try everything. No real phone is needed.')
        : t('Connect, then scan the code with the phone that will send the messages.')
    case 'starting':
      return t('Connecting…')
    case 'scan_qr':
      if (isSimulator) return t('The simulated phone is ready. No real phone is needed.')
      return pairing_code
        ? t('Type the code on the phone that will send the messages.')
        : t('Scan the code with the phone that will send the messages.')
    case 'working':
      return t('Connected: messages are sent through this session.')
    case 'failed':
      return t('The connection has ended. Messages wait until you reconnect.')
  }
}

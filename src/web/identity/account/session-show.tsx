// One WhatsApp session: status, number and actions.
import { Anchor, Button } from '@mantine/core'
import {
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
  IconUnlink,
  type TablerIcon,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate, query } from '../../api.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { CodeShow } from './code-show.tsx'
import { PacingPanel } from './pacing-panel.tsx'
import { PhoneShow } from './phone-show.tsx'
import { QrShow } from './qr-show.tsx'
import { ResendEdit } from './resend-edit.tsx'
import { actionsOf, mayRemove, type SessionAction } from './session.ts'
import { SessionBadge } from './session-badge.tsx'
import { SessionNameEdit } from './session-name-edit.tsx'
import styles from './session-show.module.css'
import { SessionUsageShow } from './session-usage-show.tsx'
import { SimulatorPanel } from './simulator-panel.tsx'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))
const CodeAskDialog = lazy(() => import('./code-ask-dialog.tsx'))
const SessionDriverDialog = lazy(() => import('./session-driver-dialog.tsx'))

export function SessionShow({ session, onPressed }: { session: WaSession; onPressed: () => void }) {
  const [asking, setAsking] = useState<Question>()
  const act = useAct(session, onPressed)
  const removal = useRemoval(session)
  const { name, driver, status, phone_number_text, push_name, last_error, last_connected_at } = session
  const pending = act.isPending ? act.variables : undefined
  const isSimulator = driver === 'simulator'
  return (
    <article className={styles.session} aria-label={name}>
      <Row as="header" gap={16} rowGap={8} align="start" justify="between" wrap>
        <Stack className={styles.names}>
          <SessionNameEdit session={session} />
          <Text as="span" dimmed figures>
            {phone_number_text ? [phone_number_text, push_name].filter(Boolean).join(' · ') : t('No phone linked yet')}
          </Text>
          <Row as="span" gap={8} rowGap={0} wrap size={13} dimmed tone={isSimulator ? 'warning' : undefined}>
            {isSimulator ? t('Simulator: nothing reaches a phone') : t('WhatsApp (linked device)')}
            {mayRemove(session) && (
              <Anchor
                component="button"
                type="button"
                inherit
                underline="always"
                aria-label={t('Change the connection of “{name}”', { name })}
                onClick={() => setAsking('driver')}
              >
                {t('Change')}
              </Anchor>
            )}
          </Row>
        </Stack>
        <span role="status">
          <SessionBadge status={status} />
        </span>
      </Row>
      <Text>
        {t(status === 'scan_qr' && session.pairing_code ? typeTheCode : sentences[status])}
        {status !== 'working' &&
          last_connected_at &&
          ` ${t('Last connected on {when}.', { when: dateTime(last_connected_at) })}`}
      </Text>
      {last_error && (
        <Text note fill={status === 'failed' ? 'bad' : 'warning'} role="alert">
          {sentenceOf(last_error)}
        </Text>
      )}
      <PacingPanel session={session} />
      <SessionUsageShow session={session} />
      <ResendEdit session={session} />
      {status === 'scan_qr' && session.pairing_code && (
        <CodeShow
          session={session}
          code={session.pairing_code}
          isChanging={pending === 'restart'}
          onQr={() => act.mutate('restart')}
        />
      )}
      {status === 'scan_qr' && !session.pairing_code && (
        <QrShow
          session={session}
          isScanning={pending === 'scan'}
          onScan={isSimulator ? () => act.mutate('scan') : undefined}
          onCode={isSimulator ? undefined : () => setAsking('code')}
        />
      )}
      {status === 'working' && isSimulator && <PhoneShow session={session} pending={pending} onEvent={act.mutate} />}
      <Buttons session={session} act={act} removal={removal} onAsk={setAsking} onPressed={onPressed} />
      <Suspense>
        <Dialogs
          session={session}
          asking={asking}
          act={act}
          removal={removal}
          onAsked={onPressed}
          onClose={() => setAsking(undefined)}
        />
      </Suspense>
    </article>
  )
}

type Act = ReturnType<typeof useAct>
type Removal = ReturnType<typeof useRemoval>
/** The dialog that is open. */
type Question = 'logout' | 'remove' | 'driver' | 'code'

interface ButtonsProps {
  session: WaSession
  act: Act
  removal: Removal
  onAsk: (question: Question) => void
  onPressed: () => void
}

function Buttons({ session, act, removal, onAsk, onPressed }: ButtonsProps) {
  const pending = act.isPending ? act.variables : undefined
  return (
    <Row gap={8} wrap mt={4} fillOnPhone>
      {actionsOf(session).map((press) => {
        const { label, icon: Icon } = buttons[press]
        return (
          <Button
            key={press}
            variant={press === 'start' ? 'filled' : 'default'}
            size="sm"
            leftSection={<Icon size={16} aria-hidden />}
            loading={pending === press}
            disabled={pending !== undefined && pending !== press}
            onClick={() => (press === 'logout' ? onAsk('logout') : act.mutate(press))}
          >
            {t(label)}
          </Button>
        )
      })}
      <SimulatorPanel sessions={[session]} onPressed={onPressed} variant="default" size="sm" disabled={!!pending} />
      {mayRemove(session) && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={removal.isPending}
          disabled={pending !== undefined}
          onClick={() => onAsk('remove')}
        >
          {t('Remove')}
        </Button>
      )}
    </Row>
  )
}

interface DialogsProps {
  session: WaSession
  asking: Question | undefined
  act: Act
  removal: Removal
  onAsked: () => void
  onClose: () => void
}

function Dialogs({ session, asking, act, removal, onAsked, onClose }: DialogsProps) {
  const { name } = session
  return (
    <>
      {asking === 'code' && <CodeAskDialog session={session} onAsked={onAsked} onClose={onClose} />}
      {asking === 'driver' && <SessionDriverDialog session={session} onClose={onClose} />}
      {asking === 'remove' && (
        <ConfirmDialog
          title={t('Remove “{name}”?', { name })}
          text={t(
            'Unlinks the phone from Kabar. Sent messages are kept under this name. Drafts that use this session need another one.',
          )}
          confirmLabel={t('Remove')}
          danger
          onConfirm={() => removal.mutateAsync().finally(onClose)}
          onClose={onClose}
        />
      )}
      {asking === 'logout' && (
        <ConfirmDialog
          title={t('Log out “{name}”?', { name })}
          text={t('The phone and Kabar are unlinked. Broadcasts of this session wait until its code is scanned again.')}
          confirmLabel={t('Log out')}
          danger
          onConfirm={() => act.mutateAsync('logout').finally(onClose)}
          onClose={onClose}
        />
      )}
    </>
  )
}

function useAct({ id }: WaSession, onPressed: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: SessionAction | 'scan' | 'drop' | 'unlink') =>
      act === 'scan' || act === 'drop' || act === 'unlink'
        ? call(waSessions.simulate, { params: { id }, body: { event: act } })
        : call(waSessions[act], { params: { id } }),
    onMutate: onPressed,
    onSuccess: (now) => {
      client.setQueryData(
        query(waSessions.list).queryKey,
        (before) => before && { data: before.data.map((session) => (session.id === now.id ? now : session)) },
      )
    },
    onError: (error) => notifyError(error, t('Action failed')),
    onSettled: () => invalidate(client, '/v1/whatsapp'),
  })
}

function useRemoval({ id, name }: WaSession) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(waSessions.remove, { params: { id } }),
    onSuccess: () => notify({ title: t('“{name}” removed', { name }) }),
    onError: (error) => notifyError(error, t('“{name}” was not removed', { name })),
    onSettled: () => invalidate(client, '/v1/whatsapp'),
  })
}

const typeTheCode = 'Type the code on the phone that will send the messages.'
const sentences: Record<WaSession['status'], string> = {
  stopped: 'Switched off: nothing is sent through this session.',
  starting: 'Connecting.',
  scan_qr: 'Scan the code with the phone that will send the messages.',
  working: 'Connected: messages are sent through this session.',
  failed: 'Not connected, and not reconnecting automatically.',
}

const buttons: Record<SessionAction, { label: string; icon: TablerIcon }> = {
  start: { label: 'Start', icon: IconPlayerPlay },
  stop: { label: 'Stop', icon: IconPlayerStop },
  restart: { label: 'Restart', icon: IconRefresh },
  logout: { label: 'Log out', icon: IconUnlink },
}

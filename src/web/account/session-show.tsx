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
import { type WaSession, waSessions } from '../../contract/wa-sessions.ts'
import { call, invalidate, query } from '../api.ts'
import { dateTime } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { notify, notifyError } from '../ui/notices.tsx'
import { CodeShow } from './code-show.tsx'
import { PacingPanel } from './pacing-panel.tsx'
import { PhoneShow } from './phone-show.tsx'
import { QrShow } from './qr-show.tsx'
import { ResendEdit } from './resend-edit.tsx'
import { actionsOf, mayRemove, type SessionAction } from './session.ts'
import { SessionBadge } from './session-badge.tsx'
import { SessionNameEdit } from './session-name-edit.tsx'
import styles from './session-show.module.css'
import { SimulatorPanel } from './simulator-panel.tsx'
import { UseShow } from './use-show.tsx'

const ConfirmDialog = lazy(() => import('../ui/confirm-dialog.tsx'))
const CodeAskDialog = lazy(() => import('./code-ask-dialog.tsx'))
const SessionDriverDialog = lazy(() => import('./session-driver-dialog.tsx'))

export function SessionShow({ session, onPressed }: { session: WaSession; onPressed: () => void }) {
  const [asking, setAsking] = useState<'logout' | 'remove' | 'driver' | 'code'>()
  const act = useAct(session, onPressed)
  const removal = useRemoval(session)
  const { name, driver, status, phone_number_text, push_name, last_error, last_connected_at } = session
  const pending = act.isPending ? act.variables : undefined
  const isSimulator = driver === 'simulator'
  return (
    <article className={styles.session} aria-label={name}>
      <header className={styles.head}>
        <div className={styles.names}>
          <SessionNameEdit session={session} />
          <span className={styles.number}>
            {phone_number_text ? [phone_number_text, push_name].filter(Boolean).join(' · ') : t('No phone linked yet')}
          </span>
          <span className={styles.driver} data-simulated={isSimulator || undefined}>
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
          </span>
        </div>
        <span role="status">
          <SessionBadge status={status} />
        </span>
      </header>
      <p className={styles.sentence}>
        {t(status === 'scan_qr' && session.pairing_code ? typeTheCode : sentences[status])}
        {status !== 'working' &&
          last_connected_at &&
          ` ${t('Last connected on {when}.', { when: dateTime(last_connected_at) })}`}
      </p>
      {last_error && (
        <p className={styles.error} data-tone={status === 'failed' ? 'bad' : 'warning'} role="alert">
          {t.told(last_error)}
        </p>
      )}
      <PacingPanel session={session} />
      <UseShow session={session} />
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
      <div className={styles.buttons}>
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
              onClick={() => (press === 'logout' ? setAsking('logout') : act.mutate(press))}
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
            onClick={() => setAsking('remove')}
          >
            {t('Remove')}
          </Button>
        )}
      </div>
      {asking === 'code' && (
        <Suspense>
          <CodeAskDialog session={session} onAsked={onPressed} onClose={() => setAsking(undefined)} />
        </Suspense>
      )}
      {asking === 'driver' && (
        <Suspense>
          <SessionDriverDialog session={session} onClose={() => setAsking(undefined)} />
        </Suspense>
      )}
      {asking === 'remove' && (
        <Suspense>
          <ConfirmDialog
            title={t('Remove “{name}”?', { name })}
            text={t(
              'Unlinks the phone from Kabar. Sent messages are kept under this name. Drafts that use this session need another one.',
            )}
            confirmLabel={t('Remove')}
            danger
            onConfirm={() => removal.mutateAsync().finally(() => setAsking(undefined))}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
      {asking === 'logout' && (
        <Suspense>
          <ConfirmDialog
            title={t('Log out “{name}”?', { name })}
            text={t(
              'The phone and Kabar are unlinked. Broadcasts of this session wait until its code is scanned again.',
            )}
            confirmLabel={t('Log out')}
            danger
            onConfirm={() => act.mutateAsync('logout').finally(() => setAsking(undefined))}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
    </article>
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

const typeTheCode = 'Type the code on the phone that messages should come from.'
const sentences: Record<WaSession['status'], string> = {
  stopped: 'Switched off: nothing is sent through this session.',
  starting: 'Connecting.',
  scan_qr: 'Scan the code with the phone that messages should come from.',
  working: 'Connected: messages are sent through this session.',
  failed: 'Not connected, and not reconnecting automatically.',
}

const buttons: Record<SessionAction, { label: string; icon: TablerIcon }> = {
  start: { label: 'Start', icon: IconPlayerPlay },
  stop: { label: 'Stop', icon: IconPlayerStop },
  restart: { label: 'Restart', icon: IconRefresh },
  logout: { label: 'Log out', icon: IconUnlink },
}

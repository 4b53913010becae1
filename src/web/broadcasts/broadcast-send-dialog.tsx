// Review before sending: who gets the broadcast and who does not, the messages, and when it ends.
import { Button, Modal } from '@mantine/core'
import { IconCalendarTime, IconSend } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Broadcast } from '../../contract/broadcasts.ts'
import type { WaSession } from '../../contract/wa-sessions.ts'
import { SessionBadge } from '../account/session-badge.tsx'
import { t } from '../lib/text.ts'
import { ErrorState } from '../ui/empty.tsx'
import styles from './broadcast-send-dialog.module.css'
import { EstimateShow } from './estimate-show.tsx'
import { PreflightShow, usePreflight } from './preflight-show.tsx'
import { RenderedMessageShow } from './rendered-message-show.tsx'
import { BeginShow } from './schedule-show.tsx'
import { TestMessageShow } from './test-message-show.tsx'

interface SendDialogProps {
  /** Stays mounted while closed, so that it can return the focus. */
  opened: boolean
  broadcast: Broadcast
  session: WaSession
  /** Leaves the page, or closes the dialog. */
  onSend: () => Promise<unknown>
  onClose: () => void
}

export default function SendDialog({ opened, broadcast, session, onSend, onClose }: SendDialogProps) {
  // First rendered closed: the dialog saves the focus only when it changes to open.
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setIsOpen(opened), [opened])
  const [sending, setSending] = useState(false)
  // The contact of the shown message; the test message is rendered for the same one.
  const [shown, setShown] = useState<string>()
  const preflight = usePreflight(broadcast, opened)
  // On failure the dialog closes. On success the button stays disabled until the next page is rendered.
  useEffect(() => setSending(false), [opened])
  const send = () => {
    setSending(true)
    void onSend()
  }
  const { name, send_at } = broadcast
  const told = preflight.data
  const reach = told?.reach ?? 0
  const isScheduled = send_at !== null
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size="xl" centered>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg">
        {/* Not the library's header: inside a dialog it would be a second banner landmark. */}
        <div className={styles.bar}>
          <Modal.Title>{isScheduled ? t('Schedule “{name}”?', { name }) : t('Send “{name}”?', { name })}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </div>
        <Modal.Body className={styles.body}>
          {preflight.error ? (
            <ErrorState error={preflight.error} onRetry={() => preflight.refetch()} />
          ) : (
            <dl className={styles.facts}>
              <div>
                <dt>{t('To')}</dt>
                <dd>
                  <PreflightShow told={told} />
                </dd>
              </div>
              <div>
                <dt>{t('Sent from')}</dt>
                <dd>
                  <span className={styles.session}>
                    <strong>
                      {session.phone_number_text ? `${session.name} · ${session.phone_number_text}` : session.name}
                    </strong>
                    <SessionBadge status={session.status} />
                  </span>
                  {session.driver === 'simulator' && <span>{t('Simulator: nothing reaches a phone.')}</span>}
                  {session.status !== 'working' && (
                    <span className={styles.warning}>
                      {t('This session is not connected. Messages wait until you connect it on the Account page.')}
                    </span>
                  )}
                </dd>
              </div>
              <div>
                <dt>{t('When')}</dt>
                <dd>
                  <BeginShow broadcast={broadcast} />
                  <EstimateShow estimate={told?.estimate} isLoading={!told} />
                </dd>
              </div>
              <div>
                <dt>{t('Message')}</dt>
                <dd>
                  <RenderedMessageShow broadcast={broadcast} onShown={setShown} />
                </dd>
              </div>
              <div>
                <dt>{t('Test message')}</dt>
                <dd>
                  <TestMessageShow broadcast={broadcast} ownNumber={session.phone_number_text} contactId={shown} />
                </dd>
              </div>
            </dl>
          )}
          <div className={styles.buttons}>
            <Button variant="default" onClick={onClose} disabled={sending} data-autofocus>
              {t('Go back')}
            </Button>
            <Button
              leftSection={
                isScheduled ? <IconCalendarTime size={16} aria-hidden /> : <IconSend size={16} aria-hidden />
              }
              loading={sending}
              disabled={!told || told.faults.length > 0 || reach === 0}
              onClick={send}
            >
              {isScheduled ? t('Schedule') : t.plural(reach, 'Send to {count} recipient', 'Send to {count} recipients')}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

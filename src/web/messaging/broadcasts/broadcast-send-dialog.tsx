// Review before sending: who gets the broadcast and who does not, the messages, and when it ends.
import { Button, Modal } from '@mantine/core'
import { IconCalendarTime, IconSend } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { SessionBadge } from '../../identity/account/session-badge.tsx'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
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
  const result = preflight.data
  const reach = result?.reach ?? 0
  const isScheduled = send_at !== null
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size="xl" centered>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg">
        {/* Not the library's header: inside a dialog it would be a second banner landmark. */}
        <Row gap={16} justify="between" py={16} px={16}>
          <Modal.Title>{isScheduled ? t('Schedule “{name}”?', { name }) : t('Send “{name}”?', { name })}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Row>
        <Modal.Body className={styles.body}>
          {preflight.error ? (
            <ErrorState error={preflight.error} onRetry={() => preflight.refetch()} />
          ) : (
            <Stack as="dl" gap={16} className={styles.facts}>
              <div>
                <dt>{t('To')}</dt>
                <dd>
                  <PreflightShow preflight={result} />
                </dd>
              </div>
              <div>
                <dt>{t('Sent from')}</dt>
                <dd>
                  <Row as="span" gap={10} rowGap={4} wrap className={styles.session}>
                    <strong>
                      {session.phone_number_text ? `${session.name} · ${session.phone_number_text}` : session.name}
                    </strong>
                    <SessionBadge status={session.status} />
                  </Row>
                  {session.driver === 'simulator' && <span>{t('Simulator: nothing reaches a phone.')}</span>}
                  {session.status !== 'working' && (
                    <Text as="span" tone="warning" className={styles.warning}>
                      {t('This session is not connected. Messages wait until you connect it on the Account page.')}
                    </Text>
                  )}
                </dd>
              </div>
              <div>
                <dt>{t('When')}</dt>
                <dd>
                  <BeginShow broadcast={broadcast} estimate={result?.estimate} session={session} />
                  <EstimateShow estimate={result?.estimate} isLoading={!result} isBrief />
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
            </Stack>
          )}
          <Row gap={8} justify="end" wrap fillOnPhone py={12} px={16} lineAbove className={styles.buttons}>
            <Button variant="default" onClick={onClose} disabled={sending} data-autofocus>
              {t('Go back')}
            </Button>
            <Button
              leftSection={
                isScheduled ? <IconCalendarTime size={16} aria-hidden /> : <IconSend size={16} aria-hidden />
              }
              loading={sending}
              disabled={!result || result.problems.length > 0 || reach === 0}
              onClick={send}
            >
              {isScheduled ? t('Schedule') : t.plural(reach, 'Send to {count} recipient', 'Send to {count} recipients')}
            </Button>
          </Row>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

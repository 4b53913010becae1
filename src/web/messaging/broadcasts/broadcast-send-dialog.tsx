// Review before sending: who gets the broadcast and who does not, the messages, and when it ends.
import { Button, Modal } from '@mantine/core'
import { IconCalendarTime, IconSend } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import type { Preflight } from '../../../contract/preflight.ts'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { SessionBadge } from '../../identity/account/session-badge.tsx'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Lacking, May } from '../../platform/ui/may.tsx'
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
  onSend: (needsApproval: boolean) => Promise<unknown>
  onClose: () => void
}

export default function SendDialog({ opened, broadcast, session, onSend, onClose }: SendDialogProps) {
  // First rendered closed: the dialog saves the focus only when it changes to open.
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setIsOpen(opened), [opened])
  const [sending, setSending] = useState(false)
  const preflight = usePreflight(broadcast, opened)
  // On failure the dialog closes. On success the button stays disabled until the next page is rendered.
  useEffect(() => setSending(false), [opened])
  const send = () => {
    setSending(true)
    void onSend(needsApproval)
  }
  const result = preflight.data
  const reach = result?.reach ?? 0
  const isScheduled = broadcast.send_at !== null
  const needsApproval = result?.needs_approval ?? false
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size="xl" centered>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg">
        {/* Not the library's header: inside a dialog it would be a second banner landmark. */}
        <Row gap={16} justify="between" py={16} px={16}>
          <Modal.Title>{titleOf(broadcast, needsApproval)}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Row>
        <Modal.Body className={styles.body}>
          {preflight.error ? (
            <ErrorState error={preflight.error} onRetry={() => preflight.refetch()} />
          ) : (
            <Facts broadcast={broadcast} session={session} preflight={result} />
          )}
          {needsApproval && (
            <Text note fill="accent" mt={16}>
              {t(
                'Somebody else has to approve it before anything is sent. Text, recipients and each message are kept as they are now.',
              )}
            </Text>
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
              {needsApproval ? t('Ask for approval') : isScheduled ? t('Schedule') : sendText(reach)}
            </Button>
          </Row>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function titleOf({ name, send_at }: Broadcast, needsApproval: boolean) {
  if (needsApproval) return t('Ask for approval of “{name}”?', { name })
  return send_at === null ? t('Send “{name}”?', { name }) : t('Schedule “{name}”?', { name })
}

const sendText = (reach: number) => t.plural(reach, 'Send to {count} recipient', 'Send to {count} recipients')

interface FactsProps extends Pick<SendDialogProps, 'broadcast' | 'session'> {
  preflight: Preflight | undefined
}

function Facts({ broadcast, session, preflight }: FactsProps) {
  // Contact whose message is shown. The test message is written for the same contact.
  const [shown, setShown] = useState<string>()
  return (
    <Stack as="dl" gap={16} className={styles.facts}>
      <Fact name={t('To')}>
        <PreflightShow preflight={preflight} />
      </Fact>
      <Fact name={t('Sent from')}>
        <Sender session={session} />
      </Fact>
      <Fact name={t('When')}>
        <BeginShow broadcast={broadcast} estimate={preflight?.estimate} session={session} />
        <EstimateShow estimate={preflight?.estimate} isLoading={!preflight} isBrief />
      </Fact>
      <Fact name={t('Message')}>
        <RenderedMessageShow broadcast={broadcast} onShown={setShown} />
      </Fact>
      <Fact name={t('Test message')}>
        <May permission="send_broadcasts" otherwise={<Lacking permission="send_broadcasts" />}>
          <TestMessageShow broadcast={broadcast} ownNumber={session.phone_number_text} contactId={shown} />
        </May>
      </Fact>
    </Stack>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Sender({ session }: { session: WaSession }) {
  const { name, phone_number_text } = session
  return (
    <>
      <Row as="span" gap={10} rowGap={4} wrap className={styles.session}>
        <strong>{phone_number_text ? `${name} · ${phone_number_text}` : name}</strong>
        <SessionBadge session={session} />
      </Row>
      {session.driver === 'simulator' && <span>{t('Simulator: nothing reaches a phone.')}</span>}
      {session.status !== 'working' && (
        <Text as="span" tone="warning" className={styles.warning}>
          {t('This session is not connected. Messages wait until you connect it on the Account page.')}
        </Text>
      )}
    </>
  )
}

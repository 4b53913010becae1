// The last look before a broadcast leaves: to how many, through what, and what the first of them will read.
import { Button, Modal } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { WaSession } from '../../contract/wa-sessions.ts'
import { SessionBadge } from '../account/session-badge.tsx'
import { t } from '../lib/text.ts'
import type { Reach } from './audience.ts'
import styles from './broadcast-send-dialog.module.css'
import { PreviewShow } from './preview-show.tsx'

interface SendDialogProps {
  /** It stays while closed, so that it can give the focus back. */
  opened: boolean
  name: string
  reach: Reach
  allContacts: boolean
  session: WaSession
  body: string
  language: string
  /** The dialog waits for it. */
  onSend: () => Promise<unknown>
  onClose: () => void
}

export default function SendDialog({
  opened,
  name,
  reach,
  allContacts,
  session,
  body,
  language,
  onSend,
  onClose,
}: SendDialogProps) {
  // Drawn closed first: only a change to open makes it remember where the focus was.
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setIsOpen(opened), [opened])
  const [sending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    await onSend().finally(() => setSending(false))
  }
  const count = reach.count ?? 0
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size="lg" centered>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg">
        {/* Not the library's own header: in a dialog that is a second banner of the page. */}
        <div className={styles.bar}>
          <Modal.Title>{t('Send “{name}”?', { name })}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </div>
        <Modal.Body>
          <dl className={styles.facts}>
            <div>
              <dt>{t('To')}</dt>
              <dd>
                <strong>
                  {allContacts
                    ? t.plural(count, 'All contacts: {count} person', 'All contacts: {count} people')
                    : t.plural(count, '{count} chosen contact', '{count} chosen contacts')}
                </strong>
                <span>{t('Those who opted out and those without a number are left out, and shown as such.')}</span>
              </dd>
            </div>
            <div>
              <dt>{t('Through')}</dt>
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
                    {t('It is not connected: the messages wait until it is. You can connect it on the Account page.')}
                  </span>
                )}
              </dd>
            </div>
            <div>
              <dt>{t('Message')}</dt>
              <dd>
                <span>
                  {reach.first
                    ? t('As sent to {name}.', { name: reach.first.name })
                    : t('As sent to an example contact.')}
                </span>
                <PreviewShow body={body} language={language} contact={reach.first} />
              </dd>
            </div>
          </dl>
          <div className={styles.buttons}>
            <Button variant="default" onClick={onClose} disabled={sending} data-autofocus>
              {t('Go back')}
            </Button>
            <Button leftSection={<IconSend size={16} aria-hidden />} loading={sending} onClick={send}>
              {t.plural(count, 'Send to {count} contact', 'Send to {count} contacts')}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

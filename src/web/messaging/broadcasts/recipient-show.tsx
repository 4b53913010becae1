// The message to one recipient, and its outcome.
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import '@mantine/core/styles/Drawer.layer.css'
import { Button, Drawer } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Broadcast, Recipient } from '../../../contract/broadcasts.ts'
import { dateTime, number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { CopyButton } from '../../platform/ui/copy-button.tsx'
import { Facts } from '../../platform/ui/facts.tsx'
import { MessageShow } from './message-show.tsx'
import { groupText } from './reason-text.ts'
import { RecipientBadge, recipientStates } from './recipient-badge.tsx'
import styles from './recipient-show.module.css'
import { useReasonText } from './use-reason-text.ts'

interface RecipientShowProps {
  /** While closed, the last recipient: the drawer stays mounted so that it can return the focus. */
  recipient: Recipient
  /** The attached file. */
  media: Broadcast['media']
  opened: boolean
  onClose: () => void
}

export function RecipientShow({ recipient, media, opened, onClose }: RecipientShowProps) {
  const reasonText = useReasonText()
  // First rendered closed: the drawer saves the focus only when it changes to open.
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setIsOpen(opened), [opened])
  const { name, address_text, status, reason, text, contact_id, wa_message_id, attempts } = recipient
  const time = (moment: string | null) => moment && <time dateTime={moment}>{dateTime(moment)}</time>
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size="md">
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Not the library's header: inside a dialog it would be a second banner landmark. */}
        <Row gap={16} justify="between" py={16} px={16}>
          <Drawer.Title className={styles.title}>{name}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('Close')} />
        </Row>
        <Drawer.Body>
          <Stack gap={16} align="start" className={styles.stack}>
            <Row gap={12} rowGap={8} wrap className={styles.head}>
              <RecipientBadge status={status} />
              <Text as="span" figures>
                {recipient.participants === null
                  ? (address_text ?? t('No number'))
                  : t.plural(recipient.participants, '{count} member', '{count} members')}
              </Text>
            </Row>
            <Text dimmed>{reason ? `${reasonText(reason)}.` : `${t(recipientStates[status].help)}.`}</Text>
            {contact_id && (
              <Button
                component={Link}
                to={`/contacts/${contact_id}`}
                variant="default"
                size="sm"
                leftSection={<IconUser size={16} aria-hidden />}
              >
                {t('Open contact')}
              </Button>
            )}
            {text === null ? (
              <Text dimmed>
                {status === 'pending' ? t('The message is created when it is sent.') : t('Nothing was sent.')}
              </Text>
            ) : (
              <MessageShow text={text} media={media} />
            )}
            <Facts
              // Times that have not happened are omitted.
              facts={[
                { label: t('Sent'), value: time(recipient.sent_at) },
                { label: t('Delivered'), value: time(recipient.delivered_at) },
                { label: t('Read'), value: groupText(recipient) ?? time(recipient.read_at) },
                { label: t('Replied'), value: time(recipient.replied_at) },
                { label: t('Attempts'), value: number(attempts) },
                {
                  label: t('Message ID'),
                  value: wa_message_id && (
                    <Row as="span" inline gap={4} className={styles.id}>
                      <code>{wa_message_id}</code>
                      <CopyButton text={wa_message_id} label={t('Copy message ID')} />
                    </Row>
                  ),
                },
              ].filter(({ value }) => value)}
            />
          </Stack>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

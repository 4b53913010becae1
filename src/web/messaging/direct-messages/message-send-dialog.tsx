// Dialog with the composer, for one contact or for one of an investor's contacts.
import { Button, Modal, Select, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { MediaFile } from '../../../contract/media.ts'
import { type Answer, replies } from '../../../contract/replies.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { MessageComposer } from './message-composer-panel.tsx'
import { type MessageRecipient, useRecipients } from './use-recipients.ts'

export interface MessageSendDialogProps {
  to: MessageRecipient
  /** Returns the text that the message begins with, given the contact's name. */
  textFor?: ((name: string) => string) | undefined
  /** Creates the attached file after the dialog has opened. */
  attach?: (() => Promise<Pick<MediaFile, 'id'>>) | undefined
  onClose: () => void
}

export default function MessageSendDialog({ to, textFor, attach, onClose }: MessageSendDialogProps) {
  useFocusRestore()
  const sent = useSentNotice()
  const recipients = useRecipients(to)
  const { contacts, investor } = recipients
  const file = useQuery({
    queryKey: ['attached_file', to],
    queryFn: attach ?? nothing,
    enabled: attach !== undefined,
    gcTime: 0,
  })
  const error = recipients.error ?? file.error
  const isReady = contacts !== undefined && (attach === undefined || file.data !== undefined)
  const [chosen, choose] = useState<string>()
  const contact = contacts?.find(({ id }) => id === chosen) ?? contacts?.[0]
  const isChoice = contacts !== undefined && contacts.length > 1
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={contact && !isChoice ? t('Message to {name}', { name: contact.name }) : t('New message')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {error && !isReady ? (
        <ErrorState error={error} onRetry={recipients.error ? recipients.refetch : () => file.refetch()} />
      ) : !isReady ? (
        <Skeleton height={152} radius="md" role="status" aria-label={t('Loading…')} />
      ) : contact ? (
        <Stack gap={12}>
          {isChoice && (
            <Select
              label={t('To')}
              data={contacts.map(({ id, name }) => ({ value: id, label: name }))}
              value={contact.id}
              onChange={(next) => next && choose(next)}
              allowDeselect={false}
            />
          )}
          <MessageComposer
            key={contact.id}
            contactId={contact.id}
            name={contact.name}
            investorId={investor?.id}
            text={textFor?.(contact.name)}
            media={file.data}
            autoFocus
            onSent={(answer) => {
              onClose()
              sent(answer, contact.name)
            }}
          />
        </Stack>
      ) : (
        <Row gap={12} rowGap={8} wrap justify="between" note fill="neutral">
          <span>{t('{investor} has no contact yet.', { investor: investor?.name ?? '' })}</span>
          {investor && (
            <Button component={Link} to={`/investors/${investor.id}`} variant="default" size="compact-sm">
              {t('Add contact')}
            </Button>
          )}
        </Row>
      )}
    </Modal>
  )
}

const nothing = async (): Promise<Pick<MediaFile, 'id'> | undefined> => undefined

/** Announces that the message was sent, or that it waits and can still be cancelled. */
function useSentNotice() {
  const client = useQueryClient()
  return ({ id, waiting, session }: Answer, name: string) => {
    if (!waiting) return notify({ title: t('Message to {name} sent', { name }) })
    const undo = () =>
      call(replies.cancelAnswer, { params: { id } })
        .catch((error) => notifyError(error, t('The message could not be cancelled')))
        .then(() => invalidate(client, '/v1/replies', '/v1/conversations', '/v1/activity', '/v1/home'))
    const text =
      waiting.reason === 'session'
        ? t('{session} is not connected.', { session: session.name })
        : t('It waits because of the sending speed of {session}.', { session: session.name })
    return notify({ title: t('The message to {name} waits to be sent', { name }), text, tone: 'neutral', undo })
  }
}

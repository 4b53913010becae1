// A message bubble, with any problem below it.
import { Anchor } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Answer, type ConversationItem, type NonTextMessage, replies } from '../../../contract/replies.ts'
import { call, invalidate } from '../../api.ts'
import { clock, dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { MessageBubble } from '../../platform/ui/message-bubble.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { stateText } from './answer-state-text.ts'
import styles from './message-show.module.css'
import { TickBadge } from './tick-badge.tsx'

export function ConversationItemShow({ saying }: { saying: ConversationItem }) {
  if (saying.kind === 'reply') return <ReplyBubble reply={saying} />
  if (saying.kind === 'answer') return <AnswerBubble answer={saying} at={saying.at} />
  if (saying.kind === 'note') return <NoteBubble note={saying} />
  const { text, at, status, broadcast } = saying
  return (
    <>
      <MessageBubble
        folds
        text={text}
        head={<Link to={`/broadcasts/${broadcast.id}`}>{broadcast.name}</Link>}
        time={<When at={at} status={status} />}
      />
      {status === 'failed' && (
        <Text mt={2} size={13} tone="bad" textAlign="end">
          {stateText({ status, reason: saying.reason, waiting: null })}
        </Text>
      )}
    </>
  )
}

/** Of a message without text only its kind is stored. */
const nonText: Record<NonTextMessage, () => string> = {
  '🎤 Voice message': () => t('🎤 Voice message'),
  '📷 Photo': () => t('📷 Photo'),
  '🎥 Video': () => t('🎥 Video'),
  '🖼️ Sticker': () => t('🖼️ Sticker'),
  '📄 Document': () => t('📄 Document'),
  '📍 Location': () => t('📍 Location'),
  '👤 Contact': () => t('👤 Contact'),
  '💬 Other message': () => t('💬 Other message'),
}

export function ReplyBubble({ reply }: { reply: { text: string; is_truncated: boolean; at: string } }) {
  const { text, is_truncated, at } = reply
  return (
    <>
      <MessageBubble
        isTheirs
        folds
        text={Object.hasOwn(nonText, text) ? nonText[text as NonTextMessage]() : text}
        time={<When at={at} />}
      />
      {is_truncated && (
        <Text mt={2} size={13} dimmed>
          {t('Truncated. The full message is on the phone.')}
        </Text>
      )}
    </>
  )
}

/** Not in the look of a message: it was never sent. */
function NoteBubble({ note }: { note: Extract<ConversationItem, { kind: 'note' }> }) {
  const { text, at, author } = note
  return (
    <Text as="div" size={14} py={8} px={12} fill="warning" preWrap breakWords className={styles.note}>
      <Row gap={6} size={12} weight={600} mb={2}>
        <IconNote size={14} aria-hidden />
        {t('Internal note by {name}', { name: author?.name ?? t('Former member') })}
      </Row>
      {text}
      <Text as="time" block size={12} textAlign="end" dateTime={at} title={dateTime(at)}>
        {clock(at)}
      </Text>
    </Text>
  )
}

export function AnswerBubble({ answer, at }: { answer: Answer; at: string }) {
  const { text, is_automatic, author, status } = answer
  const state = stateText(answer)
  return (
    <>
      <MessageBubble
        text={text}
        head={is_automatic ? t('Automatic answer') : (author?.name ?? t('Former member'))}
        time={<When at={at} status={status} />}
      />
      {state && (
        <Text mt={2} size={13} dimmed tone={status === 'failed' ? 'bad' : undefined} textAlign="end">
          {state} {status === 'pending' && !is_automatic && <CancelAnswer id={answer.id} />}
        </Text>
      )}
    </>
  )
}

function When({ at, status }: { at: string; status?: Answer['status'] }) {
  return (
    <Row as="span" inline gap={4}>
      <time dateTime={at} title={dateTime(at)}>
        {clock(at)}
      </time>
      {status && <TickBadge status={status} />}
    </Row>
  )
}

function CancelAnswer({ id }: { id: string }) {
  const client = useQueryClient()
  const cancel = () =>
    call(replies.cancelAnswer, { params: { id } })
      .catch((error) => notifyError(error, t('The answer could not be cancelled')))
      .then(() => invalidate(client, '/v1/replies'))
  return (
    <Anchor component="button" type="button" inherit underline="always" onClick={cancel}>
      {t('Cancel answer')}
    </Anchor>
  )
}

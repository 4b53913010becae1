// A message bubble, with any problem below it.
import { Button } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { Link } from 'react-router'
import { type Answer, type ConversationItem, replies } from '../../../contract/replies.ts'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { call } from '../../api.ts'
import { StartPanel } from '../../identity/account/start-panel.tsx'
import { clock, dateTime } from '../../platform/lib/format.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { MessageBubble } from '../../platform/ui/message-bubble.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { MediaPanel } from '../media/media-panel.tsx'
import { stateText } from './answer-state-text.ts'
import { replyText } from './labels.ts'
import styles from './message-show.module.css'
import { TickBadge } from './tick-badge.tsx'
import { useRefetchThreads } from './use-thread.ts'

interface ConversationItemShowProps {
  item: ConversationItem
  /** The sessions, so that the user can start the one that a message waits for. */
  sessions: readonly WaSession[]
}

export function ConversationItemShow({ item, sessions }: ConversationItemShowProps) {
  if (item.kind === 'reply') return <ReplyBubble reply={item} />
  if (item.kind === 'answer') return <AnswerBubble answer={item} at={item.at} sessions={sessions} />
  if (item.kind === 'note') return <NoteBubble note={item} />
  const { text, at, status, broadcast } = item
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
          {stateText({ status, reason: item.reason, waiting: null })}
        </Text>
      )}
    </>
  )
}

export function ReplyBubble({ reply }: { reply: { text: string; is_truncated: boolean; at: string } }) {
  const { text, is_truncated, at } = reply
  return (
    <>
      <MessageBubble isTheirs folds text={replyText(text)} time={<When at={at} />} />
      {is_truncated && (
        <Text mt={2} size={13} dimmed>
          {t('Truncated. The full message is on the phone.')}
        </Text>
      )}
    </>
  )
}

/** Looks different from a message, because it was never sent. */
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

interface AnswerBubbleProps {
  answer: Answer
  at: string
  sessions?: readonly WaSession[]
}

export function AnswerBubble({ answer, at, sessions = [] }: AnswerBubbleProps) {
  const { text, media, is_automatic, author, status, waiting } = answer
  const state = stateText(answer)
  const session = waiting?.reason === 'session' && sessions.find(({ id }) => id === answer.session.id)
  const mayCancel = useMay('edit') && status === 'pending' && !is_automatic
  return (
    <>
      <MessageBubble
        text={text}
        file={media && <MediaPanel file={media} />}
        head={is_automatic ? t('Automatic answer') : (author?.name ?? t('Former member'))}
        time={<When at={at} status={status} />}
      />
      {state && (
        <Text mt={2} size={13} dimmed tone={status === 'failed' ? 'bad' : undefined} textAlign="end">
          {state}
        </Text>
      )}
      {mayCancel && (
        <Row gap={8} justify="end" mt={4}>
          <CancelAnswer id={answer.id} />
          {session && <StartPanel session={session} variant="default" size="compact-sm" />}
        </Row>
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
  const refetch = useRefetchThreads()
  const cancel = () =>
    call(replies.cancelAnswer, { params: { id } })
      .catch((error) => notifyError(error, t('The answer could not be cancelled')))
      .then(refetch)
  return (
    <Button variant="subtle" color="gray" size="compact-sm" onClick={cancel}>
      {t('Cancel answer')}
    </Button>
  )
}

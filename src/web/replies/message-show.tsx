// A message bubble, with any problem below it.
import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Answer, type ConversationItem, nonTextMessages, replies } from '../../contract/replies.ts'
import { call, invalidate } from '../api.ts'
import { clock, dateTime } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { MessageBubble } from '../ui/message-bubble.tsx'
import { notifyError } from '../ui/notices.tsx'
import { stateText } from './answer-state-text.ts'
import styles from './message-show.module.css'
import { TickBadge } from './tick-badge.tsx'

export function ConversationItemShow({ saying }: { saying: ConversationItem }) {
  if (saying.kind === 'reply') return <ReplyBubble reply={saying} />
  if (saying.kind === 'answer') return <AnswerBubble answer={saying} at={saying.at} />
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
        <p className={styles.state} data-failed>
          {stateText({ status, reason: saying.reason, waiting: null })}
        </p>
      )}
    </>
  )
}

export function ReplyBubble({ reply }: { reply: { text: string; is_truncated: boolean; at: string } }) {
  const { text, is_truncated, at } = reply
  // Of a message without text only its kind is stored.
  const isWordless = nonTextMessages.some((thing) => thing === text)
  return (
    <>
      <MessageBubble isTheirs folds text={isWordless ? t.told(text) : text} time={<When at={at} />} />
      {is_truncated && (
        <p className={styles.state} data-theirs>
          {t('Truncated. The full message is on the phone.')}
        </p>
      )}
    </>
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
        <p className={styles.state} data-failed={status === 'failed' || undefined}>
          {state} {status === 'pending' && !is_automatic && <CancelAnswer id={answer.id} />}
        </p>
      )}
    </>
  )
}

function When({ at, status }: { at: string; status?: Answer['status'] }) {
  return (
    <span className={styles.when}>
      <time dateTime={at} title={dateTime(at)}>
        {clock(at)}
      </time>
      {status && <TickBadge status={status} />}
    </span>
  )
}

function CancelAnswer({ id }: { id: string }) {
  const client = useQueryClient()
  const takeBack = () =>
    call(replies.takeBack, { params: { id } })
      .catch((error) => notifyError(error, t('The answer could not be cancelled')))
      .then(() => invalidate(client, '/v1/replies'))
  return (
    <Anchor component="button" type="button" inherit underline="always" onClick={takeBack}>
      {t('Cancel answer')}
    </Anchor>
  )
}

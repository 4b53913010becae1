// Replies to a broadcast or in general, each with its answers and an input for another one.
import { Anchor, Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type Reply, type ReplyQuery, replies } from '../../../contract/replies.ts'
import { call, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { May } from '../../platform/ui/may.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { Pager } from '../../platform/ui/pager.tsx'
import { AnswerEdit } from './answer-edit.tsx'
import { AnswerBubble, ReplyBubble } from './message-show.tsx'
import { pollMs } from './polling.ts'
import styles from './reply-panel.module.css'
import { DoneButton, personName, useDone } from './thread-actions-panel.tsx'
import { useRefetchThreads } from './use-thread.ts'

/** Newest first. */
export function ReplyList({ about, empty }: { about: Omit<ReplyQuery, 'page'>; empty: ReactNode }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...query(replies.list, { query: { ...about, ...(page > 1 && { page }) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const answers = state.data?.data.flatMap((reply) => reply.answers) ?? []
      return pollMs(
        answers.map(({ status }) => status),
        answers
          .map(({ created_at }) => created_at)
          .sort()
          .at(-1),
      )
    },
  })
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={96} radius={0} mt="md" role="status" aria-label={t('Loading…')} />
  if (data.data.length === 0) return <div className={styles.none}>{empty}</div>
  return (
    <>
      <PlainList mt={8}>
        {data.data.map((reply) => (
          <ReplyRow key={reply.id} reply={reply} isOfBroadcast={about.broadcast_id !== undefined} />
        ))}
      </PlainList>
      {data.pagination.total_pages > 1 && <Pager label={t('Replies')} pagination={data.pagination} onPage={setPage} />}
    </>
  )
}

function ReplyRow({ reply, isOfBroadcast }: { reply: Reply; isOfBroadcast: boolean }) {
  const { contact, address, broadcast, session, handled_at } = reply
  const [isAnswering, setAnswering] = useState(false)
  const name = personName(reply)
  return (
    <Stack as="li" gap={10} lineAbove className={styles.reply}>
      <Row gap={12} rowGap={2} wrap>
        {contact ? (
          <Anchor component={Link} to={`/contacts/${contact.id}`} fw={500}>
            {contact.name}
          </Anchor>
        ) : (
          <Text as="span" weight={500} figures>
            {name}
          </Text>
        )}
        <Text as="span" size={13} dimmed>
          <Ago time={reply.at} />
        </Text>
        {handled_at === null && <ToneBadge tone="warning">{t('Waiting for an answer')}</ToneBadge>}
        {session.driver === 'simulator' && (
          <Text as="span" size={13} dimmed>
            {t('Simulator')}
          </Text>
        )}
        {!isOfBroadcast && broadcast && (
          <Text as="span" size={13} dimmed>
            <Anchor component={Link} to={`/broadcasts/${broadcast.id}`} inherit>
              {broadcast.name}
            </Anchor>
          </Text>
        )}
        {!contact && address.startsWith('+') && (
          <May permission="edit">
            <Anchor component={Link} to={`/contacts/add?phone=${encodeURIComponent(address)}`} inherit>
              {t('Add as a contact')}
            </Anchor>
          </May>
        )}
      </Row>
      <Stack gap={6} py={12} px={12} className={styles.sayings}>
        <ReplyBubble reply={reply} />
        {reply.answers.map((answer) => (
          <div key={answer.id}>
            <AnswerBubble answer={answer} at={answer.sent_at ?? answer.created_at} />
          </div>
        ))}
      </Stack>
      {isAnswering ? (
        <AnswerEdit replyId={reply.id} name={name} autoFocus onSent={() => setAnswering(false)} />
      ) : (
        <May permission="edit">
          <Row gap={8} wrap className={styles.buttons}>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconArrowBackUp size={15} aria-hidden />}
              onClick={() => setAnswering(true)}
            >
              {t('Answer')}
            </Button>
            <HandledButton reply={reply} name={name} />
          </Row>
        </May>
      )}
    </Stack>
  )
}

function HandledButton({ reply: { id, handled_at, answers }, name }: { reply: Reply; name: string }) {
  const refetch = useRefetchThreads()
  const done = useDone()
  if (handled_at === null) return <DoneButton size="compact-sm" onClick={() => done({ name, replyId: id })} />
  // An answered reply is handled automatically.
  if (answers.length > 0) return null
  const press = () =>
    call(replies.unhandle, { params: { id } })
      .catch((error) => notifyError(error, t('Action failed')))
      .then(refetch)
  return (
    <Button variant="subtle" size="compact-sm" onClick={press}>
      {t('Mark as unanswered')}
    </Button>
  )
}

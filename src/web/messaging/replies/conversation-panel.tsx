// Conversation with a contact and the input for an answer; with several contacts, one at a time.
import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { type Conversation, type ConversationItem, replies } from '../../../contract/replies.ts'
import { call, invalidate, query } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Row, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { AnswerEdit } from './answer-edit.tsx'
import styles from './conversation-panel.module.css'
import { ConversationItemShow } from './message-show.tsx'
import { PersonPicker } from './person-picker.tsx'
import { pollMs } from './polling.ts'

interface ConversationPerson {
  id: string
  name: string
}

/** `investorId`: the investor whose contacts they are. */
export function ConversationPanel({
  contacts,
  investorId,
}: {
  contacts: readonly ConversationPerson[]
  investorId?: string
}) {
  const [chosen, choose] = useState<string>()
  // The contact who wrote last is selected.
  const latest = useQuery({
    ...query(replies.list, { query: { investor_id: investorId, per_page: 1 } }),
    enabled: investorId !== undefined && contacts.length > 1,
  })
  const shown =
    contacts.find(({ id }) => id === chosen) ??
    contacts.find(({ id }) => id === latest.data?.data[0]?.contact?.id) ??
    contacts[0]
  if (!shown) return null
  return (
    <Section title={t('Conversation')} flush>
      {contacts.length > 1 && investorId && (
        <PersonPicker contacts={contacts} investorId={investorId} shown={shown.id} onChoose={choose} />
      )}
      <ConversationShow key={shown.id} contact={shown} />
    </Section>
  )
}

function ConversationShow({ contact }: { contact: ConversationPerson }) {
  const params = { id: contact.id }
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [replies.conversation.path, params, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(replies.conversation, { params, query: { page: pageParam, per_page: 30 } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, total_pages } }: Conversation) =>
      page < total_pages ? page + 1 : undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const said = state.data?.pages[0]?.data ?? []
      return pollMs(statusesOf(said), said[0]?.at)
    },
  })
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={180} radius={0} mt="md" role="status" aria-label={t('Loading…')} />
  const [newest] = data.pages
  const sayings = inOrder(data.pages)
  if (sayings.length === 0)
    return (
      <Text dimmed className={styles.none}>
        {t('No messages yet. Messages to {name} and their replies appear here.', { name: contact.name })}
      </Text>
    )
  return (
    <>
      <ConversationItems sayings={sayings}>
        {hasNextPage && (
          <Button variant="default" size="compact-sm" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('Earlier messages')}
          </Button>
        )}
      </ConversationItems>
      <Foot contact={contact} answer_target={newest!.answer_target} unanswered={newest!.unanswered} />
    </>
  )
}

const statusesOf = (sayings: readonly ConversationItem[]) =>
  sayings.flatMap((saying) => (saying.kind === 'answer' || saying.kind === 'broadcast' ? saying.status : []))

/** Oldest first. Pages shift as messages are added, so duplicates are removed. */
function inOrder(pages: readonly Conversation[]): ConversationItem[] {
  const byId = new Map(pages.flatMap(({ data }) => data).map((saying) => [`${saying.kind} ${saying.id}`, saying]))
  return [...byId.values()].reverse()
}

function ConversationItems({ sayings, children }: { sayings: readonly ConversationItem[]; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  const newest = sayings.at(-1)!.id
  // New messages at the end scroll into view; older ones are added above without moving the view.
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [newest])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can scroll it
    <div ref={list} className={styles.sayings} role="log" aria-label={t('Conversation')} tabIndex={0}>
      {children && <div className={styles.earlier}>{children}</div>}
      {sayings.map((saying, index) => (
        <Fragment key={`${saying.kind} ${saying.id}`}>
          {day(saying.at) !== (sayings[index - 1] && day(sayings[index - 1]!.at)) && (
            <Text mt={8} mb={8} size={12} py={2} px={12} className={styles.day}>
              {day(saying.at)}
            </Text>
          )}
          <div>
            <ConversationItemShow saying={saying} />
          </div>
        </Fragment>
      ))}
    </div>
  )
}

interface FootProps extends Pick<Conversation, 'answer_target' | 'unanswered'> {
  contact: ConversationPerson
}

function Foot({ contact, answer_target: target, unanswered }: FootProps) {
  const client = useQueryClient()
  if (!target) return <p className={styles.foot}>{t('No messages yet. You can answer once they write.')}</p>
  const handle = () =>
    call(replies.handle, { params: { id: target.reply_id } })
      .catch((error) => notifyError(error, t('Action failed')))
      .then(() => invalidate(client, '/v1/replies'))
  return (
    <div className={styles.foot}>
      {(unanswered > 0 || target.driver === 'simulator') && (
        <Row as="p" gap={8} rowGap={4} wrap size={13} dimmed className={styles.facts}>
          {unanswered > 0 && (
            <>
              <ToneBadge tone="warning">{t('Waiting for an answer')}</ToneBadge>
              <Button variant="subtle" size="compact-sm" onClick={handle}>
                {t('No answer needed')}
              </Button>
            </>
          )}
          {target.driver === 'simulator' && <span>{t('Simulator: nothing reaches a phone')}</span>}
        </Row>
      )}
      {target.refusal ? (
        <Row as="p" gap={8} rowGap={4} wrap size={13} dimmed className={styles.facts}>
          {sentenceOf(target.refusal)}
        </Row>
      ) : (
        <AnswerEdit replyId={target.reply_id} name={contact.name} />
      )}
    </div>
  )
}

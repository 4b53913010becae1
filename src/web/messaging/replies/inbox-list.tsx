// The list of the inbox: filters, search, and one row per conversation.
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconMessages, IconSearchOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ConversationFilter, ConversationRow } from '../../../contract/conversations.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import { Empty, ErrorState } from '../../platform/ui/empty.tsx'
import { SearchField } from '../../platform/ui/search-field.tsx'
import styles from './inbox-list.module.css'
import { replyText } from './labels.ts'
import { personName } from './thread-actions-panel.tsx'
import { TickBadge } from './tick-badge.tsx'
import type { InboxSearch, useInbox } from './use-inbox.ts'

interface InboxListProps {
  inbox: ReturnType<typeof useInbox>
  search: InboxSearch
  shown: string | undefined
  /** Returns the address of the inbox with these changes to its search. */
  to: (change: Record<string, string | undefined>) => string
}

export function InboxList({ inbox, search, shown, to }: InboxListProps) {
  const { rows, counts, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = inbox
  const navigate = useNavigate()
  useEffect(() => {
    document.querySelector(`[data-row="${shown}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <>
      <Stack gap={8} className={styles.head}>
        <Row gap={8}>
          <ActionIcon
            component={Link}
            to="/contacts"
            variant="subtle"
            color="gray"
            aria-label={t('Back to {list}', { list: t('Contacts') })}
          >
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
          <Text as="span" size={17} weight={600} aria-hidden>
            {t('Inbox')}
          </Text>
        </Row>
        <div className={styles.search}>
          <SearchField
            label={t('Search name, number or text')}
            value={search.q ?? ''}
            onChange={(q) => navigate(to({ q, with: undefined }), { replace: true })}
          />
        </div>
        <Row as="nav" gap={4} wrap aria-label={t('Filter')}>
          {filters(counts, search.show).map(({ show, label, count }) => (
            <Link
              key={label}
              to={to({ show, with: undefined })}
              className={styles.filter}
              aria-current={search.show === show ? 'true' : undefined}
            >
              {label}
              {count !== undefined && count > 0 && <span className={styles.count}>{number(count)}</span>}
            </Link>
          ))}
        </Row>
      </Stack>
      <div className={styles.rows}>
        {!rows && error ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : !rows ? (
          <Waiting />
        ) : rows.length === 0 ? (
          <Nobody search={search} to={to} />
        ) : (
          <PlainList>
            {rows.map((row) => (
              <PersonRow key={row.id} row={row} isShown={row.id === shown} to={to({ with: row.id })} />
            ))}
          </PlainList>
        )}
        {hasNextPage && (
          <Row justify="center" py={12}>
            <Button
              variant="default"
              size="compact-sm"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t('More')}
            </Button>
          </Row>
        )}
      </div>
    </>
  )
}

/** The filter *To be sent* is offered only while messages wait. */
function filters(
  counts: { unanswered: number; mine: number; waiting: number } | undefined,
  chosen: ConversationFilter | undefined,
) {
  const all: { show?: ConversationFilter; label: string; count?: number | undefined }[] = [
    { label: t('All') },
    { show: 'unanswered', label: t('Unanswered'), count: counts?.unanswered },
    { show: 'mine', label: t('Mine'), count: counts?.mine },
    { show: 'waiting', label: t('To be sent'), count: counts?.waiting },
  ]
  return all.filter(({ show, count }) => show !== 'waiting' || show === chosen || (count ?? 0) > 0)
}

function PersonRow({ row, isShown, to }: { row: ConversationRow; isShown: boolean; to: string }) {
  const { id, last, unanswered, waiting, assignee } = row
  return (
    <li>
      <Link
        to={to}
        className={styles.row}
        data-row={id}
        data-unanswered={unanswered > 0 || undefined}
        aria-current={isShown ? 'true' : undefined}
      >
        <Row gap={8} justify="between">
          <Text as="span" truncate grow className={styles.name}>
            {personName(row)}
          </Text>
          <Text as="span" size={12} dimmed nowrap>
            <Ago time={last.at} />
          </Text>
        </Row>
        <Row gap={6}>
          {last.status && <TickBadge status={last.status} />}
          <Text as="span" size={13} dimmed truncate grow>
            {last.is_theirs ? replyText(last.text) : t('You: {text}', { text: last.text })}
          </Text>
          {unanswered > 0 && (
            <span
              className={styles.unanswered}
              role="img"
              aria-label={t.plural(unanswered, 'One unanswered message', '{count} unanswered messages')}
            >
              {number(unanswered)}
            </span>
          )}
        </Row>
        {(waiting > 0 || assignee) && (
          <Row gap={6} wrap mt={2}>
            {waiting > 0 && <ToneBadge tone="warning">{t('Waiting to be sent')}</ToneBadge>}
            {assignee && (
              <Text as="span" size={12} dimmed truncate>
                {t('Assigned to {name}', { name: assignee.name })}
              </Text>
            )}
          </Row>
        )}
      </Link>
    </li>
  )
}

function Nobody({ search: { q, show }, to }: Pick<InboxListProps, 'search' | 'to'>) {
  const all = (
    <Button component={Link} to={to({ q: undefined, show: undefined, with: undefined })} variant="default">
      {t('Show all')}
    </Button>
  )
  if (q) return <Empty icon={IconSearchOff} title={t('No conversations match')} action={all} />
  if (show) return <Empty icon={IconMessages} title={nothing(show)} action={all} />
  return (
    <Empty
      icon={IconMessages}
      title={t('No messages yet')}
      text={t('Messages that people write to your WhatsApp sessions appear here.')}
    />
  )
}

function nothing(show: ConversationFilter): string {
  if (show === 'mine') return t('Nothing is assigned to you')
  return show === 'waiting' ? t('Nothing waits to be sent') : t('All answered')
}

function Waiting() {
  return (
    <div aria-hidden>
      {[55, 40, 65, 50, 45].map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton height={13} width={`${width}%`} my={4} />
          <Skeleton height={11} width="80%" my={5} />
        </div>
      ))}
    </div>
  )
}

// Messages that were not sent because they changed after the approval: both texts, with marked differences.
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChangedMessage } from '../../../contract/broadcast-approvals.ts'
import { type Broadcast, broadcasts } from '../../../contract/broadcasts.ts'
import { call, invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { Pager } from '../../platform/ui/pager.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import styles from './changed-list.module.css'
import { DecisionShow } from './decision-show.tsx'
import { differences } from './differences.ts'

const perPage = 10

export function ChangedList({ broadcast }: { broadcast: Broadcast }) {
  const { id, changed } = broadcast
  const [page, setPage] = useState(1)
  const list = useQuery({
    ...query(broadcasts.changedMessages, { params: { id }, query: { page, per_page: perPage } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: broadcast.status === 'sending' ? 5_000 : false,
  })
  return (
    <Section
      title={t('Changed since the approval')}
      text={t.plural(
        changed,
        'This message was not sent: its text or number is not the approved one any more.',
        'These {count} messages were not sent: their text or number is not the approved one any more.',
      )}
    >
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.data ? (
        <Stack gap={16}>
          <PlainList gap={16} aria-label={t('Changed messages')}>
            {list.data.data.map((one) => (
              <Changed key={one.recipient_id} changed={one} />
            ))}
          </PlainList>
          {list.data.pagination.total_pages > 1 && (
            <Pager label={t('Changed messages')} pagination={list.data.pagination} onPage={setPage} />
          )}
          <Decision broadcast={broadcast} total={list.data.pagination.total} digest={list.data.digest} />
        </Stack>
      ) : (
        <SkeletonLines height={30} />
      )}
    </Section>
  )
}

function Changed({
  changed: { name, approved_text, text, approved_address_text, address_text },
}: {
  changed: ChangedMessage
}) {
  return (
    <Text as="li" outlined className={styles.changed}>
      <Row gap={8} rowGap={2} wrap>
        <strong>{name}</strong>
        {approved_address_text !== address_text && (
          <span>
            <del>{approved_address_text}</del> <ins>{address_text}</ins>
          </span>
        )}
      </Row>
      <Text mt={8} preWrap breakWords>
        {differences(approved_text, text).map(({ kind, text: part }, index) => {
          if (kind === 'removed') return <del key={index}>{part}</del>
          return kind === 'added' ? <ins key={index}>{part}</ins> : <span key={index}>{part}</span>
        })}
      </Text>
    </Text>
  )
}

function Decision({ broadcast, total, digest }: { broadcast: Broadcast; total: number; digest: string }) {
  const { id, status } = broadcast
  const client = useQueryClient()
  const approve = useMutation({
    mutationFn: () => call(broadcasts.approveChanges, { params: { id }, body: { digest } }),
    onSuccess: (now) => {
      client.setQueryData(query(broadcasts.get, { params: { id } }).queryKey, now)
      void invalidate(client, '/v1/broadcasts')
    },
    onError: (error) => {
      notifyError(error, t('Action failed'))
      void invalidate(client, '/v1/broadcasts')
    },
  })
  if (status === 'cancelled' || status === 'failed') return null
  return (
    <DecisionShow broadcast={broadcast}>
      <Button
        leftSection={<IconCheck size={16} aria-hidden />}
        loading={approve.isPending}
        disabled={total === 0}
        onClick={() => approve.mutate()}
      >
        {t.plural(total, 'Approve and send {count} message', 'Approve and send all {count} messages')}
      </Button>
    </DecisionShow>
  )
}

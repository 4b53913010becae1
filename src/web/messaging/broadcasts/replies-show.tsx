// Replies to a broadcast, unanswered ones first. The user answers each without leaving the page.
import { Skeleton } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { replies } from '../../../contract/replies.ts'
import { invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack } from '../../platform/ui/box.tsx'
import { Empty } from '../../platform/ui/empty.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { ReplyList } from '../replies/reply-panel.tsx'
import { pollMs } from './progress.ts'

/** How often an ended broadcast is polled: people may still answer long after it. */
const restMs = 15_000

/** Numbers of unanswered and of all replies. Counted again while the broadcast runs and when it gets another reply. */
export function useReplyCounts(broadcast: Broadcast) {
  const { id, replied } = broadcast
  const client = useQueryClient()
  useEffect(() => {
    if (replied > 0) void invalidate(client, '/v1/replies')
  }, [client, replied])
  const total = (unanswered: 'true' | undefined) => ({
    ...query(replies.list, { query: { broadcast_id: id, per_page: 1, ...(unanswered && { unanswered }) } }),
    staleTime: 0,
    refetchInterval: pollMs(broadcast) || restMs,
  })
  const waiting = useQuery(total('true')).data?.pagination.total
  const all = useQuery(total(undefined)).data?.pagination.total
  return { waiting, all }
}

interface RepliesShowProps {
  broadcast: Broadcast
  counts: ReturnType<typeof useReplyCounts>
}

export function RepliesShow({ broadcast: { id, replied }, counts: { waiting, all } }: RepliesShowProps) {
  // The broadcast counts a reply a moment before the list has it.
  if (all === undefined || waiting === undefined || (all === 0 && replied > 0))
    return <Skeleton height="8rem" role="status" aria-label={t('Loading…')} />
  if (all === 0)
    return (
      <Section>
        <Empty
          icon={IconMessage}
          title={t('No replies yet')}
          text={t('Replies to this broadcast appear here and on each contact.')}
        />
      </Section>
    )
  return (
    <Stack gap={16}>
      {waiting > 0 && (
        <Section title={t('Waiting for an answer ({count})', { count: waiting })} flush>
          <ReplyList about={{ broadcast_id: id, unanswered: 'true' }} empty={null} />
        </Section>
      )}
      {all > waiting && (
        <Section title={t('Answered')} flush>
          <ReplyList about={{ broadcast_id: id, unanswered: 'false' }} empty={null} />
        </Section>
      )}
    </Stack>
  )
}

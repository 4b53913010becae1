// Replies to a broadcast: those that wait for an answer first, each answered in place.
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

/** Somebody may answer or write again long after the broadcast. */
const restMs = 15_000

/** How many replies wait, and how many there are. Counted anew as the broadcast goes on, and when it has another reply. */
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
  // A reply is counted a moment before it can be read.
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

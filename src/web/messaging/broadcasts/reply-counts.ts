// How many replies a broadcast has.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { replies } from '../../../contract/replies.ts'
import { invalidate, query } from '../../api.ts'
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

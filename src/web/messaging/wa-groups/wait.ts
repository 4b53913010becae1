// Why no groups of a session can be shown yet: it is not connected, or its phone has not responded.
import type { GroupListState } from '../../../contract/wa-groups.ts'
import type { SessionStatus } from '../../../contract/wa-sessions.ts'

export type GroupWait = Exclude<SessionStatus, 'working'> | 'answer'

/** `isNothing`: the list is empty regardless of the search. Returns undefined if nothing is awaited. */
export function groupWaitOf(
  status: SessionStatus,
  { refreshed_at, failure, isNothing }: Pick<GroupListState, 'refreshed_at' | 'failure'> & { isNothing: boolean },
): GroupWait | undefined {
  if (!isNothing) return undefined
  if (status !== 'working') return status
  return refreshed_at === null && failure === null ? 'answer' : undefined
}

/** A connecting session is polled more often. */
export const pollMs = (statuses: readonly SessionStatus[]) =>
  statuses.some((status) => status === 'starting' || status === 'scan_qr') ? 2_000 : 5_000

// What is waited for while there is no group of a session to be seen: that it is connected, or that its phone answers.
import type { GroupListState } from '../../contract/wa-groups.ts'
import type { SessionStatus } from '../../contract/wa-sessions.ts'

export type GroupWait = Exclude<SessionStatus, 'working'> | 'answer'

/** `isNothing`: there is no group in the list, whatever is searched for. Undefined: nothing is waited for. */
export function groupWaitOf(
  status: SessionStatus,
  { refreshed_at, failure, isNothing }: Pick<GroupListState, 'refreshed_at' | 'failure'> & { isNothing: boolean },
): GroupWait | undefined {
  if (!isNothing) return undefined
  if (status !== 'working') return status
  return refreshed_at === null && failure === null ? 'answer' : undefined
}

/** A session that is being connected is looked at more often. */
export const pollMs = (statuses: readonly SessionStatus[]) =>
  statuses.some((status) => status === 'starting' || status === 'scan_qr') ? 2_000 : 5_000

// What becomes of an answer whose turn it is. Pure.
import type { Due } from './queries.ts'

/** One that the network keeps putting off is left to a person at last. */
const mostAttempts = 6

/** `leave`, or why it will not. Of an unknown fate it leaves once more, under the same id, where that is one message. */
export function fateOf({ status, attempts, resends }: Pick<Due, 'status' | 'attempts' | 'resends'>, ownIds: boolean) {
  if (status === 'pending') return 'leave'
  return ownIds && resends === 0 && attempts < mostAttempts ? 'leave' : 'unconfirmed'
}

// What becomes of an answer whose turn it is. Pure.
import type { DueAnswer } from './queries.ts'

/** One that the network keeps putting off is left to a person at last. */
const maxAttempts = 6

type AnswerInFlight = Pick<DueAnswer, 'status' | 'attempts' | 'resends' | 'is_stale' | 'refusal'>

/**
 * `leave`, or why it will not. What never left is dropped after a day: nobody expects it any more. Of an unknown fate it
 * leaves once more, under the same id, where that may be.
 */
export function decideAnswer(
  { status, attempts, resends, is_stale, refusal }: AnswerInFlight,
  mayRepeat: boolean,
): string {
  if (status === 'pending') return refusal ?? (is_stale ? 'expired' : 'leave')
  return mayRepeat && !refusal && resends === 0 && attempts < maxAttempts ? 'leave' : 'unconfirmed'
}

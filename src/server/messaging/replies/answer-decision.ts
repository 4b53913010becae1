// Decides whether a due answer is sent, resent or failed. Pure.
import type { DueAnswer } from './queries.ts'

/** After this many attempts an answer is left to a user. */
const maxAttempts = 6

type AnswerInFlight = Pick<DueAnswer, 'status' | 'attempts' | 'resends' | 'is_stale' | 'refusal'>

/**
 * Returns `leave` or the reason for failing. A pending answer expires after a day. An unconfirmed one is resent once under the
 * same id, if the driver allows it.
 */
export function decideAnswer(
  { status, attempts, resends, is_stale, refusal }: AnswerInFlight,
  mayRepeat: boolean,
): string {
  if (status === 'pending') return refusal ?? (is_stale ? 'expired' : 'leave')
  return mayRepeat && !refusal && resends === 0 && attempts < maxAttempts ? 'leave' : 'unconfirmed'
}

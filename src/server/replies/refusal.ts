// Why a person cannot be answered. Pure.
import type { AnswerEligibility } from './queries.ts'

/** A sentence for the user who wants to answer. */
export function refusalOf(standing: Omit<AnswerEligibility, 'id' | 'session_id' | 'session_name'>): string | undefined {
  if (standing.is_opted_out) return 'They asked not to be written to. With START they take that back.'
  if (standing.do_not_contact) return 'An investor of theirs is marked “Do not contact”.'
  if (standing.is_session_removed) return 'The session that they wrote to was removed. Answer on the phone.'
  if (standing.driver !== standing.driver_then)
    return 'They wrote while the session sent through something else: what is answered now would reach somebody else.'
  return undefined
}

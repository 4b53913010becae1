// Why a person cannot be answered. Pure.
import { type Message, message } from '../../../contract/messages/message.ts'
import type { AnswerEligibility } from './queries.ts'

/** Why the user cannot answer this contact; undefined if they can. */
export function refusalOf(
  standing: Omit<AnswerEligibility, 'id' | 'session_id' | 'session_name'>,
): Message | undefined {
  if (standing.is_opted_out) return message('reply.opted_out')
  if (standing.do_not_contact) return message('reply.do_not_contact')
  if (standing.is_session_removed) return message('reply.session_removed')
  if (standing.driver !== standing.driver_then) return message('reply.connection_changed')
  return undefined
}

// Claims answers: commits the message id before sending, and follows the pacing of the session.
import type { Tenant } from '../../platform/db/index.ts'
import * as replies from '../replies/service.ts'
import * as leases from './leases/queries.ts'
import { messageId } from './message-id.ts'
import { type ClaimedMessage, mayResend, type PacingContext, waitForKnown, writeSend } from './paced-claim.ts'

export type AnswerClaim = { kind: 'message'; message: ClaimedMessage } | { kind: 'wait'; until: number }

export async function claimAnswer(
  tenant: Tenant,
  situation: PacingContext,
  messageKey: Buffer,
): Promise<AnswerClaim | undefined> {
  const { term, rules, abilities } = situation
  for (;;) {
    const due = await replies.nextDue(tenant, term.session_id)
    if (!due) return undefined
    const fate = replies.decideAnswer(due, mayResend(abilities, rules))
    if (fate !== 'leave') {
      await replies.failAnswer(tenant, due.id, fate)
      continue
    }
    const wait = await waitForKnown(tenant, situation)
    if (wait.reason) {
      await leases.setWait(tenant, term, { at: new Date(wait.at), reason: wait.reason, broadcast_id: null })
      return { kind: 'wait', until: wait.at }
    }
    const { id, address, address_key, text, attempts } = due
    const wa_message_id = due.wa_message_id ?? messageId(messageKey, id)
    await writeSend(tenant, situation, wa_message_id, address_key)
    await replies.markSending(tenant, due, { wa_message_id, settleMs: abilities.acknowledgementMs })
    const isRepeat = due.status !== 'pending'
    return { kind: 'message', message: { id, address, wa_message_id, text, ...(isRepeat ? {} : { attempts }) } }
  }
}

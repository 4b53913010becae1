// Claims answers and direct messages: commits the message id before sending, and obeys the sending speed of the session.
import type { Tenant } from '../../platform/db/index.ts'
import * as replies from '../replies/service.ts'
import * as leases from './leases/queries.ts'
import { messageId } from './message-id.ts'
import {
  type ClaimedMessage,
  mayResend,
  type PacingContext,
  waitForDirect,
  waitForKnown,
  writeSend,
} from './paced-claim.ts'
import type { Verdict } from './pacing.ts'

export type AnswerClaim = { kind: 'message'; message: ClaimedMessage } | { kind: 'wait'; until: number }

export async function claimAnswer(
  tenant: Tenant,
  situation: PacingContext,
  messageKey: Buffer,
): Promise<AnswerClaim | undefined> {
  const { term, rules, abilities } = situation
  for (;;) {
    const due = await replies.nextDue(tenant, term.session_id, new Date(situation.now).toISOString())
    if (!due) return undefined
    const fate = replies.decideAnswer(due, mayResend(abilities, rules))
    if (fate !== 'leave') {
      await replies.failAnswer(tenant, due.id, fate)
      continue
    }
    const wait = await waitOf(tenant, situation, due)
    if (wait === 'not_known') {
      await replies.failAnswer(tenant, due.id, due.status === 'pending' ? wait : 'unconfirmed')
      continue
    }
    if (wait.own.reason) {
      await replies.deferAnswer(tenant, due.id, new Date(wait.own.at), wait.own.reason)
      continue
    }
    const { at, reason } = wait.session
    if (reason) {
      await leases.setWait(tenant, term, { at: new Date(at), reason, broadcast_id: null })
      return { kind: 'wait', until: at }
    }
    const { id, address, address_key, text, media, attempts } = due
    const wa_message_id = due.wa_message_id ?? messageId(messageKey, id)
    await writeSend(tenant, situation, wa_message_id, address_key)
    await replies.markSending(tenant, due, { wa_message_id, settleMs: abilities.acknowledgementMs })
    const isRepeat = due.status !== 'pending'
    return { kind: 'message', message: { id, address, wa_message_id, text, media, ...(isRepeat ? {} : { attempts }) } }
  }
}

async function waitOf(
  tenant: Tenant,
  situation: PacingContext,
  due: replies.DueAnswer,
): Promise<Verdict | 'not_known'> {
  if (due.kind !== 'answer') return await waitForDirect(tenant, situation, { ...due, is_test: due.kind === 'test' })
  const session = await waitForKnown(tenant, situation)
  return { session, own: { at: situation.now, reason: null } }
}

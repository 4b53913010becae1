// Engine: the functions about recipients, pacing and audiences that other modules may call.
import { limitsOf, type PacingLimits } from '../../../contract/pacing.ts'
import type { Tenant } from '../../platform/db/index.ts'
import * as chats from '../chats/service.ts'
import { retryDeferred } from '../replies/service.ts'
import * as leases from './leases/queries.ts'
import { type Hold, type PacingReason, type SendHistory, whenToSend } from './pacing.ts'
import { rescheduleAfterLimitChange } from './queries.ts'
import { emptyHistory, holdOf, sendHistoryOf } from './send-history.ts'

export { audienceGroupsOf, countAudience } from './audience/people/queries.ts'
export { type AudienceSpec, audienceOf } from './audience/queries.ts'
export { brokenRulesIn } from './audience/segment/queries.ts'
export type { ActiveBroadcast, Broadcasts, BroadcastTurn } from './broadcasts.ts'
export { areReadable as areCredentialsReadable } from './credentials/vault.ts'
export { type Forecast, forecast, type RecipientCohort } from './estimate.ts'
export type { ChatKind } from './pacing.ts'
export {
  addTestRecipient,
  approveDrifts,
  cancelPending,
  countRecipients,
  driftsOf,
  failInFlight,
  failPending,
  lockDrifts,
  maxUnknownDays,
  perRecipientReasons,
  unfreezeAudience,
} from './queries.ts'
export { receiptWrites } from './receipt-writer.ts'

/** The session's limits have changed: recipients no longer wait because of the old limits. */
export async function clearWaits(tenant: Tenant, sessionId: string): Promise<void> {
  await leases.clearWaits(tenant, sessionId)
  await rescheduleAfterLimitChange(tenant, sessionId)
  await retryDeferred(tenant, sessionId)
}

/** What a direct message to this person would wait for now, by the rules of the claim; null if it would leave at once. */
export async function waitOfMessage(
  tenant: Tenant,
  session_id: string,
  { address_key, time_zone, isAnswer }: { address_key: string; time_zone: string; isAnswer: boolean },
  now: number,
): Promise<{ wait: Wait; is_new_chat: boolean }> {
  const { limits, past, hold } = await pacingOf(tenant, session_id, now)
  const is_new_chat = !(await chats.knownOf(tenant, session_id, [address_key])).has(address_key)
  const chat = is_new_chat && !isAnswer ? 'new' : 'known'
  if (chat === 'new' && limits?.new_chat_cap === 0) return { wait: { at: now, reason: 'not_known' }, is_new_chat }
  const its = isAnswer ? limits && { ...limits, hours: null } : limits
  const { session, own } = whenToSend(its, past, hold, { chat, timeZone: time_zone, messagedAt: null }, now)
  return { wait: own.at > session.at ? own : session, is_new_chat }
}

interface Wait {
  at: number
  reason: PacingReason | 'not_known' | null
}

/** Everything that decides when the next message of a session may be sent. */
export async function pacingOf(
  tenant: Tenant,
  sessionId: string,
  now: number,
): Promise<{ limits: PacingLimits | null; past: SendHistory; hold: Hold | null }> {
  const rules = await leases.rulesOf(tenant, sessionId)
  const limits = rules ? limitsOf(rules.pacing_mode, rules.pacing_limits) : null
  return {
    limits,
    past: limits ? await sendHistoryOf(tenant, sessionId, limits, now) : emptyHistory,
    hold: rules ? holdOf(rules, now) : null,
  }
}

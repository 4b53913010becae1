// Engine: the functions about recipients, pacing and audiences that other modules may call.
import { limitsOf, type PacingLimits } from '../../../contract/pacing.ts'
import type { Tenant } from '../../platform/db/index.ts'
import * as leases from './leases/queries.ts'
import type { Hold, SendHistory } from './pacing.ts'
import { rescheduleAfterLimitChange } from './queries.ts'
import { emptyHistory, holdOf, sendHistoryOf } from './send-history.ts'

export { audienceGroupsOf, countAudience } from './audience/people/queries.ts'
export { type AudienceSpec, audienceOf } from './audience/queries.ts'
export { brokenRulesIn } from './audience/segment/queries.ts'
export type { ActiveBroadcast, Broadcasts, BroadcastTurn } from './broadcasts.ts'
export { type Forecast, forecast, type RecipientCohort } from './estimate.ts'
export type { ChatKind } from './pacing.ts'
export { addTestRecipient, cancelPending, failInFlight, maxUnknownDays, perRecipientReasons } from './queries.ts'

/** The session's limits have changed: recipients no longer wait because of the old limits. */
export async function clearWaits(tenant: Tenant, sessionId: string): Promise<void> {
  await leases.clearWaits(tenant, sessionId)
  await rescheduleAfterLimitChange(tenant, sessionId)
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

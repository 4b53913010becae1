// Send history of a session, read from the log: the input of its pacing.
import type { PacingLimits } from '../../../contract/pacing.ts'
import type { Tenant } from '../../platform/db/index.ts'
import * as chats from '../chats/service.ts'
import type { SendingRules } from './leases/queries.ts'
import type { Hold, SendHistory } from './pacing.ts'

const dayMs = 24 * 3_600_000

export const emptyHistory: SendHistory = { sent: [], days: { finished: 0, endsAt: null } }

/** WhatsApp's own limit while it is in effect. */
export function holdOf(
  { hold_until, hold_new_chats_only }: Pick<SendingRules, 'hold_until' | 'hold_new_chats_only'>,
  now: number,
): Hold | null {
  const until = hold_until === null ? 0 : Date.parse(hold_until)
  return until > now ? { until, newChatsOnly: hold_new_chats_only } : null
}

export async function sendHistoryOf(
  tenant: Tenant,
  sessionId: string,
  limits: PacingLimits,
  now: number,
): Promise<SendHistory> {
  const limit = Math.max(limits.daily_cap, limits.rest_after)
  const sends = await chats.pastSends(tenant, sessionId, new Date(now), limit)
  const days = limits.warm_up === null ? [] : await chats.sendingDays(tenant, sessionId, chats.maxWarmUpDays)
  const ends = days.map((first) => Date.parse(first) + dayMs)
  return {
    sent: sends.map(({ at, chat, jitter }) => ({ at: Date.parse(at), chat, jitter })),
    days: { finished: ends.filter((end) => end <= now).length, endsAt: ends.find((end) => end > now) ?? null },
  }
}

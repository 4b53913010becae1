// One claim of a session: an answer, a batch without pacing, or one message with pacing.
import type { Tenant } from '../../platform/db/index.ts'
import type { Abilities } from '../drivers/driver.ts'
import { claimAnswer } from './answer-claim.ts'
import { claimBatch, claimResends } from './batch-claim.ts'
import type { Broadcasts } from './broadcasts.ts'
import { isSessionIdle } from './claims/queries.ts'
import type { ContentFailures } from './content-failures.ts'
import * as leases from './leases/queries.ts'
import {
  type ClaimContext,
  type ClaimedMessage,
  claimNextPaced,
  isUnpaced,
  mayResend,
  type PacingContext,
} from './paced-claim.ts'
import type { Renderer } from './rendering.ts'

/** The session that claims, and what it remembers from one claim to the next. */
export interface ClaimingSession {
  readonly broadcasts: Broadcasts
  readonly term: leases.Term
  readonly abilities: Abilities
  readonly messageKey: Buffer
  readonly renderer: Renderer
  readonly failures: ContentFailures
  readonly pollMs: number
  /** False once the lease may have expired. */
  isLeaseValid(): boolean
  /** Whether to claim only unconfirmed messages, and only if no pacing is in effect. */
  isResendOnly(): boolean
  /** Messages being sent. */
  inFlight(): number
  random(): number
  time(now: number): number
  /** The broadcast of the previous turn in the round robin. */
  lastBroadcast: string
}

export interface ClaimRound {
  messages: ClaimedMessage[]
  /** How long to wait before the next claim. */
  waitMs: number
  /** Whether no message of the session is pending, in flight or unconfirmed. */
  isIdle: boolean
}

/** Runs in one transaction: once it commits, the claims are stored, and they were made while this process held the lease. */
export async function claimRound(tenant: Tenant, session: ClaimingSession, limit: number): Promise<ClaimRound> {
  const { term, abilities, pollMs } = session
  const rules = await leases.lockLease(tenant, term)
  if (!rules || rules.is_silent || !session.isLeaseValid()) return claimed([], pollMs)
  const now = session.time(Date.parse(rules.now))
  const situation = { term, rules, now, abilities, random: session.random }
  if (session.isResendOnly()) {
    const isAllowed = mayResend(abilities, rules) && isUnpaced(rules, now)
    return claimed(isAllowed ? await claimResends(tenant, situation, limit) : [], pollMs / 5)
  }
  const answer = await claimAnswer(tenant, situation, session.messageKey)
  if (answer) return answer.kind === 'wait' ? waiting(answer.until, now) : claimed([answer.message], 0)
  const round = isUnpaced(rules, now)
    ? await claimMany(tenant, session, situation, limit)
    : await claimOne(tenant, session, situation)
  const foundNothing = round.messages.length === 0 && round.waitMs === pollMs && session.inFlight() === 0
  return { ...round, isIdle: foundNothing && (await isSessionIdle(tenant, term.session_id)) }
}

async function claimMany(tenant: Tenant, session: ClaimingSession, situation: PacingContext, limit: number) {
  const { term, abilities, pollMs } = session
  const isResending = mayResend(abilities, situation.rules)
  const resends = isResending ? await claimResends(tenant, situation, limit) : []
  if (resends.length === limit) return claimed(resends, 0)
  const now = new Date(situation.now).toISOString()
  const turn = await session.broadcasts.nextInTurn(tenant, term.session_id, session.lastBroadcast, now)
  if (!turn) return claimed(resends, pollMs)
  session.lastBroadcast = turn.id
  const batch = await claimBatch(tenant, contextOf(session, situation), turn, limit - resends.length)
  session.failures.succeeded()
  return claimed([...resends, ...batch.messages], batch.found > 0 ? 0 : pollMs)
}

/** With pacing, one message is in flight at a time. */
async function claimOne(tenant: Tenant, session: ClaimingSession, situation: PacingContext) {
  if (session.inFlight() > 0) return claimed([], session.pollMs)
  const choice = await claimNextPaced(tenant, contextOf(session, situation))
  session.failures.succeeded()
  if (choice.kind === 'wait') return waiting(choice.until, situation.now)
  if (choice.kind === 'nothing') return claimed([], session.pollMs)
  session.lastBroadcast = choice.broadcastId ?? session.lastBroadcast
  return claimed(choice.kind === 'message' ? [choice.message] : [], 0)
}

function contextOf(
  { broadcasts, lastBroadcast, renderer, failures }: ClaimingSession,
  situation: PacingContext,
): ClaimContext {
  return {
    ...situation,
    broadcasts,
    lastBroadcast,
    decide: (tenant, broadcast, rows) => {
      failures.rendering(broadcast.id)
      return renderer.decide(tenant, broadcast, rows)
    },
  }
}

const claimed = (messages: ClaimedMessage[], waitMs: number): ClaimRound => ({ messages, waitMs, isIdle: false })
const waiting = (until: number, now: number) => claimed([], Math.max(1, until - now))

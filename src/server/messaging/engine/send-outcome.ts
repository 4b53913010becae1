// What an attempt to send means for its message: to be sent later, failed, or unknown until there is evidence.
import { DriverError } from '../drivers/driver.ts'
import type { ClaimedMessage } from './paced-claim.ts'
import type { SendOutcome } from './queries.ts'

/** Attempts after the network said "later", with backoff; then the message fails and *Retry failed* can send it. */
const maxRetries = 5
/** For errors that require a rest but name no duration. */
const cooldownMs: Record<string, number | undefined> = { rate_overlimit: 5 * 60_000 }

export interface OutcomeTimings {
  /** How long to wait for an acknowledgement, or for other evidence. */
  acknowledgementMs: number
  evidenceMs: number
  /** The first pause before a retry. */
  pollMs: number
}

export const accepted = (message: ClaimedMessage, { acknowledgementMs }: OutcomeTimings): SendOutcome =>
  outcome(message, 'accepted', null, null, acknowledgementMs)

/** An error other than DriverError does not tell whether the network took the message: its status is unknown. */
export function outcomeOf(message: ClaimedMessage, error: unknown, timings: OutcomeTimings): SendOutcome {
  const { evidenceMs, pollMs } = timings
  if (!(error instanceof DriverError)) return outcome(message, 'unknown', null, null, evidenceMs)
  const tries = message.attempts ?? 0
  switch (error.kind) {
    case 'impossible':
      return outcome(message, 'failed', message.attempts === undefined ? 'unconfirmed' : error.code, false, 0)
    case 'later':
      return tries + 1 >= maxRetries
        ? outcome(message, 'failed', error.code, true, 0)
        : outcome(message, 'pending', error.code, null, pollMs * 2 ** tries)
    case 'session':
      return outcome(message, 'pending', error.code, null, pollMs)
    case 'unknown':
      return outcome(message, 'unknown', error.code, null, evidenceMs)
  }
}

/** How long the session must rest after this error; undefined: not at all. */
export function restAfter(error: unknown, now: number): { code: string; ms: number } | undefined {
  if (!(error instanceof DriverError) || error.kind !== 'session') return undefined
  const ms = error.until ? error.until.getTime() - now : (cooldownMs[error.code] ?? 0)
  return ms > 0 ? { code: error.code, ms } : undefined
}

function outcome(
  { wa_message_id }: ClaimedMessage,
  status: SendOutcome['status'],
  reason: string | null,
  retryable: boolean | null,
  inMs: number,
): SendOutcome {
  return { wa_message_id, status, reason, retryable, inMs }
}

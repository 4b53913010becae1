// Before a session closes for a long time, waits some seconds until its unconfirmed messages are decided.
import { setTimeout as delay } from 'node:timers/promises'
import { inTenant } from '../../platform/db/index.ts'
import type { SessionParts } from './connection-events.ts'
import { lockLease } from './leases/queries.ts'
import { isUnpaced, mayResend } from './paced-claim.ts'
import { failUnknown } from './queries.ts'
import { hasUnknownUntil } from './results/queries.ts'

/**
 * `undecided`: some messages may be decided within the remaining time. `out_of_reach`: another process owns the session, or
 * pacing is in effect, so nothing is decided within seconds.
 */
type Unconfirmed = 'none' | 'undecided' | 'out_of_reach'

/** Waits until `end` at most, as `performance.now()`. `reopen` opens a lost connection, if that is allowed. */
export async function awaitUnconfirmed(
  parts: SessionParts,
  { end, pollMs, reopen }: { end: number; pollMs: number; reopen: () => Promise<void> },
): Promise<void> {
  for (;;) {
    const remainingMs = end - performance.now()
    if (remainingMs <= 0 || !parts.isLeaseValid()) return
    // A database error now says nothing about the next attempt.
    const mustWait = await isWorthWaiting(parts, remainingMs, reopen).catch((error: unknown) => {
      parts.log.warn(
        { err: error, session_id: parts.term.session_id },
        'settling unconfirmed messages on shutdown failed, retrying',
      )
      return true
    })
    if (!mustWait) return
    await delay(pollMs / 5)
  }
}

async function isWorthWaiting(parts: SessionParts, remainingMs: number, reopen: () => Promise<void>) {
  const watch = parts.slot.current()?.dispatcher?.watch()
  const unconfirmed = await settle(parts, remainingMs)
  if (unconfirmed === 'out_of_reach') return false
  const hasMoved = (await watch?.hasMoved()) ?? false
  const mustWait = unconfirmed === 'undecided' || hasMoved
  if (mustWait) await reopen()
  return mustWait
}

async function settle({ database, term, driver, slot }: SessionParts, remainingMs: number): Promise<Unconfirmed> {
  return await inTenant(database, term, async (tenant) => {
    const rules = await lockLease(tenant, term)
    if (!rules || !isUnpaced(rules, Date.parse(rules.now))) return 'out_of_reach'
    if (slot.current()?.dispatcher) await failUnknown(tenant, term.session_id, mayResend(driver.abilities, rules))
    return (await hasUnknownUntil(tenant, term.session_id, remainingMs)) ? 'undecided' : 'none'
  })
}

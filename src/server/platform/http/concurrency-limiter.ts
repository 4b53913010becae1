// Concurrency limiter with a bounded queue (FIFO) and a timeout: beyond it, more work would only make all callers wait
// longer, and be done for clients that have disconnected.

export interface ConcurrencyLimits {
  /** How many callers run concurrently. */
  readonly maxConcurrent: number
  /** How many callers may wait; further ones are rejected immediately. */
  readonly maxQueued: number
  /** How long a caller may wait, in ms, before it is rejected. */
  readonly queueTimeoutMs: number
}

export interface ConcurrencyLimiter<Caller> {
  /** Calls `onDecision` once, immediately or later, unless the caller cancels before. */
  acquire(caller: Caller, onDecision: (isAdmitted: boolean) => void): void
  /** Returns true if the caller was still waiting. A running caller is unaffected: its work has begun. */
  cancelWaiting(caller: Caller): boolean
  /** Gives the slot to the longest waiting caller. Harmless if the caller has no slot. */
  release(caller: Caller): void
  /** Rejects callers that have waited too long: called periodically, in case no slot becomes free. */
  expire(): void
}

export function concurrencyLimiter<Caller>(
  { maxConcurrent, maxQueued, queueTimeoutMs }: ConcurrencyLimits,
  now: () => number,
): ConcurrencyLimiter<Caller> {
  const running = new Set<Caller>()
  const queue = new Map<Caller, { since: number; onDecision: (isAdmitted: boolean) => void }>()

  function expire() {
    for (const [caller, { since, onDecision }] of queue) {
      if (now() - since <= queueTimeoutMs) return
      queue.delete(caller)
      onDecision(false)
    }
  }

  return {
    acquire: (caller, onDecision) => {
      if (running.size < maxConcurrent) {
        running.add(caller)
        onDecision(true)
      } else if (queue.size < maxQueued) queue.set(caller, { since: now(), onDecision })
      else onDecision(false)
    },
    cancelWaiting: (caller) => queue.delete(caller),
    release: (caller) => {
      if (!running.delete(caller)) return
      expire()
      for (const [next, { onDecision }] of queue) {
        queue.delete(next)
        running.add(next)
        onDecision(true)
        return
      }
    },
    expire,
  }
}

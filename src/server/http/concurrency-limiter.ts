// Who is worked for now, who waits for it, and who is sent away: more at once would only make all of them wait longer, and
// work for people who have given up meanwhile.

export interface ConcurrencyLimits {
  /** Worked for at the same time. */
  readonly maxConcurrent: number
  /** May wait for a place; who comes after them is sent away at once. */
  readonly maxQueued: number
  /** So long at most, in ms: then they are sent away, too. */
  readonly queueTimeoutMs: number
}

export interface ConcurrencyLimiter<Caller> {
  /** `onDecision` hears once whether there is a place, at once or later, unless the caller gives up before. */
  acquire(caller: Caller, onDecision: (mayEnter: boolean) => void): void
  /** True for who still waits. Who is inside stays there: work for them has begun. */
  cancelWaiting(caller: Caller): boolean
  /** The place goes to who waits longest. Whoever has none, or not any more, may leave as well. */
  release(caller: Caller): void
  /** Sends away who has waited too long: now and then, for when no place becomes free. */
  expire(): void
}

export function concurrencyLimiter<Caller>(
  { maxConcurrent, maxQueued, queueTimeoutMs }: ConcurrencyLimits,
  now: () => number,
): ConcurrencyLimiter<Caller> {
  const running = new Set<Caller>()
  const queue = new Map<Caller, { since: number; onDecision: (mayEnter: boolean) => void }>()

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

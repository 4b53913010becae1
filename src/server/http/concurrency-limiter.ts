// Who is worked for now, who waits for it, and who is sent away: more at once would only make all of them wait longer, and
// work for people who have given up meanwhile.

export interface ConcurrencyLimits {
  /** Worked for at the same time. */
  readonly atOnce: number
  /** May wait for a place; who comes after them is sent away at once. */
  readonly waiting: number
  /** So long at most, in ms: then they are sent away, too. */
  readonly patienceMs: number
}

export interface ConcurrencyLimiter<Caller> {
  /** `told` hears once whether there is a place, at once or later, unless the caller gives up before. */
  enter(caller: Caller, told: (mayEnter: boolean) => void): void
  /** True for who still waits. Who is inside stays there: work for them has begun. */
  giveUp(caller: Caller): boolean
  /** The place goes to who waits longest. Whoever has none, or not any more, may leave as well. */
  leave(caller: Caller): void
  /** Sends away who has waited too long: now and then, for when no place becomes free. */
  expire(): void
}

export function concurrencyLimiter<Caller>(
  { atOnce, waiting, patienceMs }: ConcurrencyLimits,
  now: () => number,
): ConcurrencyLimiter<Caller> {
  const inside = new Set<Caller>()
  const line = new Map<Caller, { since: number; told: (mayEnter: boolean) => void }>()

  function expire() {
    for (const [caller, { since, told }] of line) {
      if (now() - since <= patienceMs) return
      line.delete(caller)
      told(false)
    }
  }

  return {
    enter: (caller, told) => {
      if (inside.size < atOnce) {
        inside.add(caller)
        told(true)
      } else if (line.size < waiting) line.set(caller, { since: now(), told })
      else told(false)
    },
    giveUp: (caller) => line.delete(caller),
    leave: (caller) => {
      if (!inside.delete(caller)) return
      expire()
      for (const [next, { told }] of line) {
        line.delete(next)
        inside.add(next)
        told(true)
        return
      }
    },
    expire,
  }
}

// The network's clock: a test passes in its own, and `close()` leaves no timer behind.
export interface Clock {
  now(): number
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(timer: unknown): void
}

export const realClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
}

export interface Timers {
  now(): number
  /** Unix seconds, as in stanzas. */
  seconds(): string
  after(ms: number, run: () => void): void
  clear(): void
}

export function timersOn(clock: Clock): Timers {
  const open = new Set<unknown>()
  return {
    now: () => clock.now(),
    seconds: () => String(Math.floor(clock.now() / 1000)),
    after: (ms, run) => {
      if (ms <= 0) return run()
      const timer = clock.setTimeout(() => {
        open.delete(timer)
        run()
      }, ms)
      open.add(timer)
    },
    clear: () => {
      for (const timer of open) clock.clearTimeout(timer)
      open.clear()
    },
  }
}

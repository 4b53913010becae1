// The clock and timers, replaceable in tests.

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

export interface ManualClock extends Clock {
  /** Runs due timers in order, letting file reads and writes finish in between. */
  pass(ms: number): Promise<void>
  pending(): number
}

export function manualClock(start = Date.UTC(2026, 0, 5, 2)): ManualClock {
  let now = start
  const timers = new Map<symbol, { due: number; run: () => void }>()
  return {
    now: () => now,
    setTimeout: (run, ms) => {
      const timer = Symbol()
      timers.set(timer, { due: now + ms, run })
      return timer
    },
    clearTimeout: (timer) => void timers.delete(timer as symbol),
    pass: async (ms) => {
      const end = now + ms
      for (;;) {
        await filesAtRest()
        const [next] = [...timers].filter(([, { due }]) => due <= end).sort(([, a], [, b]) => a.due - b.due)
        if (!next) break
        const [timer, { due, run }] = next
        timers.delete(timer)
        now = Math.max(now, due)
        run()
      }
      now = end
    },
    pending: () => timers.size,
  }
}

/** Otherwise a slow disk would look like a fast clock. */
async function filesAtRest() {
  do await new Promise((resolve) => setImmediate(resolve))
  while (process.getActiveResourcesInfo().some((resource) => /^FSReq|CloseReq$/.test(resource)))
}

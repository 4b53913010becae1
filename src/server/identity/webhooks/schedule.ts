// When a failed delivery is tried again, and when a webhook that fails is turned off.

const [minute, hour] = [60, 3_600]
/** Seconds after each failed attempt; together more than a day. */
const waits = [10, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

export const maxAttempts = waits.length + 1

/** When to try again after so many attempts; undefined: never. A fifth is random, so that a receiver that returns is not flooded. */
export function nextAttempt(attempts: number, now: Date, random: () => number): Date | undefined {
  const wait = waits[attempts - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait * 1_000 * (1 + 0.2 * random()))
}

const days = 24 * hour * 1_000

/** Without a success for three days. */
export const hasFailedLong = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= 3 * days

/** More waiting deliveries turn a webhook off. An import of the largest file has as many. */
export const mostWaiting = 100_000

/** How long the former secret signs as well. */
export const overlapMs = days
/** How long the log is kept. */
export const logMs = 30 * days

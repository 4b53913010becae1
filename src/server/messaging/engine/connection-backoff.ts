// When a session may connect again: at once, after a growing pause, or once more after another client took the account.
export interface ConnectionBackoff {
  mayConnect(): boolean
  /** A user asked to connect: ends the pause. */
  reset(): void
  connected(): void
  /** The connection failed: pauses for 1, 2, 4 … 60 s. */
  failed(): void
  /**
   * Another client opened the account. True: connect once more, after a pause in which a former owner of the session that
   * woke up notices its lost lease. False: it happened twice in a short time, so a person must find the other client.
   */
  replaced(): boolean
}

/** Replaced twice within this time: a person must find the other client. */
const replacedAgainMs = 10 * 60_000

/** `returnMs`: how long to stay disconnected after another client has opened the account. */
export function connectionBackoff(returnMs: number): ConnectionBackoff {
  let failures = 0
  let notBefore = 0
  let replacedAt = Number.NEGATIVE_INFINITY
  return {
    mayConnect: () => performance.now() >= notBefore,
    reset: () => {
      notBefore = 0
    },
    connected: () => {
      failures = 0
    },
    failed: () => {
      notBefore = performance.now() + Math.min(1_000 * 2 ** failures, 60_000)
      failures += 1
    },
    replaced: () => {
      const now = performance.now()
      if (now - replacedAt < replacedAgainMs) return false
      replacedAt = now
      notBefore = now + returnMs * (1 + Math.random() / 3)
      return true
    },
  }
}

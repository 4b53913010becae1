// Counts the failed claims in a row that a broadcast's content caused: it would block the session's other broadcasts.
import { isContentError, Unsendable } from './unsendable.ts'

/** After this many failed claims in a row because of its content, the broadcast fails. */
const maxFailedClaims = 2

export interface ContentFailures {
  /** Begins a claim, in which no broadcast is rendered yet. */
  begin(): void
  /** From here on, an error in this claim is attributed to the broadcast. */
  rendering(broadcastId: string): void
  /** The broadcast rendered in this claim, if any. */
  current(): string | undefined
  /** The broadcast's messages were rendered and stored. */
  succeeded(): void
  /** The claim failed: whether to claim again, or to fail the broadcast. */
  failed(error: unknown): 'claim_again' | 'fail_broadcast'
}

export function contentFailures(): ContentFailures {
  const counts = new Map<string, number>()
  let current: string | undefined
  return {
    begin: () => {
      current = undefined
    },
    rendering: (broadcastId) => {
      current = broadcastId
    },
    current: () => current,
    succeeded: () => {
      if (current) counts.delete(current)
    },
    failed: (error) => {
      if (!current) return 'claim_again'
      const count = (counts.get(current) ?? 0) + (isContentError(error) ? 1 : 0)
      if (count > 0) counts.set(current, count)
      return error instanceof Unsendable || count >= maxFailedClaims ? 'fail_broadcast' : 'claim_again'
    },
  }
}

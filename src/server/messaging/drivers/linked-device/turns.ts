// Spreads many computations over turns of the event loop: a message to a large group encrypts its key a thousand times, which
// would otherwise block the whole process for seconds.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Waits for a turn of the event loop that has room for one more computation. */
export type Turns = () => Promise<void>

/** A computation takes 1 ms. The limit is a count, not a time, so that the keys of a few concurrent sends stay in one write. */
export function openTurns(perTurn = 50): Turns {
  let begun = 0
  let next: Promise<void> | undefined
  return async () => {
    while (begun >= perTurn) {
      next ??= nextTurn().then(() => {
        begun = 0
        next = undefined
      })
      await next
    }
    begun += 1
  }
}

// Lookups at WhatsApp, with an error if there is no response. Baileys would continue as if the result were empty and
// then send a message that no device can decrypt.
import { DriverError } from '../driver.ts'
import { closeCodeOf } from './close-reason.ts'

export interface Lookups {
  /** Returns the result of `request`, or throws DriverError: nothing was sent. */
  ask<T>(request: () => Promise<T>): Promise<T>
}

const leastRestMs = 60_000
const maxRestMs = 15 * 60_000

/** Backoff after `rate-overlimit`: no lookups for a growing time. */
export function openLookups(now: () => number): Lookups {
  let restUntil = 0
  let restMs = leastRestMs
  return {
    ask: async (request) => {
      if (now() < restUntil) throw new DriverError('session', 'rate_overlimit')
      try {
        const answer = await request()
        restMs = leastRestMs
        return answer
      } catch (error) {
        const failure = lookupError(error)
        if (failure.code === 'rate_overlimit') {
          restUntil = now() + restMs
          restMs = Math.min(restMs * 2, maxRestMs)
        }
        throw failure
      }
    },
  }
}

export function lookupError(error: unknown): DriverError {
  if (error instanceof DriverError) return error
  // Baileys puts WhatsApp's code into `data`; the HTTP status next to it is 500.
  const { data } = (error ?? {}) as { data?: unknown }
  if (data === 429) return new DriverError('session', 'rate_overlimit', { cause: error })
  if (closeCodeOf(error) === 428 && (error as Error).message === 'Connection Closed')
    return new DriverError('session', 'line_lost', { cause: error })
  return new DriverError('later', 'lookup_failed', { cause: error })
}

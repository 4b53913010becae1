// Keys by which the server knows that a request is one it may have done already.

interface IdempotencyKeysOptions {
  now: () => number
  newKey: () => string
}

/** How long a lost answer counts as "the same press again", in ms; later it is meant anew. */
const ttlMs = 10 * 60_000

export function idempotencyKeys({ now, newKey }: IdempotencyKeysOptions) {
  const open = new Map<string, { key: string; since: number }>()
  return {
    /** `request` says all of it. The key stays the same until an answer came, or ten minutes went by. */
    keyFor(request: string) {
      const known = open.get(request)
      const entry = known && now() - known.since < ttlMs ? known : { key: newKey(), since: now() }
      open.set(request, entry)
      return {
        key: entry.key,
        settled: <A extends { status: number }>(answer: A): A => {
          // After a 5xx nobody knows whether it was done.
          if (answer.status < 500) open.delete(request)
          return answer
        },
      }
    },
  }
}

/** 128 random bits; randomUUID is missing outside a secure context, such as plain http to another machine. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

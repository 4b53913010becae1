// Idempotency keys of unanswered POSTs: a retry of the same request carries the same key.

interface IdempotencyKeysOptions {
  now: () => number
  newKey: () => string
}

/** TTL in ms: after it, the same request counts as a new one. */
const ttlMs = 10 * 60_000

export function idempotencyKeys({ now, newKey }: IdempotencyKeysOptions) {
  const open = new Map<string, { key: string; since: number }>()
  return {
    /** `request` is the whole request. The key stays the same until a response arrives or the TTL ends. */
    keyFor(request: string) {
      const existing = open.get(request)
      const entry = existing && now() - existing.since < ttlMs ? existing : { key: newKey(), since: now() }
      open.set(request, entry)
      return {
        key: entry.key,
        settled: <A extends { status: number }>(answer: A): A => {
          // After a 5xx the outcome is unknown.
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

// Waits for a condition instead of a time: resolves as soon as it holds, and fails with the last value seen.
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  holds: (seen: T) => boolean = Boolean,
  /** `everyMs`: time between two looks. By default it grows, because looking slows down what it waits for. */
  { withinMs = 180_000, everyMs }: { withinMs?: number; everyMs?: number } = {},
): Promise<T> {
  const began = performance.now()
  for (;;) {
    const seen = await look()
    if (holds(seen)) return seen
    const waited = performance.now() - began
    if (waited > withinMs)
      throw new Error(`${what} did not happen within ${withinMs} ms; last seen: ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, everyMs ?? Math.min(100, 10 + waited / 10)))
  }
}

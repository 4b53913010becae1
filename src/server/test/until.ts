// Waits for a condition instead of a time: a test ends as soon as it holds, and fails with what it saw last.
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  holds: (seen: T) => boolean = Boolean,
  withinMs = 60_000,
  /** How often it looks; without it less and less often, as a look is work that what it waits for has to do without. */
  everyMs?: number,
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

// Waits for a condition instead of a time: a test ends as soon as it holds, and fails with what it saw last.
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  holds: (seen: T) => boolean = Boolean,
  withinMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const seen = await look()
    if (holds(seen)) return seen
    if (performance.now() > deadline)
      throw new Error(`${what} did not happen within ${withinMs} ms; last seen: ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

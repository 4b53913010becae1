// Batching (DataLoader) of lookups at WhatsApp: requests that arrive while one is in flight share the next.

export type BatchLoader<K, V> = (key: K) => Promise<V>

export function batchLoader<K, V>(
  most: number,
  ask: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): BatchLoader<K, V> {
  const waiting = new Map<K, { answer: Promise<V>; settle: (under: Promise<V>) => void }>()
  let asking = false

  async function run() {
    asking = true
    // Requests of the same tick are batched.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, most)
      for (const [key] of batch) waiting.delete(key)
      const answers = ask(batch.map(([key]) => key))
      for (const [key, { settle }] of batch) settle(answers.then((found) => found.get(key) as V))
      await answers.catch(() => {})
    }
    asking = false
  }

  return (key) => {
    const known = waiting.get(key)
    if (known) return known.answer
    let settle: (under: Promise<V>) => void = () => {}
    const answer = new Promise<V>((resolve) => {
      settle = resolve
    })
    waiting.set(key, { answer, settle })
    if (!asking) void run()
    return answer
  }
}

// Batching (DataLoader) of lookups at WhatsApp: requests that arrive while one is in flight share the next.

export type BatchLoader<K, V> = (key: K) => Promise<V>

export function batchLoader<K, V>(
  maxBatch: number,
  load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): BatchLoader<K, V> {
  const waiting = new Map<K, { answer: Promise<V>; settle: (under: Promise<V>) => void }>()
  let isRunning = false

  async function run() {
    isRunning = true
    // Requests of the same tick are batched.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, maxBatch)
      for (const [key] of batch) waiting.delete(key)
      const answers = load(batch.map(([key]) => key))
      for (const [key, { settle }] of batch) settle(answers.then((found) => found.get(key) as V))
      await answers.catch(() => {})
    }
    isRunning = false
  }

  return (key) => {
    const pending = waiting.get(key)
    if (pending) return pending.answer
    let settle: (under: Promise<V>) => void = () => {}
    const answer = new Promise<V>((resolve) => {
      settle = resolve
    })
    waiting.set(key, { answer, settle })
    if (!isRunning) void run()
    return answer
  }
}

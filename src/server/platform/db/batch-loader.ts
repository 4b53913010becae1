// Batching (DataLoader): concurrent lookups become one query.

/**
 * Loads one key at a time. A caller that comes while a query runs waits and is batched with all others that came during
 * it: a result is never older than its request. `load` returns its results in the order of the keys.
 */
export function batchLoader<Key, Answer>(load: (keys: Key[]) => Promise<Answer[]>): (key: Key) => Promise<Answer> {
  let waiting: PendingKey<Key, Answer>[] = []
  let isRunning = false

  async function run() {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const values = await load(batch.map(({ key }) => key))
        for (const [index, { resolve }] of batch.entries()) resolve(values[index]!)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (key) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isRunning) void run()
    })
}

interface PendingKey<Key, Answer> {
  key: Key
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

// Batching (DataLoader): concurrent lookups become one query.

/**
 * Loads one key at a time. A caller that comes while a query runs waits and is batched with all others that came during
 * it: a result is never older than its request. `ask` returns its results in the order of the keys.
 */
export function batchLoader<Key, Answer>(ask: (keys: Key[]) => Promise<Answer[]>): (key: Key) => Promise<Answer> {
  let waiting: PendingKey<Key, Answer>[] = []
  let isUnderWay = false

  async function askAll() {
    isUnderWay = true
    while (waiting.length > 0) {
      const asked = waiting
      waiting = []
      try {
        const answers = await ask(asked.map(({ key }) => key))
        for (const [place, { resolve }] of asked.entries()) resolve(answers[place]!)
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    isUnderWay = false
  }

  return (key) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isUnderWay) void askAll()
    })
}

interface PendingKey<Key, Answer> {
  key: Key
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

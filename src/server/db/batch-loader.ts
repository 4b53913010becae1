// What several ask for in the same moment is asked of the database once.

/**
 * Answers one key each. Who comes while a question is under way waits for its end, and is asked for with all who came
 * meanwhile: so an answer is never older than its question. `ask` answers in the order of the keys.
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

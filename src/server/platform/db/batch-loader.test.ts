import { expect, test } from 'vitest'
import { batchLoader } from './batch-loader.ts'

/** Lookups that stay pending until the test answers them. */
function byHand() {
  const open: { keys: number[]; answer: (answers: string[]) => void; fail: (error: Error) => void }[] = []
  const ask = batchLoader(
    (keys: number[]) => new Promise<string[]>((answer, fail) => open.push({ keys, answer, fail })),
  )
  return { ask, open }
}

test('lookups during a query are batched into the next one', async () => {
  const { ask, open } = byHand()
  const first = ask(1)
  const later = [ask(2), ask(1)]
  expect(open.map(({ keys }) => keys)).toEqual([[1]])
  open[0]!.answer(['one'])
  expect(await first).toBe('one')
  expect(open.map(({ keys }) => keys)).toEqual([[1], [2, 1]])
  open[1]!.answer(['two', 'one by now'])
  expect(await Promise.all(later)).toEqual(['two', 'one by now'])
})

test('a failed query rejects only its own lookups', async () => {
  const { ask, open } = byHand()
  const failed = ask(1)
  const next = ask(2)
  open[0]!.fail(new Error('away'))
  await expect(failed).rejects.toThrow('away')
  open[1]!.answer(['two'])
  expect(await next).toBe('two')
})

// Spreads many computations over turns of the event loop.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

test('a few at once begin in one turn, many in several, in order', async () => {
  const turn = openTurns(3)
  const begun: number[] = []
  const all = Promise.all(
    Array.from({ length: 8 }, async (_, number) => {
      await turn()
      begun.push(number)
    }),
  )
  const settled = async () => {
    for (let times = 0; times < 10; times++) await null
    return begun.length
  }
  expect(await settled()).toBe(3)
  await nextTurn()
  expect(await settled()).toBe(6)
  await all
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

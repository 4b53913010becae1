// Long computations take turns, one slice per turn of the event loop.
import { expect, test } from 'vitest'
import { createTimeSlices } from './time-slices.ts'

/** An event loop advanced by hand, and a clock that advances with the work done. */
function world() {
  let now = 0
  const queue: (() => void)[] = []
  const slices = createTimeSlices({ clock: () => now, later: (run) => void queue.push(run) })
  return {
    slices,
    work: (ms: number) => {
      now += ms
    },
    waiting: () => queue.length,
    turn: async () => {
      const due = queue.splice(0)
      for (const run of due) run()
      // What was resumed runs up to its next wait.
      for (let n = 0; n < 20; n++) await Promise.resolve()
    },
  }
}

test('only one of many computations gets a slice of 10 ms per turn of the event loop', async () => {
  const { slices, work, turn, waiting } = world()
  const done: string[] = []
  const compute = async (name: string) => {
    await slices.map(Array(30).fill(0), () => {
      work(1)
      done.push(name)
    })
    done.push(`${name} ends`)
  }
  const running = ['a', 'b', 'c'].map(compute)
  expect(done).toEqual([])
  const perTurn: number[] = []
  for (let turns = 0; turns < 20 && waiting() > 0; turns++) {
    const before = done.filter((name) => name.length === 1).length
    await turn()
    perTurn.push(done.filter((name) => name.length === 1).length - before)
  }
  await Promise.all(running)
  expect(Math.max(...perTurn)).toBe(10)
  expect(perTurn.reduce((sum, count) => sum + count)).toBe(90)
  // None is finished before every one of them began.
  expect(new Set(done.slice(0, 30))).toEqual(new Set(['a', 'b', 'c']))
})

test('computations within transactions have priority', async () => {
  const { slices, turn } = world()
  const order: string[] = []
  const wait = (name: string, slice: Promise<void>) => slice.then(() => void order.push(name))
  const all = [
    wait('check a', slices.next()),
    wait('check b', slices.next()),
    wait('claim a', slices.nextInTransaction()),
    wait('claim b', slices.nextInTransaction()),
  ]
  for (let turns = 0; turns < 4; turns++) await turn()
  await Promise.all(all)
  expect(order).toEqual(['claim a', 'claim b', 'check a', 'check b'])
})

test('a computation started within a slice shares it', async () => {
  const { slices, work, turn } = world()
  const first = slices.next()
  await turn()
  await first
  work(8)
  expect(slices.isOver()).toBe(false)
  work(2)
  expect(slices.isOver()).toBe(true)
})

test('an error rejects its own computation only', async () => {
  const { slices, turn } = world()
  const broken = slices.map([1], () => {
    throw new Error('broken')
  })
  const whole = slices.map([1, 2], (item) => item * 2)
  const caught = broken.catch((error: Error) => error.message)
  await turn()
  await turn()
  expect(await caught).toBe('broken')
  expect(await whole).toEqual([2, 4])
})

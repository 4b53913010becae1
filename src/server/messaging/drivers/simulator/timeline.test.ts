// The timeline: order, batches, and what happens to a batch when it is stopped.
import { expect, test } from 'vitest'
import { manualClock } from './clock.ts'
import { openTimeline } from './timeline.ts'

test('delivers in order of time, then of insertion, on one timer', async () => {
  const clock = manualClock(0)
  const timeline = openTimeline<number>(clock)
  const taken: number[] = []
  timeline.start((items) => void taken.push(...items))
  const dues = Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 1_000)
  dues.forEach((due, index) => {
    timeline.add(due, index)
  })
  expect(clock.pending()).toBe(1)
  await clock.pass(499)
  expect(taken.every((index) => dues[index]! <= 499)).toBe(true)
  await clock.pass(501)
  expect(taken).toEqual(dues.map((_, index) => index).sort((a, b) => dues[a]! - dues[b]! || a - b))
  expect(clock.pending()).toBe(0)
})

test('the next batch waits until this one is taken', async () => {
  const clock = manualClock(0)
  const timeline = openTimeline<string>(clock)
  const taken: string[][] = []
  let release = () => {}
  timeline.start((items) => {
    taken.push([...items])
    return new Promise((resolve) => {
      release = resolve
    })
  })
  timeline.add(1, 'a')
  timeline.add(2, 'b')
  await clock.pass(10)
  timeline.add(0, 'c')
  await clock.pass(10)
  expect(taken).toEqual([['a']])
  release()
  await clock.pass(0)
  expect(taken).toEqual([['a'], ['c', 'b']])
})

test('items not taken before a stop are delivered again; a late confirmation changes nothing', async () => {
  const clock = manualClock(0)
  const timeline = openTimeline<string>(clock)
  const taken: string[][] = []
  const releases: (() => void)[] = []
  const take = (items: readonly string[]) => {
    taken.push([...items])
    return new Promise<void>((resolve) => releases.push(resolve))
  }
  timeline.add(1, 'a')
  timeline.start(take)
  await clock.pass(1)
  timeline.stop()
  expect(clock.pending()).toBe(0)
  timeline.start(take)
  await clock.pass(0)
  expect(taken).toEqual([['a'], ['a']])
  timeline.add(1, 'b')
  releases[0]!()
  await clock.pass(0)
  expect(taken).toHaveLength(2)
  releases[1]!()
  await clock.pass(0)
  expect(taken).toEqual([['a'], ['a'], ['b']])
})

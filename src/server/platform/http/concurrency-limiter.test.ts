import { expect, test } from 'vitest'
import { concurrencyLimiter } from './concurrency-limiter.ts'

/** Two run concurrently, and two more are queued for up to 100 ms. `told` records the outcome of each. */
function door() {
  const clock = { now: 0 }
  const told: string[] = []
  const { acquire: enter, ...rest } = concurrencyLimiter<string>(
    { maxConcurrent: 2, maxQueued: 2, queueTimeoutMs: 100 },
    () => clock.now,
  )
  const come = (...callers: string[]) => {
    for (const caller of callers) enter(caller, (mayEnter) => told.push(`${caller} ${mayEnter ? 'in' : 'away'}`))
  }
  return { clock, told, come, ...rest }
}

test('requests run up to the limit, then queue, then are rejected', () => {
  const { come, told } = door()
  come('a', 'b')
  expect(told).toEqual(['a in', 'b in'])
  come('c', 'd')
  expect(told).toHaveLength(2)
  come('e')
  expect(told.slice(2)).toEqual(['e away'])
})

test('a released slot goes to the longest waiting request, once', () => {
  const { come, release: leave, told } = door()
  come('a', 'b', 'c', 'd')
  leave('a')
  leave('a')
  leave('d')
  expect(told.slice(2)).toEqual(['c in'])
  leave('b')
  expect(told.slice(3)).toEqual(['d in'])
})

test('a cancelled waiting request is not admitted, and a running one keeps its slot until it ends', () => {
  const { come, release: leave, cancelWaiting: giveUp, told } = door()
  come('a', 'b', 'c', 'd')
  expect([giveUp('c'), giveUp('a')]).toEqual([true, false])
  expect(told).toHaveLength(2)
  leave('a')
  expect(told.slice(2)).toEqual(['d in'])
})

test('requests that wait too long are rejected, with or without a free slot', () => {
  const { clock, come, release: leave, expire, told } = door()
  come('a', 'b', 'c')
  clock.now = 60
  come('d')
  clock.now = 101
  leave('a')
  expect(told.slice(2)).toEqual(['c away', 'd in'])
  come('e')
  clock.now = 201
  expire()
  expect(told.slice(4)).toEqual([])
  clock.now = 202
  expire()
  expect(told.slice(4)).toEqual(['e away'])
})

test('after an overload, requests are admitted immediately', () => {
  const { come, release: leave, told } = door()
  come('a', 'b', 'c', 'd', 'e')
  for (const caller of ['a', 'b', 'c', 'd']) leave(caller)
  come('f', 'g')
  expect(told.slice(-2)).toEqual(['f in', 'g in'])
})

import { expect, test } from 'vitest'
import { concurrencyLimiter } from './concurrency-limiter.ts'

/** Two at once, two more may wait, for 100 ms. What became of each who came is in `told`. */
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

test('so many are inside at once, so many wait, and whoever comes then is sent away', () => {
  const { come, told } = door()
  come('a', 'b')
  expect(told).toEqual(['a in', 'b in'])
  come('c', 'd')
  expect(told).toHaveLength(2)
  come('e')
  expect(told.slice(2)).toEqual(['e away'])
})

test('a place goes to who waits longest, once', () => {
  const { come, release: leave, told } = door()
  come('a', 'b', 'c', 'd')
  leave('a')
  leave('a')
  leave('d')
  expect(told.slice(2)).toEqual(['c in'])
  leave('b')
  expect(told.slice(3)).toEqual(['d in'])
})

test('who gives up while they wait is not let in; who is inside keeps the place until work for them ends', () => {
  const { come, release: leave, cancelWaiting: giveUp, told } = door()
  come('a', 'b', 'c', 'd')
  expect([giveUp('c'), giveUp('a')]).toEqual([true, false])
  expect(told).toHaveLength(2)
  leave('a')
  expect(told.slice(2)).toEqual(['d in'])
})

test('who has waited too long is sent away: when a place becomes free, and when none does', () => {
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

test('when it is over everybody is let in at once', () => {
  const { come, release: leave, told } = door()
  come('a', 'b', 'c', 'd', 'e')
  for (const caller of ['a', 'b', 'c', 'd']) leave(caller)
  come('f', 'g')
  expect(told.slice(-2)).toEqual(['f in', 'g in'])
})

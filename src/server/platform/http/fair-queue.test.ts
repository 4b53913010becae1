// The fair queue: round robin by organization, limits per user.
import { expect, test } from 'vitest'
import { type FairQueueLimits, fairQueue } from './fair-queue.ts'

const usual: FairQueueLimits = { maxConcurrent: 2, maxConcurrentPerOrganization: 1, maxQueuedPerUser: 10 }
const noSignal = new AbortController().signal
/** Lets pending callbacks run; no timers are involved. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A queue of named jobs, such as `a1` of organization a; each runs until the test ends it. */
function jobs(bounds: Partial<FairQueueLimits> = {}) {
  const queue = fairQueue({ ...usual, ...bounds })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const answers: Promise<unknown>[] = []
  return {
    began,
    answers,
    ask: (name: string, signal = noSignal, user_id = name[0]!) => {
      const answer = queue.run({ organization_id: name[0]!, user_id }, signal, async () => {
        began.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        return name
      })
      answers.push(answer)
      answer.catch(() => {})
      return answer
    },
    end: async (name: string) => {
      await settled()
      ends.get(name)!()
      await settled()
    },
  }
}

test('a job of one organization starts immediately, while six jobs of another run one after the other', async () => {
  const { began, ask, end, answers } = jobs()
  for (let nth = 1; nth <= 6; nth++) ask(`a${nth}`)
  ask('b1')
  await settled()
  expect(began).toEqual(['a1', 'b1'])
  await end('b1')
  expect(began).toEqual(['a1', 'b1'])
  for (let nth = 1; nth <= 6; nth++) await end(`a${nth}`)
  expect(began).toEqual(['a1', 'b1', 'a2', 'a3', 'a4', 'a5', 'a6'])
  expect(await Promise.all(answers)).toHaveLength(7)
})

test('organizations take turns, however many jobs each has', async () => {
  const { began, ask, end } = jobs({ maxConcurrent: 1 })
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) ask(name)
  await settled()
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
    expect(began.at(-1)).toBe(name)
    await end(name)
  }
})

test('an organization that returns queues behind the waiting ones', async () => {
  const { began, ask, end } = jobs({ maxConcurrent: 1 })
  for (const name of ['a1', 'b1']) ask(name)
  await end('a1')
  for (const name of ['c1', 'a2', 'b2']) ask(name)
  await end('b1')
  await end('c1')
  await end('a2')
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
})

test('an aborted job leaves the queue, and a failed one frees its slot', async () => {
  const { began, ask, end } = jobs({ maxConcurrent: 1 })
  const gone = new AbortController()
  ask('a1')
  const second = ask('a2', gone.signal)
  ask('a3')
  gone.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  await end('a1')
  expect(began).toEqual(['a1', 'a3'])
  const queue = fairQueue({ ...usual, maxConcurrent: 1 })
  const caller = { organization_id: 'a' }
  await expect(queue.run(caller, noSignal, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(caller, noSignal, async () => 'next')).toBe('next')
})

test('a user can queue only so many jobs, which does not affect a colleague', async () => {
  const { began, ask } = jobs({ maxConcurrent: 1, maxQueuedPerUser: 2 })
  for (const name of ['a1', 'a2', 'a3']) ask(name)
  await expect(ask('a4')).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 10 })
  ask('a5', noSignal, 'colleague')
  await settled()
  expect(began).toEqual(['a1'])
})

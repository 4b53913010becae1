// How fast a user and an organization may call.
import { expect, test } from 'vitest'
import { contacts } from '../../contract/contacts.ts'
import { testApp } from '../test/app.ts'
import { apiRateLimiter } from './api-rate-limit.ts'

const ayu = { user_id: 'ayu', organization_id: 'a' }

function budget() {
  const clock = { ms: 0 }
  const spend = apiRateLimiter(() => clock.ms)
  /** How many of so many calls are let through. */
  const tries = (who: typeof ayu, count: number, isWrite: boolean) => {
    let through = 0
    for (let nth = 0; nth < count; nth++) {
      try {
        spend(who, isWrite)
        through += 1
      } catch (error) {
        expect(error).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 1 })
      }
    }
    return through
  }
  return { clock, tries }
}

test('of 300 writes at once 125 are let through, and some 6 in each second after', () => {
  const { clock, tries } = budget()
  expect(tries(ayu, 300, true)).toBe(125)
  clock.ms += 1_000
  expect(tries(ayu, 300, true)).toBe(6)
  clock.ms += 3_600_000
  expect(tries(ayu, 300, true)).toBe(125)
})

test('reading costs less, and what is spent on it is missing for writes', () => {
  const { tries } = budget()
  expect(tries(ayu, 1_200, false)).toBe(1_000)
  expect(tries(ayu, 1, true)).toBe(0)
})

test('members share what their organization has, and other organizations have their own', () => {
  const { tries } = budget()
  const through = [1, 2, 3, 4, 5, 6].map((nth) => tries({ user_id: `${nth}`, organization_id: 'a' }, 1_000, false))
  expect(through).toEqual([1_000, 1_000, 1_000, 1_000, 0, 0])
  expect(tries({ user_id: 'budi', organization_id: 'b' }, 1_000, false)).toBe(1_000)
})

test('over HTTP the answer is a 429 with Retry-After, and RATE_LIMITS=off turns it off', async () => {
  const limited = await testApp({ RATE_LIMITS: 'on' })
  const person = await limited.signUp()
  const write = () => person.call(contacts.create, { body: { name: 'A' } })
  let answer = await write()
  for (let nth = 0; nth < 5_000 && answer.status !== 429; nth++) answer = await write()
  expect(answer).toMatchObject({ status: 429, problem: { code: 'too_many_requests' }, headers: { 'retry-after': '1' } })
})

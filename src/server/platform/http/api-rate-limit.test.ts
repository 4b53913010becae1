// Rate limits of a user and an organization.
import { expect, onTestFinished, test, vi } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { testApp } from '../../test/app.ts'
import { apiRateLimiter } from './api-rate-limit.ts'

const ayu: { user_id: string; token_id?: string; organization_id: string } = { user_id: 'ayu', organization_id: 'a' }

function budget() {
  const clock = { ms: 0 }
  const spend = apiRateLimiter(() => clock.ms)
  /** Number of calls that are allowed, of `count`. */
  const tries = (caller: typeof ayu, count: number, isWrite: boolean) => {
    let through = 0
    for (let nth = 0; nth < count; nth++) {
      try {
        spend(caller, isWrite)
        through += 1
      } catch (error) {
        expect(error).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 1 })
      }
    }
    return through
  }
  return { clock, tries }
}

test('125 of 300 concurrent writes are allowed, and about 6 in each following second', () => {
  const { clock, tries } = budget()
  expect(tries(ayu, 300, true)).toBe(125)
  clock.ms += 1_000
  expect(tries(ayu, 300, true)).toBe(6)
  clock.ms += 3_600_000
  expect(tries(ayu, 300, true)).toBe(125)
})

test('reads cost less than writes, from the same budget', () => {
  const { tries } = budget()
  expect(tries(ayu, 1_200, false)).toBe(1_000)
  expect(tries(ayu, 1, true)).toBe(0)
})

test('members share the budget of their organization', () => {
  const { tries } = budget()
  const through = [1, 2, 3, 4, 5, 6].map((nth) => tries({ user_id: `${nth}`, organization_id: 'a' }, 1_000, false))
  expect(through).toEqual([1_000, 1_000, 1_000, 1_000, 0, 0])
  expect(tries({ user_id: 'budi', organization_id: 'b' }, 1_000, false)).toBe(1_000)
})

test('an API token has half the budget of its member, and does not use up that budget', () => {
  const { clock, tries } = budget()
  expect(tries({ ...ayu, token_id: 'one' }, 600, false)).toBe(500)
  expect(tries({ ...ayu, token_id: 'two' }, 100, true)).toBe(62)
  // All API tokens of a member together have as much as one person.
  expect(tries({ ...ayu, token_id: 'three' }, 600, false)).toBe(4)
  expect(tries(ayu, 1_200, false)).toBe(1_000)
  clock.ms += 1_000
  expect(tries({ ...ayu, token_id: 'one' }, 100, false)).toBe(25)
})

test('an exceeded limit is a 429 with Retry-After', async () => {
  // Nothing is refilled, however slow the machine is.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const limited = await testApp({ RATE_LIMITS: 'on' })
  const person = await limited.signUp()
  const write = () => person.call(contacts.create, { body: { name: 'A' } })
  let answer = await write()
  for (let nth = 0; nth < 5_000 && answer.status !== 429; nth++) answer = await write()
  expect(answer).toMatchObject({ status: 429, problem: { code: 'too_many_requests' }, headers: { 'retry-after': '1' } })
})

// Token renewal: one refresh for concurrent requests, retries on network failures, none on a rejection.
import { expect, test } from 'vitest'
import { type TokenStoreOptions, type Tokens, tokenStore } from './token-store.ts'

const fresh: Tokens = { access_token: 'a2', refresh_token: 'r2' }

test('twenty rejected requests make one refresh', async () => {
  const { keeper, asked } = setUp([{ status: 200, tokens: fresh }])
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => keeper.renew('a1')))
  expect(new Set(outcomes)).toEqual(new Set(['renewed']))
  expect(asked).toEqual(['r1'])
  expect(keeper.access()).toBe('a2')
  expect(keeper.refreshToken()).toBe('r2')
})

test('a request rejected with an already replaced token makes no refresh', async () => {
  const { keeper, asked } = setUp([], { access_token: 'a2', refresh_token: 'r2' })
  expect(await keeper.renew('a1')).toBe('renewed')
  expect(asked).toEqual([])
})

test('two tabs on one storage make one refresh', async () => {
  const shared = setUp([{ status: 200, tokens: fresh }])
  const other = tokenStore(shared.surroundings)
  const outcomes = await Promise.all([shared.keeper.renew('a1'), other.renew('a1')])
  expect(outcomes).toEqual(['renewed', 'renewed'])
  expect(shared.asked).toEqual(['r1'])
})

test.each([400, 401, 403, 429])('a %i ends the session at once', async (status) => {
  const { keeper, asked } = setUp([{ status }])
  expect(await keeper.renew('a1')).toBe('ended')
  expect(asked).toHaveLength(1)
  expect(keeper.isSignedIn()).toBe(false)
  expect(keeper.refreshToken()).toBeNull()
  expect(keeper.ending()).toBe('expired')
})

test('a network failure and a 503 are retried and may succeed', async () => {
  const { keeper, asked } = setUp(['dead', { status: 503 }, { status: 200, tokens: fresh }])
  expect(await keeper.renew('a1')).toBe('renewed')
  expect(asked).toHaveLength(3)
})

test('after five seconds of trouble the session ends', async () => {
  const { keeper, asked, clock } = setUp(Array.from({ length: 50 }, () => 'dead' as const))
  expect(await keeper.renew('a1')).toBe('ended')
  expect(clock.now).toBe(5_000)
  expect(asked).toHaveLength(11)
  expect(keeper.isSignedIn()).toBe(false)
})

test('without a refresh token no request is sent and nothing is cleared', async () => {
  const { keeper, asked } = setUp([], { access_token: 'a1' })
  expect(await keeper.renew('a1')).toBe('no_refresh_token')
  expect(asked).toEqual([])
  expect(keeper.access()).toBe('a1')
})

test('a logout during the refresh is not undone', async () => {
  const { keeper } = setUp([() => keeper.clear('left'), { status: 200, tokens: fresh }])
  expect(await keeper.renew('a1')).toBe('ended')
  expect(keeper.isSignedIn()).toBe(false)
  expect(keeper.ending()).toBe('left')
})

test('a logout counts in every tab until the next sign-in; an expired session does not', () => {
  const { keeper, surroundings } = setUp([])
  const other = tokenStore(surroundings)
  keeper.clear('expired')
  expect([keeper.hasLeft(), other.hasLeft()]).toEqual([false, false])
  keeper.clear('left')
  expect([keeper.hasLeft(), other.hasLeft()]).toEqual([true, true])
  keeper.save(fresh)
  expect([keeper.hasLeft(), other.hasLeft()]).toEqual([false, false])
})

test('listeners are notified of sign-in and sign-out until they unsubscribe', () => {
  const { keeper } = setUp([], {})
  const heard: boolean[] = []
  const leave = keeper.subscribe(() => heard.push(keeper.isSignedIn()))
  keeper.save(fresh)
  keeper.clear('left')
  leave()
  keeper.save(fresh)
  expect(heard).toEqual([true, false])
})

type Answer = 'dead' | { status: number; tokens?: Tokens } | (() => void)

function setUp(answers: Answer[], stored: Record<string, string> = { access_token: 'a1', refresh_token: 'r1' }) {
  const items = new Map(Object.entries(stored))
  const asked: string[] = []
  const clock = { now: 0 }
  let last: Promise<unknown> = Promise.resolve()
  const surroundings: TokenStoreOptions = {
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
    refresh: async (token) => {
      asked.push(token)
      let answer = answers.shift()
      if (typeof answer === 'function') {
        answer()
        answer = answers.shift()
      }
      if (answer === undefined || typeof answer !== 'object') throw new TypeError('network')
      return answer
    },
    exclusively: (work) => {
      const result = last.then(work)
      last = result.catch(() => undefined)
      return result
    },
    wait: async (ms) => {
      clock.now += ms
    },
    now: () => clock.now,
  }
  return { keeper: tokenStore(surroundings), surroundings, asked, clock }
}

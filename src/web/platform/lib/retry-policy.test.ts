import { expect, test } from 'vitest'
import { refetchInterval, retry, retryDelay } from './retry-policy.ts'

const busy = { status: 503, retryAfter: 2 }

test.each<[string, unknown, boolean]>([
  ['a busy server', busy, true],
  ['a network failure', { status: 0 }, true],
  ['a server error', { status: 500 }, true],
  ['a rejected request', { status: 404 }, false],
  ['too many requests', { status: 429, retryAfter: 60 }, false],
])('whether %s is retried: %#', (_, error, again) => {
  expect(retry(0, error)).toBe(again)
  expect(retry(1, error)).toBe(false)
})

test('a retry waits for Retry-After plus jitter', () => {
  expect(retryDelay(0, busy, () => 0)).toBe(2_000)
  expect(retryDelay(0, busy, () => 1)).toBe(3_000)
  expect(retryDelay(0, { status: 0 })).toBe(1_000)
  expect(retryDelay(1, { status: 500 })).toBe(2_000)
})

test('only a page that got 503 refetches automatically', () => {
  const of = (error: unknown) => refetchInterval({ state: { error, errorUpdatedAt: 7_200 } })
  expect(of(busy)).toBe(12_200)
  expect(of({ status: 500 })).toBe(false)
  expect(of(null)).toBe(false)
})

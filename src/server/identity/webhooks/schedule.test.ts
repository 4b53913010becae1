import { expect, test } from 'vitest'
import { hasFailedLong, maxAttempts, nextAttempt } from './schedule.ts'

const now = new Date('2026-11-20T08:00:00Z')
const waitOf = (attempts: number, random = 0) => {
  const next = nextAttempt(attempts, now, () => random)
  return next && (next.getTime() - now.getTime()) / 1_000
}

test('the waits grow, and together are more than a day and less than two', () => {
  const waits = Array.from({ length: maxAttempts }, (_, index) => waitOf(index + 1))
  expect(waits).toEqual([10, 60, 300, 1_800, 7_200, 18_000, 36_000, 36_000, undefined])
  const total = waits.reduce((sum: number, wait) => sum + (wait ?? 0), 0)
  expect(total / 3_600).toBeGreaterThan(24)
  expect((total * 1.2) / 3_600).toBeLessThan(48)
})

test('a fifth of each wait is random', () => {
  expect([waitOf(1, 0.5), waitOf(5, 1)]).toEqual([11, 8_640])
})

test('a webhook has failed for long after three days', () => {
  const since = (text: string) => hasFailedLong(new Date(text), now)
  expect([since('2026-11-17T08:00:00Z'), since('2026-11-17T08:00:01Z')]).toEqual([true, false])
})

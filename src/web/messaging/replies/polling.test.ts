import { expect, it } from 'vitest'
import { pollMs } from './polling.ts'

const now = Date.parse('2026-11-20T08:00:00Z')
it.each([
  ['nothing was said', [], undefined, 15_000],
  ['all of it was read long ago', ['read', 'delivered'], '2026-11-20T07:00:00Z', 15_000],
  ['somebody talks', ['read'], '2026-11-20T07:59:00Z', 3_000],
  ['something waits', ['read', 'pending'], '2026-11-20T07:00:00Z', 3_000],
] as const)('%s', (_, statuses, newest, expected) => {
  expect(pollMs(statuses, newest, now)).toBe(expected)
})

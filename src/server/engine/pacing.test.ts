import { expect, test } from 'vitest'
import { nextSendAt, paces } from './pacing.ts'

const sentAt = new Date('2026-11-20T08:00:00.000Z')

test.each([
  ['new', 0, 30],
  ['new', 0.5, 45],
  ['new', 0.999999, 60],
  ['known', 0, 10],
  ['known', 0.999999, 25],
  ['group', 0, 15],
  ['group', 0.999999, 30],
] as const)('careful: after a message to a %s chat, dice at %d, %d seconds', (chat, dice, seconds) => {
  const at = nextSendAt(paces.careful, sentAt, chat, () => dice)
  expect(Math.round((at!.getTime() - sentAt.getTime()) / 1000)).toBe(seconds)
})

test('off: at once', () => {
  expect(nextSendAt(paces.off, sentAt, 'new', () => 0.5)).toBeNull()
})

test('a thousand messages are spread over the whole range, never outside it', () => {
  const gaps = Array.from(
    { length: 1_000 },
    () => nextSendAt(paces.careful, sentAt, 'new', Math.random)!.getTime() - sentAt.getTime(),
  )
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30_000)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(60_000)
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(20_000)
})

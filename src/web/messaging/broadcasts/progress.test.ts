import { describe, expect, it } from 'vitest'
import type { RecipientCounts } from '../../../contract/broadcasts.ts'
import { funnelOf, observed, pollMs, progressOf, type Sample, secondsLeft } from './progress.ts'

const none: RecipientCounts = {
  pending: 0,
  sending: 0,
  accepted: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  played: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
  unknown: 0,
}
const some: RecipientCounts = {
  ...none,
  pending: 5,
  accepted: 2,
  unknown: 1,
  sent: 4,
  delivered: 3,
  read: 2,
  failed: 3,
}

it('counts sent, sending and waiting messages', () => {
  expect(progressOf(some)).toEqual({ total: 20, toSend: 20, sent: 9, settled: 12, inFlight: 3, pending: 5 })
  expect(progressOf(none)).toEqual({ total: 0, toSend: 0, sent: 0, settled: 0, inFlight: 0, pending: 0 })
})

it('counts skipped and cancelled recipients apart from those that get a message', () => {
  const counts = { ...none, skipped: 2, cancelled: 27 }
  expect(progressOf(counts)).toMatchObject({ total: 29, toSend: 0, sent: 0, settled: 29 })
})

it('counts each step of the funnel with all that follow', () => {
  expect(funnelOf({ ...some, played: 1 })).toEqual({ sent: 10, delivered: 6, read: 3 })
})

describe('time left', () => {
  it.each<[string, Sample[], number, number | undefined]>([
    ['one a second', samples([0, 0], [10, 10]), 70, 60],
    ['the whole window, not the last step', samples([0, 0], [10, 30], [20, 40]), 60, 10],
    ['nothing settled yet', samples([0, 3], [10, 3]), 60, undefined],
    ['seen once', samples([0, 3]), 60, undefined],
    ['all settled', samples([0, 0], [10, 60]), 60, 0],
  ])('%s', (_, seen, total, expected) => {
    expect(secondsLeft(seen, total)).toBe(expected)
  })

  it('drops samples older than five minutes, duplicates and those before a restart', () => {
    expect(observed(samples([0, 1], [299, 2]), { at: 301_000, settled: 3 })).toEqual(samples([299, 2], [301, 3]))
    expect(observed(samples([0, 1]), { at: 0, settled: 1 })).toEqual(samples([0, 1]))
    expect(observed(samples([0, 9]), { at: 5_000, settled: 2 })).toEqual(samples([5, 2]))
  })
})

describe('polling', () => {
  const now = Date.parse('2026-11-20T08:00:00Z')
  it.each([
    ['draft', null, false],
    ['preparing', null, 2_000],
    ['sending', null, 2_000],
    ['paused', null, 10_000],
    ['completed', '2026-11-20T07:58:01Z', 2_000],
    ['completed', '2026-11-20T07:57:59Z', 30_000],
    ['completed', '2026-11-19T07:59:59Z', false],
    ['cancelled', '2026-11-20T07:59:00Z', 2_000],
    ['failed', '2026-11-20T07:59:59Z', false],
  ] as const)('%s, finished at %s: %s', (status, finished_at, expected) => {
    expect(pollMs({ status, finished_at, waiting: null }, now)).toBe(expected)
  })
  it('continues for unconfirmed messages after a cancel', () => {
    const waiting = { reason: 'session', until: null } as const
    expect(pollMs({ status: 'cancelled', finished_at: '2026-11-19T08:00:00Z', waiting }, now)).toBe(10_000)
  })
  it('does not start before the first response', () => expect(pollMs(undefined, now)).toBe(false))
})

function samples(...pairs: [seconds: number, settled: number][]): Sample[] {
  return pairs.map(([seconds, settled]) => ({ at: seconds * 1000, settled }))
}

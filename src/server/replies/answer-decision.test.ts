import { expect, test } from 'vitest'
import { decideAnswer } from './answer-decision.ts'

const waiting = { status: 'pending', attempts: 0, resends: 0, is_stale: false, refusal: null } as const
const doubted = { ...waiting, status: 'sending', attempts: 1 } as const

test.each([
  ['one that waits', waiting, 'leave'],
  ['one that was put off by the network', { ...waiting, attempts: 4 }, 'leave'],
  ['one that waited for a day', { ...waiting, is_stale: true }, 'expired'],
  ['one to somebody who opted out meanwhile', { ...waiting, refusal: 'opted_out' }, 'opted_out'],
  ['one to somebody not to be contacted', { ...waiting, refusal: 'do_not_contact', is_stale: true }, 'do_not_contact'],
  ['one that nothing was heard of', doubted, 'leave'],
  ['one that nothing was heard of for a day', { ...doubted, is_stale: true }, 'leave'],
  ['one that was sent twice', { ...doubted, attempts: 2, resends: 1 }, 'unconfirmed'],
  ['one that nothing was heard of, to somebody who opted out', { ...doubted, refusal: 'opted_out' }, 'unconfirmed'],
  ['one in doubt that was put off often', { ...doubted, attempts: 6 }, 'unconfirmed'],
] as const)('%s: %o', (_, turn, fate) => {
  expect(decideAnswer(turn, true)).toBe(fate)
})

test('without ids of its own nothing leaves twice', () => {
  expect(decideAnswer(waiting, false)).toBe('leave')
  expect(decideAnswer(doubted, false)).toBe('unconfirmed')
})

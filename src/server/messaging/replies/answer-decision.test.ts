import { expect, test } from 'vitest'
import { decideAnswer } from './answer-decision.ts'

const waiting = { status: 'pending', attempts: 0, resends: 0, is_stale: false, refusal: null } as const
const doubted = { ...waiting, status: 'sending', attempts: 1 } as const

test.each([
  ['waiting', waiting, 'leave'],
  ['deferred by the network', { ...waiting, attempts: 4 }, 'leave'],
  ['waiting for a day', { ...waiting, is_stale: true }, 'expired'],
  ['waiting, contact opted out', { ...waiting, refusal: 'opted_out' }, 'opted_out'],
  [
    'waiting, contact must not be contacted',
    { ...waiting, refusal: 'do_not_contact', is_stale: true },
    'do_not_contact',
  ],
  ['unconfirmed', doubted, 'leave'],
  ['unconfirmed for a day', { ...doubted, is_stale: true }, 'leave'],
  ['unconfirmed, sent twice', { ...doubted, attempts: 2, resends: 1 }, 'unconfirmed'],
  ['unconfirmed, contact opted out', { ...doubted, refusal: 'opted_out' }, 'unconfirmed'],
  ['unconfirmed, often deferred', { ...doubted, attempts: 6 }, 'unconfirmed'],
] as const)('%s: %o', (_, turn, fate) => {
  expect(decideAnswer(turn, true)).toBe(fate)
})

test('without its own ids nothing is sent twice', () => {
  expect(decideAnswer(waiting, false)).toBe('leave')
  expect(decideAnswer(doubted, false)).toBe('unconfirmed')
})

import { describe, expect, test } from 'vitest'
import type { RecipientStatus } from '../../../contract/broadcasts.ts'
import { failsTooOften, isSilent, refusesNewChats } from './breakers.ts'

const now = Date.parse('2026-11-20T05:00:00Z')
const result = (status: RecipientStatus, reason: string | null = null, secondsAgo = 600) => ({
  broadcast_id: 'b',
  status,
  reason,
  acknowledged: ['sent', 'delivered', 'read'].includes(status),
  at: new Date(now - secondsAgo * 1_000).toISOString(),
})
const times = (count: number, status: RecipientStatus, reason?: string) =>
  Array.from({ length: count }, () => result(status, reason))

describe('failures', () => {
  test.each([
    ['none', [], false],
    ['4 in a row', [...times(4, 'failed'), result('sent')], false],
    ['5 in a row', [...times(5, 'failed'), result('read')], true],
    ['5 and nothing else', times(5, 'failed'), true],
    [
      '5 with one that is under way among them',
      [...times(2, 'failed'), result('sending'), ...times(3, 'failed')],
      true,
    ],
    ['5 with one that left among them', [...times(2, 'failed'), result('delivered'), ...times(3, 'failed')], false],
    ['5 of the last 50: 10 %', spread(5, 50), false],
    ['6 of the last 50', spread(6, 50), true],
    ['6 of 51, the first of which is too long ago', [...spread(5, 50), result('failed')], false],
  ])('%s', (_, results, expected) => {
    expect(failsTooOften(results)).toBe(expected)
  })

  function spread(failures: number, of: number) {
    const every = Math.floor(of / failures)
    return Array.from({ length: of }, (_, index) =>
      result(index % every === 0 && index < failures * every ? 'failed' : 'read'),
    )
  }
})

describe('acknowledgements', () => {
  test.each([
    ['none missing', times(5, 'sent'), false],
    ['2 missing', [...times(2, 'accepted'), result('sent')], false],
    ['3 missing', [...times(3, 'accepted'), result('sent')], true],
    ['3 missing, in doubt or given up', [result('unknown'), result('failed', 'unconfirmed'), result('sending')], true],
    ['one of the 3 has time left', [result('accepted', null, 119), ...times(2, 'accepted'), result('sent')], false],
    ['3 missing before one with time left', [result('sending', null, 1), ...times(3, 'accepted')], true],
    [
      'the one between was answered with a refusal',
      [...times(2, 'accepted'), result('failed', 'reachout_locked'), result('accepted')],
      true,
    ],
    ['an acknowledgement between', [...times(2, 'accepted'), result('read'), ...times(2, 'accepted')], false],
  ])('%s', (_, results, expected) => {
    expect(isSilent(results, now, 120_000)).toBe(expected)
  })
})

test.each([
  ['one person', [result('failed', 'reachout_locked', 60)], false],
  [
    'two within ten minutes',
    [result('failed', 'reachout_locked', 60), result('sent'), result('failed', 'reachout_locked', 599)],
    true,
  ],
  [
    'two, one of them long ago',
    [result('failed', 'reachout_locked', 60), result('failed', 'reachout_locked', 601)],
    false,
  ],
  ['two failures as not on WhatsApp', times(2, 'failed', 'not_on_whatsapp'), false],
])('463 for %s', (_, results, expected) => {
  expect(refusesNewChats(results, now)).toBe(expected)
})

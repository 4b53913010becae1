import { expect, test } from 'vitest'
import { message } from '../../../contract/messages/message.ts'
import { groupWaitOf, pollMs } from './wait.ts'

const at = '2026-11-20T08:00:00.000Z'
const never = { refreshed_at: null, failure: null, isNothing: true }

test.each([
  ['stopped', never, 'stopped'],
  ['failed', never, 'failed'],
  ['starting', never, 'starting'],
  ['scan_qr', never, 'scan_qr'],
  ['working', never, 'answer'],
  // The phone reported no groups or failed: another text says so.
  ['working', { ...never, refreshed_at: at }, undefined],
  ['working', { ...never, failure: message('wa_group.no_answer') }, undefined],
  // The phone may have joined a group since then.
  ['stopped', { ...never, refreshed_at: at }, 'stopped'],
  // The last known groups are shown.
  ['stopped', { refreshed_at: at, failure: null, isNothing: false }, undefined],
  ['working', { refreshed_at: at, failure: null, isNothing: false }, undefined],
] as const)('with a session that is %s and %o one waits for %s', (status, list, wait) => {
  expect(groupWaitOf(status, list)).toBe(wait)
})

test.each([
  [[], 5_000],
  [['working', 'stopped', 'failed'], 5_000],
  [['working', 'scan_qr'], 2_000],
  [['starting'], 2_000],
] as const)('%j are asked for every %i ms', (statuses, ms) => {
  expect(pollMs(statuses)).toBe(ms)
})

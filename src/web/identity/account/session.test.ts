import { describe, expect, it } from 'vitest'
import { actionsOf, mayTry, pollMs, stateOf } from './session.ts'

describe('the enabled actions', () => {
  it.each([
    ['stopped', null, ['start']],
    ['stopped', '+6281', ['start', 'logout']],
    ['starting', '+6281', ['stop', 'restart']],
    ['scan_qr', null, ['stop']],
    ['working', '+6281', ['stop', 'restart', 'logout']],
    ['failed', null, ['start']],
  ] as const)('%s with number %s', (status, phone_number, expected) => {
    expect(actionsOf({ status, phone_number })).toEqual(expected)
  })
})

describe('the state', () => {
  it.each([
    ['failed', 'connection.unlinked', 'unlinked'],
    ['failed', 'connection.account_blocked', 'blocked'],
    ['failed', 'connection.qr_not_scanned', 'not_linked'],
    ['failed', 'connection.lost', 'failed'],
    ['failed', null, 'failed'],
    // If it was disconnected or connected again since, the last error no longer counts.
    ['stopped', 'connection.unlinked', 'stopped'],
    ['working', 'connection.unlinked', 'working'],
  ] as const)('%s after %s is %s', (status, code, expected) => {
    expect(stateOf({ status, last_error: code && { code, params: {} } })).toBe(expected)
  })
})

describe('the simulator option', () => {
  const fresh = { driver: 'linked_device', status: 'stopped', phone_number: null, last_connected_at: null } as const
  it.each([
    ['a new session', fresh, true],
    ['one whose code nobody scanned', { ...fresh, status: 'failed' }, true],
    ['one that waits for a scan', { ...fresh, status: 'scan_qr' }, false],
    ['one with a phone', { ...fresh, phone_number: '+6281' }, false],
    ['one that had a phone', { ...fresh, last_connected_at: '2026-11-20T08:00:00.000Z' }, false],
    ['the simulator', { ...fresh, driver: 'simulator' }, false],
  ] as const)('%s', (_, session, expected) => {
    expect(mayTry(session)).toBe(expected)
  })
})

describe('polling', () => {
  it.each([
    [['working', 'stopped'], 0, 10_000],
    [['working', 'starting'], 0, 2_000],
    [['scan_qr'], 0, 2_000],
    [['working'], 95_000, 1_000],
    [[], 0, 10_000],
  ] as const)('%j, pressed at %i', (statuses, pressedAt, expected) => {
    expect(pollMs(statuses, pressedAt, 100_000)).toBe(expected)
  })
})

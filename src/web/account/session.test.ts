import { describe, expect, it } from 'vitest'
import { pollMs, pressesOf } from './session.ts'

describe('what may be pressed', () => {
  it.each([
    ['stopped', null, ['start']],
    ['stopped', '+6281', ['start', 'logout']],
    ['starting', '+6281', ['stop', 'restart']],
    ['scan_qr', null, ['stop']],
    ['working', '+6281', ['restart', 'stop', 'logout']],
    ['failed', null, ['start']],
  ] as const)('%s with number %s', (status, phone_number, expected) => {
    expect(pressesOf({ status, phone_number })).toEqual(expected)
  })
})

describe('asking again', () => {
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

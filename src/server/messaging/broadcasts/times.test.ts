import { expect, test } from 'vitest'
import { timesOf } from './times.ts'

const nothing = { send_on: null, time_zone: null }
const nine = { send_on: '2026-11-25T09:00', time_zone: 'Asia/Jakarta' }

test.each([
  ['no input', {}, nothing, {}],
  [
    'a time at home',
    { send_at: '2026-11-25T09:00' },
    nothing,
    { send_on: '2026-11-25T09:00', send_at: new Date('2026-11-25T02:00:00Z'), time_zone: 'Asia/Jakarta' },
  ],
  [
    'a time elsewhere',
    { send_at: '2026-11-25T09:00', time_zone: 'Europe/Berlin' },
    nothing,
    { send_on: '2026-11-25T09:00', send_at: new Date('2026-11-25T08:00:00Z'), time_zone: 'Europe/Berlin' },
  ],
  [
    'a time skipped in Berlin: the input stays, the moment moves',
    { send_at: '2026-03-29T02:30', time_zone: 'Europe/Berlin' },
    nothing,
    { send_on: '2026-03-29T02:30', send_at: new Date('2026-03-29T01:30:00Z'), time_zone: 'Europe/Berlin' },
  ],
  [
    'a moment',
    { send_at: '2026-11-25T02:00:00Z' },
    nine,
    { send_on: '2026-11-25T09:00', send_at: new Date('2026-11-25T02:00:00Z'), time_zone: 'Asia/Jakarta' },
  ],
  [
    'another zone for the same time on the clock',
    { time_zone: 'Asia/Makassar' },
    nine,
    { send_on: '2026-11-25T09:00', send_at: new Date('2026-11-25T01:00:00Z'), time_zone: 'Asia/Makassar' },
  ],
  ['a removed time', { send_at: null }, nine, { send_on: null, send_at: null }],
  [
    'an expiry at noon there',
    { expires_at: '2026-11-25T12:00' },
    nine,
    { expires_at: new Date('2026-11-25T05:00:00Z') },
  ],
  ['no expiry', { expires_at: null }, nine, { expires_at: null }],
])('%s', (_, typed, before, wanted) => {
  expect(timesOf(typed, before, 'Asia/Jakarta')).toEqual(wanted)
})

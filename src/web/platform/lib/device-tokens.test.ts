import { beforeEach, expect, test, vi } from 'vitest'
import { deleteDeviceToken, deviceTokens, hasDeviceToken, saveDeviceToken } from './device-tokens.ts'

let stored: Record<string, string> = {}
beforeEach(() => {
  stored = {}
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value
    },
  })
})

test('each user of this browser has one token, the newest', () => {
  saveDeviceToken('ayu', 'one')
  saveDeviceToken('budi', 'two')
  saveDeviceToken('ayu', 'three')
  expect(deviceTokens()).toEqual(['two', 'three'])
  deleteDeviceToken('budi')
  expect(deviceTokens()).toEqual(['three'])
  expect([hasDeviceToken('ayu'), hasDeviceToken('budi')]).toEqual([true, false])
})

test('at most as many as a sign-in accepts are stored', () => {
  for (let n = 1; n <= 12; n++) saveDeviceToken(`user ${n}`, `token ${n}`)
  expect(deviceTokens()).toEqual(Array.from({ length: 10 }, (_, n) => `token ${n + 3}`))
})

test('unreadable storage counts as empty', () => {
  stored.device_tokens = '{bad'
  expect(deviceTokens()).toEqual([])
  saveDeviceToken('ayu', 'one')
  expect(deviceTokens()).toEqual(['one'])
})

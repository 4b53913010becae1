import { expect, test } from 'vitest'
import { limitsOf, pacingPresets } from '../../../contract/pacing.ts'
import { isRisky, limitsIn, paceText } from './pacing.ts'

test.each([
  ['careful', 'One message every 30 to 60 seconds, at most 60 per hour and 300 per day.'],
  ['known_contacts', 'One message every 8 to 20 seconds, at most 150 per hour and 800 per day.'],
  ['off', 'Messages are sent as fast as possible.'],
] as const)('%s in one sentence', (mode, text) => {
  expect(paceText(mode, limitsOf(mode, null))).toBe(text)
})

test.each([
  [
    'careful',
    [
      '30 to 60 seconds',
      '10 to 25 seconds',
      '15 to 30 seconds',
      '2 to 5 minutes after 20 messages',
      'At most 60',
      'At most 300',
      'At most 50',
      '20 on the first day, then 50% more each day',
      '09:00 to 20:00',
      'At least 24 hours',
    ],
  ],
  [
    'known_contacts',
    [
      '8 to 20 seconds',
      '15 to 30 seconds',
      '3 minutes after 20 messages',
      'At most 150',
      'At most 800',
      'None',
      'None',
      '09:00 to 20:00',
      'At least 24 hours',
    ],
  ],
] as const)('every limit of %s', (mode, values) => {
  expect(limitsIn(pacingPresets[mode]).map((limit) => limit.value(pacingPresets[mode]))).toEqual(values)
})

test.each([
  ['linked_device', 'careful', 'off', true],
  ['linked_device', 'off', 'off', false],
  ['linked_device', 'off', 'careful', false],
  ['simulator', 'careful', 'off', false],
] as const)('%s from %s to %s is confirmed: %s', (driver, before, chosen, expected) => {
  expect(isRisky(driver, before, chosen)).toBe(expected)
})

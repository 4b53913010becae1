import { expect, test } from 'vitest'
import { amountText, cellText, partText } from './amounts.ts'

test('an amount without a rate is not shown as zero, and zero is', () => {
  expect(amountText('0.00', { not_converted: 1 }, 'USD')).toBe('Not converted')
  expect(cellText('0.00', { not_converted: 1 }, 'USD')).toBe('–')
  expect(amountText('0.00', { not_converted: 0 }, 'USD')).toBe('$0.00')
  expect(cellText(null, { not_converted: 0 }, 'USD')).toBe('–')
})

test('an incomplete sum is marked', () => {
  expect(amountText('5.00', { not_converted: 2 }, 'USD')).toBe('$5.00')
  expect(partText('5.00', { not_converted: 2 })).toBe('without 2 that have no rate')
  expect(partText('5.00', { not_converted: 1 })).toBe('without one that has no rate')
  expect(partText('5.00', { not_converted: 0 })).toBeUndefined()
  expect(partText('0.00', { not_converted: 1 })).toBeUndefined()
})

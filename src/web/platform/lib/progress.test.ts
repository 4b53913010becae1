// Percentages of exact amounts.
import { expect, test } from 'vitest'
import { isZero, percentOf } from './progress.ts'

test.each([
  ['0.00', '12500000000.00', 0],
  ['12499999999.99', '12500000000.00', 99],
  ['12500000000.00', '12500000000.00', 100],
  ['15000000000.00', '12500000000.00', 120],
  ['-5.00', '10.00', -50],
  ['0.001', '0.003', 33],
  ['999999999999999999.9999', '999999999999999999.9999', 100],
  ['10', '0', undefined],
])('%s of %s is %s percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent)
})

test('zero is zero in every currency', () => {
  expect(['0', '0.00', '0.0000'].map(isZero)).toEqual([true, true, true])
  expect(isZero('0.0001')).toBe(false)
})

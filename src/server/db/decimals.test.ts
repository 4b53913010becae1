// Decimals go in and out unchanged, and add up exactly.
import { expect, test } from 'vitest'
import { decimalOf, unitsOf } from './decimals.ts'

test.each([
  ['0', '0'],
  ['-0.0000', '0'],
  ['12.50', '12.5'],
  ['-0.001', '-0.001'],
  ['-12', '-12'],
  ['9999999999999999999999.9999', '9999999999999999999999.9999'],
  [`0.${'0'.repeat(93)}1`, `0.${'0'.repeat(93)}1`],
])('%s is %s', (text, same) => {
  expect(decimalOf(unitsOf(text))).toBe(same)
})

test('what no float adds up', () => {
  expect(decimalOf(['0.1', '0.2', '-0.3', '0.0004'].map(unitsOf).reduce((a, b) => a + b))).toBe('0.0004')
})

test('more decimals than are kept are refused, not cut', () => {
  expect(() => unitsOf(`0.${'1'.repeat(101)}`)).toThrow('more than 100 decimals')
})

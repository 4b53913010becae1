import { expect, test } from 'vitest'
import { biggestOf, partOf, percentOf, shareText } from './scale.ts'

test('a bar is proportional to the largest amount, and empty below zero', () => {
  expect(partOf('25.00', biggestOf(['50.00', '100.00']))).toBe(0.25)
  expect(partOf('-5.00', 10)).toBe(0)
  expect(partOf('0.00', biggestOf([]))).toBe(0)
})

test('a percentage is rounded down, and undefined for a whole of zero', () => {
  expect(percentOf('99999999999999.99', '100000000000000.00')).toBe(99)
  expect(percentOf('150.00', '100.00')).toBe(150)
  expect(percentOf('1.00', '0.00')).toBeUndefined()
  expect([shareText(99), shareText('25.0'), shareText('1.15')]).toEqual(['99%', '25.0%', '1.15%'])
})

import { expect, test } from 'vitest'
import { biggestOf, partOf, ticksOf } from './scale.ts'

test('an axis has round lines around all amounts and zero', () => {
  expect(ticksOf(['0.00', '98.00'])).toEqual([0, 25, 50, 75, 100])
  expect(ticksOf(['1000000000.00'])).toEqual([0, 250_000_000, 500_000_000, 750_000_000, 1_000_000_000])
  expect(ticksOf(['-15.00', '40.00'])).toEqual([-20, 0, 20, 40])
  expect(ticksOf(['0.00'])).toEqual([0, 1])
  expect(ticksOf([])).toEqual([0, 1])
})

test('a bar is its part of the biggest, and nothing below zero', () => {
  expect(partOf('25.00', biggestOf(['50.00', '100.00']))).toBe(0.25)
  expect(partOf('-5.00', 10)).toBe(0)
  expect(partOf('0.00', biggestOf([]))).toBe(0)
})

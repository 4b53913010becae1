import { expect, test } from 'vitest'
import { biggestOf, partOf } from './scale.ts'

test('a bar is proportional to the largest amount, and empty below zero', () => {
  expect(partOf('25.00', biggestOf(['50.00', '100.00']))).toBe(0.25)
  expect(partOf('-5.00', 10)).toBe(0)
  expect(partOf('0.00', biggestOf([]))).toBe(0)
})

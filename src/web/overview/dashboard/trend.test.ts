import { expect, test } from 'vitest'
import { directionOf, toneOf } from './trend.ts'

test.each([
  ['5.00', 'committed', 'more', 'good'],
  ['-0.01', 'funded', 'less', 'bad'],
  ['12500000000', 'overdue', 'more', 'bad'],
  ['-3', 'overdue', 'less', 'good'],
  ['7.00', 'outstanding', 'more', undefined],
  ['0.00', 'committed', 'same', undefined],
] as const)('a change of %s in %s is %s', (change, figure, direction, tone) => {
  expect(directionOf(change)).toBe(direction)
  expect(toneOf(figure, directionOf(change))).toBe(tone)
})

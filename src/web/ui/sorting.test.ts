import { expect, test } from 'vitest'
import { dropIndex, reordered, shiftedBy } from './sorting.ts'

const rows = [
  { top: 0, height: 40 },
  { top: 40, height: 60 },
  { top: 100, height: 40 },
  { top: 140, height: 40 },
]

test.each([
  ['not far enough', 0, 29, 0],
  ['past the middle of the next', 0, 31, 1],
  ['past two', 0, 81, 2],
  ['beyond the end', 0, 900, 3],
  ['upwards past one', 3, -21, 2],
  ['upwards past two', 3, -71, 1],
  ['beyond the beginning', 2, -900, 0],
])('a row lands %s', (_, from, moved, to) => {
  expect(dropIndex(rows, from, moved)).toBe(to)
})

test('rows in between shift by the height of the moved row', () => {
  expect(shiftedBy(rows, 1, 3)).toEqual([0, 0, -60, -60])
  expect(shiftedBy(rows, 2, 0)).toEqual([40, 40, 0, 0])
  expect(shiftedBy(rows, 2, 2)).toEqual([0, 0, 0, 0])
})

test('a row takes its new place, and the others keep their order', () => {
  expect(reordered(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(reordered(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(reordered(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})

import { expect, test } from 'vitest'
import { keepable } from './keepable.ts'

test.each([
  ['short', 10, 'short'],
  ['exactly', 7, 'exactly'],
  ['too long', 3, 'too'],
  ['a\0b', 2, 'ab'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
  ['\uD83Dx', 5, '\uFFFDx'],
])('%j in %i', (text, most, kept) => {
  expect(keepable(text, most)).toBe(kept)
})

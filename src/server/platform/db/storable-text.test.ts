import { expect, test } from 'vitest'
import { keepableName, storableText } from './storable-text.ts'

test.each([
  ['short', 10, 'short'],
  ['exactly', 7, 'exactly'],
  ['too long', 3, 'too'],
  ['a\0b', 2, 'ab'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
  ['\uD83Dx', 5, '\uFFFDx'],
])('%j is cut to %i characters', (text, most, kept) => {
  expect(storableText(text, most)).toBe(kept)
})

test.each([
  ['Investor Circle', 'Investor Circle'],
  ['\u202Egnidnuf\u202C', 'gnidnuf'],
  ['a\u2066b\u2069', 'ab'],
  ['two\nlines\u2028three\0', 'two lines three'],
  ['\u{E0041}\u{E0042}hidden', 'hidden'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
])('the name %j becomes %j', (name, kept) => {
  expect(keepableName(name, 200)).toBe(kept)
})

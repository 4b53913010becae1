// Initials of real-world names.
import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['Budi Santoso', 'BS'],
  ['budi', 'B'],
  ['  Maria   da  Silva ', 'MD'],
  ['Ana', 'A'],
  ['', ''],
  ['élodie', 'É'],
  ['李 小龙', '李小'],
  ['😀 Smith', '😀S'],
])('%s has the initials %s', (name, expected) => {
  expect(initials(name)).toBe(expected)
})

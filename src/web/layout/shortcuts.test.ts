import { expect, test } from 'vitest'
import { meantBy, shortcutGroups } from './shortcuts.ts'

test.each([
  ['h', 'g', { go: '/home' }],
  ['i', 'g', { go: '/investors' }],
  ['b', 'g', { go: '/broadcasts' }],
  ['g', undefined, { wait: 'g' }],
  ['g', 'g', { go: '/broadcast-groups' }],
  ['c', 'g', { go: '/contacts' }],
  ['c', undefined, { act: 'add' }],
  ['?', 'g', { act: 'help' }],
  ['/', undefined, { act: 'search' }],
  ['x', 'g', { go: '/master-data/currencies' }],
  ['z', 'g', undefined],
  ['h', undefined, undefined],
])('%j after %j', (key, before, meant) => {
  expect(meantBy(key, before)).toEqual(meant)
})

test.each(shortcutGroups())('no two shortcuts of “$title” have the same keys', ({ shortcuts }) => {
  const keys = shortcuts.map((shortcut) => shortcut.keys.join(' '))
  expect(new Set(keys).size).toBe(keys.length)
})

import { expect, it } from 'vitest'
import { actionOf } from './inbox-keys.ts'

const press = { ctrlKey: false, metaKey: false, altKey: false, isTaken: false }
it.each([
  ['j', {}, 'next'],
  ['k', {}, 'previous'],
  ['e', {}, 'done'],
  ['u', {}, 'undo'],
  ['r', {}, 'reply'],
  ['r', { ctrlKey: true }, undefined],
  ['k', { metaKey: true }, undefined],
  ['j', { isTaken: true }, undefined],
  ['x', {}, undefined],
])('%s %j is %s', (key, more, expected) => {
  expect(actionOf({ key, ...press, ...more })).toBe(expected)
})

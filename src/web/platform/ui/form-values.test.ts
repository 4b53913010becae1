// Text typed during a save is neither lost nor treated as saved.
import { expect, test } from 'vitest'
import { afterSave, isSame } from './form-values.ts'

const sent = { name: ' Ann ', city: 'Jakarta', password: 'old secret' }
const kept = { name: 'Ann', city: 'Jakarta', password: '' }

test('the fields show the saved values', () => {
  expect(afterSave({ sent, saved: kept, typed: sent })).toEqual(kept)
})

test('text typed during the save is kept', () => {
  expect(afterSave({ sent, saved: kept, typed: { ...sent, city: 'Denpasar' } })).toEqual({ ...kept, city: 'Denpasar' })
})

test.each<[unknown, unknown, boolean]>([
  ['a', 'a', true],
  ['', null, false],
  [['a', 'b'], ['a', 'b'], true],
  [['a', 'b'], ['b', 'a'], false],
  [['a'], ['a', 'b'], false],
  [[], {}, false],
  [null, {}, false],
  [{ ids: ['a'], all: false }, { ids: ['a'], all: false }, true],
  [{ ids: ['a'], all: false }, { ids: [], all: false }, false],
  [{ name: 'a' }, { name: 'a', note: undefined }, true],
])('%j and %j are the same: %s', (one, other, expected) => {
  expect(isSame(one, other)).toBe(expected)
})

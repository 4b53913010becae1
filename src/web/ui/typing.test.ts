// What is typed while a form is being saved is neither lost nor taken for saved.
import { expect, test } from 'vitest'
import { afterSave } from './typing.ts'

const sent = { name: ' Ann ', city: 'Jakarta', password: 'old secret' }
const kept = { name: 'Ann', city: 'Jakarta', password: '' }

test('the fields read as they were kept', () => {
  expect(afterSave({ sent, kept, typed: sent })).toEqual(kept)
})

test('what was typed meanwhile stays', () => {
  expect(afterSave({ sent, kept, typed: { ...sent, city: 'Denpasar' } })).toEqual({ ...kept, city: 'Denpasar' })
})
